import { add, cmp, div, isZero, mul, sum, type Decimal } from "#kernel/decimal.ts";
import type { Post } from "#kernel/ledger-book.ts";

/** What one item of a contract, or the contract as a whole, came to: signed differences, in its currency and including tax. */
export interface ExecRow {
  readonly contractItemId?: string | null;
  readonly orderedQty?: Decimal;
  readonly orderedAmount?: Decimal;
  readonly receivedQty?: Decimal;
  readonly receivedAmount?: Decimal;
  readonly acceptedQty?: Decimal;
  readonly invoicedAmount?: Decimal;
  readonly paidAmount?: Decimal;
  readonly deductedAmount?: Decimal;
}

/** What a document posts to a contract; under a key it counts once. */
export interface Exec {
  readonly rows: readonly ExecRow[];
  readonly refType: string;
  readonly refId: string;
  readonly refNum: string | null;
  readonly key: string | null;
}

type Amount = Exclude<keyof ExecRow, "contractItemId">;
const total = (rows: readonly ExecRow[], key: Amount): Decimal => sum(rows.map((row) => row[key] ?? "0"));
const cause = ({ refType, refId, refNum, key }: Exec) => ({
  causeType: refType,
  causeId: refId,
  causeNum: refNum,
  ...(key ? { key } : {}),
});
const some = (deltas: Readonly<Record<string, Decimal>>): boolean => Object.values(deltas).some((delta) => !isZero(delta));

/** The postings on the contract as a whole. */
export const contractPosts = (contractId: string, exec: Exec): Post[] =>
  (
    [
      ["ORDER", { ORD: total(exec.rows, "orderedAmount") }],
      ["RECEIVE", { RCV: total(exec.rows, "receivedAmount") }],
      ["INVOICE", { INV: total(exec.rows, "invoicedAmount") }],
      ["PAY", { PAY: total(exec.rows, "paidAmount") }],
      ["DEDUCT", { DED: total(exec.rows, "deductedAmount") }],
    ] as const
  )
    .filter(([, deltas]) => some(deltas))
    .map(([event, deltas]) => ({ ...cause(exec), owner: contractId, event, deltas }));

/** The postings on its items, one for each item and event. */
export const itemPosts = (exec: Exec): Post[] =>
  [...Map.groupBy(exec.rows, (row) => row.contractItemId ?? "")].flatMap(([owner, rows]) =>
    owner === ""
      ? []
      : (
          [
            ["ORDER", { ORD: total(rows, "orderedQty") }],
            ["RECEIVE", { RCV: total(rows, "receivedQty") }],
            ["ACCEPT", { ACC: total(rows, "acceptedQty") }],
          ] as const
        )
          .filter(([, deltas]) => some(deltas))
          .map(([event, deltas]) => ({ ...cause(exec), owner, event, deltas })),
  );

/** Whether something more is ordered than before. */
export const ordersMore = ({ rows }: Exec): boolean =>
  rows.some((row) => cmp(row.orderedQty ?? "0", "0") > 0 || cmp(row.orderedAmount ?? "0", "0") > 0);

const steps = [80, 95, 100];

/** The highest step in percent of a contract's amount that its orders pass now and did not before; null where none is. */
export function stepPassed(whole: Decimal | null, before: Decimal, after: Decimal): number | null {
  if (whole === null || isZero(whole)) return null;
  const percent = (amount: Decimal): Decimal => div(mul(amount, "100"), whole, 4);
  const [was, is] = [percent(before), percent(after)];
  return steps.findLast((step) => cmp(is, String(step)) >= 0 && cmp(was, String(step)) < 0) ?? null;
}

/** Two rows of one item together. */
export const together = (a: ExecRow, b: ExecRow): ExecRow => ({
  contractItemId: a.contractItemId ?? null,
  orderedQty: add(a.orderedQty ?? "0", b.orderedQty ?? "0"),
  orderedAmount: add(a.orderedAmount ?? "0", b.orderedAmount ?? "0"),
  receivedQty: add(a.receivedQty ?? "0", b.receivedQty ?? "0"),
  receivedAmount: add(a.receivedAmount ?? "0", b.receivedAmount ?? "0"),
});
