import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { set, type Effect } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { supplierAccount } from "./account.entity.ts";
import { byRow } from "./change.ts";
import { givenValue, type Change, type ChangeLine } from "./change.lines.ts";
import { supplierSite } from "./place.entity.ts";
import type { AmendedRow } from "./standing.types.ts";

type Site = Doc<typeof supplierSite>;
type Account = Doc<typeof supplierAccount>;
/** An account as far as sites are paid there. */
export type Payee = Pick<Account, "id" | "currency" | "primaryFlag" | "enabledFlag" | "verifyStatus">;

const isAccount = (line: ChangeLine): boolean => line.entityName === supplierAccount.name;
const valueOf = (seal: Seal, lines: readonly ChangeLine[], key: string): unknown => {
  const line = lines.find((doc) => doc.fieldKey === key);
  return line ? givenValue(seal, line) : null;
};

/** Accounts that lines would add, as they will stand once they are verified. */
export const addedPayees = (seal: Seal, lines: readonly ChangeLine[]): Payee[] =>
  byRow(lines.filter((line) => isAccount(line) && line.rowAction === "ADD")).map((rows) => ({
    id: rows[0]!.rowId as Payee["id"],
    currency: String(valueOf(seal, rows, "currency") ?? ""),
    primaryFlag: valueOf(seal, rows, "primaryFlag") === "Y" ? "Y" : "N",
    enabledFlag: "Y",
    verifyStatus: "VERIFIED",
  }));

/** Accounts that lines take out of use. */
export const endedAccounts = (lines: readonly ChangeLine[]): string[] =>
  lines.filter((line) => isAccount(line) && line.rowAction === "DISABLE").map((line) => line.rowId);

/**
 * The sites whose payments wait for a request: those paid on an account it changes or ends, those it sends to another account,
 * and, where it only adds an account, those that could be paid there.
 */
export function sitesTouched(seal: Seal, doc: Pick<Change, "lines">, sites: readonly Site[], accounts: readonly Payee[]): readonly Site[] {
  const touched = new Set(doc.lines.filter((line) => isAccount(line) && line.rowAction !== "ADD").map((line) => line.rowId));
  const moved = new Set(
    doc.lines.filter((line) => line.entityName === supplierSite.name && line.fieldKey === "accountId").map((line) => line.rowId),
  );
  const freed = new Set(accounts.filter((account) => touched.has(account.id)).map((account) => account.currency));
  const further = new Set(
    addedPayees(seal, doc.lines).flatMap((addedPayee) => (freed.has(addedPayee.currency) ? [] : [addedPayee.currency])),
  );
  return sites.filter(
    (site) =>
      site.siteStatus !== "DISABLED" &&
      (moved.has(site.id) || (site.accountId !== null && (touched.has(site.accountId) || further.has(site.currency)))),
  );
}

/** Where a site is paid once its account is out of use: an account that came in its place before one that was there. */
function successor(site: Pick<Site, "currency">, added: readonly Payee[], others: readonly Payee[]): Payee | null {
  const fits = (payee: Payee): boolean =>
    payee.currency === site.currency && payee.enabledFlag === "Y" && payee.verifyStatus === "VERIFIED";
  const best = (all: readonly Payee[]): Payee | null =>
    all.filter(fits).toSorted((a, b) => b.primaryFlag.localeCompare(a.primaryFlag))[0] ?? null;
  return best(added) ?? best(others);
}

/** No site is paid on an account out of use: each goes to the one in its place, and where there is none the account stays. */
export function sitesMoved(
  sites: readonly Site[],
  ended: readonly string[],
  added: readonly Payee[],
  accounts: readonly Payee[],
): readonly (Effect | Refusal)[] {
  const others = accounts.filter((account) => !ended.includes(account.id));
  return sites
    .filter((site) => site.accountId !== null && ended.includes(site.accountId))
    .map((site) => {
      const next = successor(site, added, others);
      const isNeeded = site.siteStatus === "ACTIVE" && (site.siteUse ?? []).includes("PAY");
      if (!next && isNeeded)
        return refuse(
          "SUP_ACC_009",
          `地点${site.siteCode}仍在该账户收款，请先提供已核验的${site.currency}账户`,
          `Site ${site.siteCode} is still paid on this account; name a verified ${site.currency} account to take its place`,
        );
      return set(site, { accountId: next?.id ?? null });
    });
}

export const endsAccount = (amendedRow: AmendedRow): boolean =>
  amendedRow.entityName === supplierAccount.name && amendedRow.rowAction === "DISABLE";

/** The sites that a change leaves without their account go to the one that takes its place, unless it sends them elsewhere itself. */
export function movedBy(changes: readonly AmendedRow[], sites: readonly Site[], accounts: readonly Payee[]): readonly (Effect | Refusal)[] {
  const sent = new Set(
    changes.filter((change) => change.entityName === supplierSite.name && "accountId" in change.values).map((change) => change.rowId),
  );
  const added = changes
    .filter((change) => change.entityName === supplierAccount.name && change.rowAction === "ADD")
    .map((change) => ({ ...change.values, id: change.rowId, enabledFlag: "Y" }) as unknown as Payee);
  const ended = changes.filter(endsAccount).flatMap((change) => change.rowId ?? []);
  return sitesMoved(
    sites.filter((site) => !sent.has(site.id)),
    ended,
    added,
    accounts,
  );
}
