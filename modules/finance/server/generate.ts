import type { Where } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Doer } from "#kernel/server/act/attempt.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { periodOf } from "../period.ts";
import { groupsOf, type Group, type Skipped, type Split } from "../statement/generation.ts";
import { stmtTransaction } from "../statement/stmt-lines.entity.ts";
import { accountStmt } from "../statement/stmt.entity.ts";
import { reconcilable, stagedContracts } from "../statement/stmt.from.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";

export interface Asked {
  readonly orgIds: readonly string[];
  readonly supplierIds: readonly string[];
  readonly period: string;
  readonly cutoff: string;
  readonly splitBy: readonly Split[];
  readonly includeNegative: boolean;
  readonly dryRun: boolean;
  /** The groups a run is about; all unless given. */
  readonly isDue?: (group: Group) => Promise<boolean>;
}

interface Made {
  readonly id: string;
  readonly stmtNo: string | null;
  readonly amountIncl: string;
}
interface Generated {
  readonly created: readonly Made[];
  readonly appended: readonly Made[];
  readonly skipped: readonly { readonly key: string; readonly reason: Skipped; readonly code?: string }[];
}

const piece = 500;
const named = (key: string, ids: readonly string[]): Where => (ids.length ? { [key]: [...ids] } : {});

/** What can be reconciled up to the cut-off, by statement. */
async function planned(kernel: Kernel, { me }: Doer, asked: Asked): Promise<readonly Group[]> {
  const find = findFor(kernel, me);
  const where = {
    ...reconcilable,
    ...named("orgId", asked.orgIds),
    ...named("supplierId", asked.supplierIds),
    txnDate: { to: asked.cutoff },
  };
  const rows = await find.where(transactionInfo, where, 50_000);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id as string);
  const [drafted, drafts, staged] = await Promise.all([
    find.where(stmtTransaction, { txnId: ids, parent: { status: ["DRAFT", "REJECTED"] } as never }, 50_000),
    find.where(accountStmt, { runKey: { not: null }, status: "DRAFT", origin: "AUTO" }, 5_000),
    stagedContracts(
      find,
      rows.map((row) => row.contractId),
    ),
  ]);
  return groupsOf(rows, {
    ...{ period: asked.period, splitBy: asked.splitBy, includeNegative: asked.includeNegative, staged },
    inDraft: new Set(drafted.map((row) => row.txnId as string)),
    drafts: new Map(drafts.map((doc) => [doc.runKey!, doc.id as string])),
  });
}

/** Writes the statement of a group: a new one, or the draft of an earlier run with the further transactions. */
async function written(kernel: Kernel, doer: Doer, group: Group): Promise<Made> {
  const act = async (target: { readonly id?: string; readonly input: object }, action: string): Promise<string> => {
    const outcome = await kernel.actor.act({ entity: accountStmt, action, targets: [target as never] }, doer);
    return String(outcome.documents[0]!["id"]);
  };
  let { draftId } = group;
  for (let from = 0; from < group.ids.length; from += piece) {
    const chosen = group.ids.slice(from, from + piece).map((id) => ({ source: "TXN", id }));
    draftId = draftId
      ? await act({ id: draftId, input: { chosen } }, "doLoadTranction")
      : await act({ input: { chosen, runKey: group.key } }, "doCreateFrom");
  }
  const doc = await findFor(kernel, doer.me).one(accountStmt, draftId!);
  return { id: doc.id, stmtNo: doc.stmtNo, amountIncl: doc.invoiceableInc };
}

/** Makes the statements of a period, or says which it would make. Run twice it adds what is new. */
export async function generate(kernel: Kernel, doer: Doer, asked: Asked): Promise<Generated> {
  const [created, appended]: [Made[], Made[]] = [[], []];
  const skipped: { key: string; reason: Skipped; code?: string }[] = [];
  for (const group of await planned(kernel, doer, asked)) {
    if (asked.isDue && !(await asked.isDue(group))) continue;
    const month = await periodOf(findFor(kernel, doer.me), group.first.orgId, asked.cutoff);
    const reason: Skipped | null = month === asked.cutoff.slice(0, 7) ? group.skipped : "PERIOD_CLOSED";
    if (reason) skipped.push({ key: group.key, reason });
    else if (asked.dryRun) (group.draftId ? appended : created).push({ id: group.draftId ?? "", stmtNo: null, amountIncl: group.amount });
    else
      try {
        (group.draftId ? appended : created).push(await written(kernel, doer, group));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        skipped.push({ key: group.key, reason: "REFUSED", code: error.code });
      }
  }
  return { created, appended, skipped };
}
