import { cmp, isZero, sum } from "#kernel/decimal.ts";
import { addMonths, monthEnd } from "#kernel/days.ts";
import type { Info } from "../transaction/holds.ts";

type Row = Pick<
  Info,
  | ("id" | "orgId" | "supplierId" | "supplierSiteId" | "currency" | "paymentTermId" | "contractId" | "taxRate" | "buyerId")
  | ("qty" | "openQty" | "openAmount" | "takenStmtId")
>;

/** What separates statements besides supplier, site, business unit, currency and payment term. */
export type Split = "taxRate" | "buyer";

/** Why a group makes no statement. */
export type Skipped = "IN_DRAFT" | "NOT_POSITIVE" | "PERIOD_CLOSED" | "REFUSED";

export interface Group {
  readonly key: string;
  readonly first: Row;
  /** The transactions that go into the statement now. */
  readonly ids: readonly string[];
  readonly amount: string;
  /** The draft of an earlier run that takes them. */
  readonly draftId: string | null;
  readonly skipped: Skipped | null;
}

export interface Plan {
  readonly period: string;
  readonly splitBy: readonly Split[];
  readonly includeNegative: boolean;
  /** Contracts whose payment stages replace the payment term. */
  readonly staged: ReadonlySet<string>;
  /** Transactions that stand in a draft already. */
  readonly inDraft: ReadonlySet<string>;
  /** Drafts of earlier runs by their key. */
  readonly drafts: ReadonlyMap<string, string>;
}

const keyOf = (row: Row, { period, splitBy, staged }: Plan): string =>
  [
    ...[row.orgId, row.supplierId, row.supplierSiteId ?? "", row.currency],
    row.contractId && staged.has(row.contractId) ? row.contractId : (row.paymentTermId ?? ""),
    [splitBy.includes("taxRate") ? row.taxRate : "", splitBy.includes("buyer") ? (row.buyerId ?? "") : ""].join(","),
    period,
  ].join("|");

const isOpen = (row: Row): boolean => !isZero(row.openQty) || (isZero(row.qty) && !row.takenStmtId);

/** Which statements a run makes or adds to, and what it leaves out. */
export function groupsOf(rows: readonly Row[], plan: Plan): Group[] {
  return [...Map.groupBy(rows.filter(isOpen), (row) => keyOf(row, plan))].map(([key, own]): Group => {
    const free = own.filter((row) => !plan.inDraft.has(row.id));
    const amount = sum(free.map((row) => row.openAmount));
    const draftId = plan.drafts.get(key) ?? null;
    const isTooLittle = draftId === null && !plan.includeNegative && cmp(amount, "0") <= 0;
    return {
      ...{ key, first: own[0]!, ids: free.map((row) => row.id as string), amount, draftId },
      skipped: free.length === 0 ? "IN_DRAFT" : isTooLittle ? "NOT_POSITIVE" : null,
    };
  });
}

const dayOf = (day: string): number => Number(day.slice(8));

/** Whether statements are generated on this day, where they are on such a day of the month; in a shorter month on its last. */
export const isRunDay = (today: string, day: number): boolean => dayOf(today) === Math.min(day, dayOf(monthEnd(today)));

/** The last day of transactions that a run of this day takes: the end of the month before, or the chosen day that has passed last. */
export function cutoffOf(today: string, cutoffDay: number): string {
  if (cutoffDay === 0) return monthEnd(addMonths(`${today.slice(0, 7)}-01`, -1));
  const month = cutoffDay < dayOf(today) ? today : addMonths(`${today.slice(0, 7)}-01`, -1);
  return `${month.slice(0, 7)}-${String(cutoffDay).padStart(2, "0")}`;
}
