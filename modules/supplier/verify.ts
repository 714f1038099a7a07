import type { Doc } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { run, set, tell, todo, warn, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { inBoth, type Text } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierChange } from "./change.entity.ts";
import { givenValue, type Change } from "./change.lines.ts";
import { byRow, isAccountNo, isSameNumber } from "./change.ts";
import { plainCompany } from "./company.ts";
import { isIban } from "./iban.ts";
import { supplierContact } from "./contact.entity.ts";
import { addedPayees, endedAccounts, sitesMoved, sitesTouched } from "./payment.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { markOf, whole } from "./sensitive.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierWarning } from "./warning.entity.ts";
import { liveAbout, raised, type Warning } from "./warning.ts";

type Supplier = Doc<typeof supplierInfo>;
type Contact = Doc<typeof supplierContact>;

const fault = (index: number, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path: `lines[${index}].newValue`, code, text: [cn, en] }] });

/** What is wrong with the bank data of a request: forms always, a strange name without a reason when it is submitted. */
export function accountFaults(seal: Seal, doc: Change, supplierName = "", submitting = false): Refusal[] {
  return doc.lines.flatMap((line, index): Refusal[] => {
    if (line.entityName !== supplierAccount.name || line.rowAction === "DISABLE") return [];
    const value = givenValue(seal, line);
    if (typeof value !== "string" || value === "") return [];
    if (line.fieldKey === "iban" && !isIban(value)) return [fault(index, "SUP_ACC_005", "IBAN校验失败", "IBAN check failed")];
    if (line.fieldKey === "accountNo" && !isAccountNo(value))
      return [fault(index, "SUP_ACC_006", "账号须为8至34位数字或字母", "An account number has 8 to 34 digits or letters")];
    const own = submitting && line.fieldKey === "accountName" && plainCompany(value) !== plainCompany(renamed(doc) ?? supplierName);
    const explained = line.reason || doc.lines.some((row) => row.rowId === line.rowId && row.fieldKey === "nameReason" && row.newValue);
    return own && !explained
      ? [fault(index, "SUP_ACC_001", "户名与企业名称不一致，请填写原因", "Account name differs from company; give a reason")]
      : [];
  });
}

/** The name the same request gives the company. */
const renamed = (doc: Change): string | null => {
  const line = doc.lines.find((row) => row.entityName === supplierInfo.name && row.fieldKey === "supplierName");
  return typeof line?.newValue === "string" ? line.newValue : null;
};

/** What has to be known when a request ends: who else holds the payments, and what was raised because of it. */
export const endFacts = async (doc: Change, find: Find) => ({
  holding: await find.where(supplierChange, { supplierId: doc.supplierId, holdFlag: "Y" }, 50),
  live: await liveAbout(find, doc.supplierId, doc.id),
});
export type EndFacts = Awaited<ReturnType<typeof endFacts>>;

const holdOf = (holding: readonly Change[]) => ({
  flag: holding.length ? "Y" : "N",
  reason: holding[0] ? holdReason(holding[0]) : null,
  siteIds: [...new Set(holding.flatMap((change) => change.heldSiteIds ?? []))],
});

const holdReason = ({ changeNo, status, effectDate }: Pick<Change, "changeNo" | "status" | "effectDate">): Text =>
  status === "APPROVED"
    ? [`账户变更${changeNo}自${effectDate ?? ""}起生效`, `account change ${changeNo} takes effect on ${effectDate ?? ""}`]
    : [`账户变更${changeNo}核验中`, `account change ${changeNo} is being verified`];

/** An approved change of bank data that begins later: payments wait for its day. */
export function waitsForItsDay(doc: Change, { holding }: EndFacts): Effect[] {
  if (doc.holdFlag !== "Y") return [];
  const paymentHold = holdOf([{ ...doc, status: "APPROVED" }, ...holding.filter((row) => row.id !== doc.id)]);
  return [run(supplierInfo, doc.supplierId, "doStanding", { docType: supplierChange.name, docId: doc.id, paymentHold })];
}

/** Payments go on unless another request of this supplier still holds them; a red warning stays until somebody has dealt with it. */
export function ended(doc: Change, { holding, live }: EndFacts): Effect[] {
  const gone = live.filter((warning) => warning.severity !== "RED").map((warning) => run(supplierWarning, warning.id, "doClear", {}));
  if (doc.holdFlag !== "Y") return gone;
  const paymentHold = holdOf(holding.filter((row) => row.id !== doc.id));
  return [
    ...gone,
    set(doc, { holdFlag: "N", heldSiteIds: null }),
    run(supplierInfo, doc.supplierId, "doStanding", { docType: supplierChange.name, docId: doc.id, paymentHold }),
  ];
}

/** Sites and the accounts they are paid on. */
interface Paid {
  readonly sites: readonly Doc<typeof supplierSite>[];
  readonly accounts: readonly Doc<typeof supplierAccount>[];
}

export async function paidOn(find: Find, supplierId: string): Promise<Paid> {
  const [sites, accounts] = await Promise.all([
    find.where(supplierSite, { supplierId }, 2000),
    find.where(supplierAccount, { supplierId }, 2000),
  ]);
  return { sites, accounts };
}

/** The sites that lines would leave without an account to be paid on. */
export function withoutAccount(seal: Seal, lines: Change["lines"], { sites, accounts }: Paid): Refusal[] {
  const isSent = (id: string): boolean =>
    lines.some((line) => line.entityName === supplierSite.name && line.fieldKey === "accountId" && line.rowId === id);
  const staying = sites.filter((site) => !isSent(site.id));
  return sitesMoved(staying, endedAccounts(lines), addedPayees(seal, lines), accounts).filter((refusal) => refusal instanceof Refusal);
}

interface BankFacts extends Paid {
  readonly contacts: readonly Contact[];
  readonly foreign: readonly string[];
  readonly live: readonly Warning[];
  readonly holding: readonly Change[];
  readonly owner: Doc<typeof user> | null;
}

/** Whom an account change is told to: the people on file before it who would know. */
const concerned = (contacts: readonly Contact[]): readonly Contact[] => {
  const enabled = contacts.filter((contact) => contact.enabledFlag === "Y");
  const near = enabled.filter(
    (contact) => contact.primaryFlag === "Y" || contact.contactRole.some((role) => role === "MANAGER" || role === "FINANCE"),
  );
  return near.length ? near : enabled;
};

/** Numbers that suppliers other than this one are paid on already. */
export async function usedElsewhere(find: Find, supplierId: string, numbers: readonly string[]): Promise<string[]> {
  const keys = numbers.flatMap((number) => markOf(find.declared.seal, number) ?? []);
  if (keys.length === 0) return [];
  const found = await find.where(supplierAccount, { accountKey: keys, enabledFlag: "Y" }, 50);
  return found.filter((doc) => doc.supplierId !== supplierId).map((doc) => doc.supplierId);
}

const numbersIn = (seal: Seal, doc: Change): string[] =>
  doc.lines
    .filter((line) => line.entityName === supplierAccount.name && line.fieldKey === "accountNo")
    .map((line) => String(givenValue(seal, line) ?? ""));

/** What happens the moment somebody asks to be paid elsewhere: payments wait, those on file are told, finance is asked to check. */
export const bankEffects = {
  async reads(find: Find, doc: Change, supplier: Supplier): Promise<BankFacts> {
    const [contacts, foreign, live, paid, holding, owner] = await Promise.all([
      find.where(supplierContact, { supplierId: supplier.id }, 500),
      usedElsewhere(find, supplier.id, numbersIn(find.declared.seal, doc)),
      liveAbout(find, supplier.id, doc.id),
      paidOn(find, supplier.id),
      find.where(supplierChange, { supplierId: supplier.id, holdFlag: "Y" }, 50),
      find.maybe(user, supplier.ownerId),
    ]);
    return { contacts, foreign, live, ...paid, holding, owner };
  },
  begin(doc: Change, supplier: Supplier, { contacts, foreign, live, sites, accounts, holding, owner }: BankFacts, at: Moment): Effect[] {
    const people = concerned(contacts);
    const heldSiteIds = sitesTouched(at.seal, doc, sites, accounts).map((site) => site.id as string);
    const rows = byRow(doc.lines.filter((line) => line.entityName === supplierAccount.name)).length;
    const [reason] = holdReason(doc);
    const ownerName = inBoth(owner?.displayName ?? "", owner?.displayNameEn);
    return [
      set(doc, { status: "VERIFYING", holdFlag: "Y", heldSiteIds: heldSiteIds }),
      run(supplierInfo, supplier.id, "doStanding", {
        docType: supplierChange.name,
        docId: doc.id,
        reason,
        paymentHold: holdOf([{ ...doc, heldSiteIds: heldSiteIds }, ...holding.filter((change) => change.id !== doc.id)]),
      }),
      tell("BANK_CHANGE_STARTED", {
        id: doc.id,
        no: doc.changeNo,
        supplierId: supplier.id,
        supplier: supplier.supplierName,
        owner: ownerName[0],
        ownerEn: ownerName[1],
        userIds: people.flatMap((person) => person.userId ?? []),
        addresses: people.flatMap((person) => (person.userId === null && person.email ? [person.email] : [])),
      }),
      todo("BANK_VERIFY", doc, { respCode: "FINANCE", priority: "URGENT" }),
      ...raised(
        at,
        supplier,
        {
          type: "BANK_CHANGED",
          severity: foreign.length ? "RED" : "YELLOW",
          bizType: supplierChange.name,
          bizId: doc.id,
          bizNo: doc.changeNo,
          content: foreign.length
            ? [`账户变更${doc.changeNo}的账号已被其他供应商使用`, `The account of change ${doc.changeNo} is used by another supplier`]
            : [`账户变更${doc.changeNo}正在核验，涉及${rows}个账户`, `Change ${doc.changeNo} of ${rows} bank account(s) is being verified`],
          mark: doc.id,
        },
        live,
      ),
      // Whose account it also is, or that it is anybody's, is not for a supplier to learn.
      ...(foreign.length && doc.initiatorSide !== "SUPPLIER"
        ? [warn("SUP_ACC_002", "该账号已被其他供应商使用，已提交风控", "Account already used by another supplier; sent to risk control")]
        : []),
    ];
  },
};

/** A number somebody could be called on, and whether it is too new to be trusted with money. */
export interface OnFile {
  readonly name: string;
  readonly what: string;
  readonly number: string;
  readonly recent: boolean;
}

/** The telephone numbers on file before a change; those a change brought within the last thirty days do not count. */
export async function numbersOnFile(find: Find, supplierId: string, now: string): Promise<OnFile[]> {
  const since = shift(now, { days: -30 });
  const [supplier, contacts, places, late] = await Promise.all([
    find.one(supplierInfo, supplierId),
    find.where(supplierContact, { supplierId, enabledFlag: "Y" }, 500),
    find.where(supplierLocation, { supplierId, enabledFlag: "Y" }, 500),
    find.where(supplierChange, { supplierId, status: "EFFECTIVE", effectiveAt: { from: since } }, 500),
  ]);
  const touched = new Set(
    late.flatMap((doc) => doc.lines.map((line) => `${line.entityName}|${line.rowId}|${line.rowAction === "ADD" ? "*" : line.fieldKey}`)),
  );
  const recent = (entity: string, id: string, key: string): boolean =>
    touched.has(`${entity}|${id}|${key}`) || touched.has(`${entity}|${id}|*`);
  const rows: (OnFile | null)[] = [
    ...contacts.flatMap((contact) =>
      (["mobile", "phone"] as const).map((key) =>
        contact[key]
          ? {
              name: contact.contactName,
              what: contact.contactRole.join(","),
              number: (key === "mobile" ? whole(find.declared.seal, contact.mobile, "SrmSupContact.mobile") : contact.phone) ?? "",
              recent: recent(supplierContact.name, contact.id, key),
            }
          : null,
      ),
    ),
    ...places.map((place) =>
      place.phone ? { name: place.address, what: "", number: place.phone, recent: recent(supplierLocation.name, place.id, "phone") } : null,
    ),
    supplier.companyPhone
      ? {
          name: supplier.supplierName,
          what: "",
          number: supplier.companyPhone,
          recent: recent(supplierInfo.name, supplier.id, "companyPhone"),
        }
      : null,
  ];
  return rows.filter((row) => row !== null);
}

/** Why this check of an account does not count; null when it does. */
export function checkFault(
  input: { readonly method?: string; readonly callNumber?: string | null; readonly result?: string },
  onFile: readonly OnFile[],
): Refusal | null {
  if (input.result !== "VERIFIED" && input.result !== "FAILED")
    return refuse("FIELD_INVALID", "请选择已核验或核验失败", "Choose verified or failed");
  if (input.method !== "CALL_BACK") return null;
  const given = input.callNumber ?? "";
  const found = onFile.filter((candidate) => isSameNumber(candidate.number, given));
  if (found.some((candidate) => !candidate.recent)) return null;
  return found.length
    ? refuse("SUP_ACC_008", "该号码在近30天内变更过，不能用于回拨核验", "This number changed within 30 days; it cannot be used to verify")
    : refuse("SUP_ACC_008", "请回拨变更前已登记的电话号码", "Call a number that was on file before the change");
}
