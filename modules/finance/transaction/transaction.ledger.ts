import { abs, cmp, isZero, max, min, neg, sub } from "#kernel/decimal.ts";
import { money, qty } from "#kernel/field.ts";
import { ledger, type Over } from "#kernel/ledger.ts";
import { takenMeanwhile } from "../common.ts";

const balance = { computed: true, initial: "0" } as const;
const amount = { ...balance, currency: "currency" } as const;

interface Signed {
  readonly qty: string;
  readonly reconciledQty: string;
  readonly reservedQty: string;
  readonly heldQty: string;
}

const isNegative = ({ qty: own }: Pick<Signed, "qty">): boolean => own.startsWith("-");

/** What is least in the direction of the transaction: its two balances and what is left. Below zero something was taken that is not there. */
export function leastSigned(row: Signed): string {
  const parts = [row.reconciledQty, row.reservedQty, sub(sub(row.qty, row.reconciledQty), row.reservedQty)];
  return parts.map((part) => (isNegative(row) ? neg(part) : part)).reduce(min);
}

const most = (row: Signed): string => max(sub(row.qty, row.heldQty), "0");
const least = (row: Signed): string => max(sub(row.heldQty, row.qty), "0");
const over = (_: Over) => takenMeanwhile();

/** How far a transaction is reconciled; reservations count. */
function reconStatusOf(
  row: Signed & { readonly reconStatus: string; readonly reconciledInc: string; readonly reservedInc: string },
): string | undefined {
  if (row.reconStatus === "NA") return undefined;
  if (isZero(row.qty)) return isZero(row.reconciledInc) && isZero(row.reservedInc) ? "NONE" : "FULL";
  const taken = sub(row.qty, sub(sub(row.qty, row.reconciledQty), row.reservedQty));
  if (isZero(taken)) return "NONE";
  return cmp(abs(taken), abs(row.qty)) >= 0 ? "FULL" : "PARTIAL";
}

/** What statements reserve and reconcile of a transaction: quantities with the sign of the transaction, and the slices of its posted amounts. */
export const transactionLedger = ledger("RCN_TXN", "对账事务", "Reconcilable transaction", {
  buckets: {
    REC: ["reconciledQty", qty("已对账数量", "Reconciled quantity", balance)],
    RES: ["reservedQty", qty("对账占用数量", "Reserved quantity", balance)],
    RECX: ["reconciledAmountEx", money("已对账不含税", "Reconciled, net", amount)],
    RECT: ["reconciledTax", money("已对账税额", "Reconciled, tax", amount)],
    RESX: ["reservedAmountEx", money("占用不含税", "Reserved, net", amount)],
    REST: ["reservedTax", money("占用税额", "Reserved, tax", amount)],
  },
  figures: {
    reconciledInc: [money("已对账含税", "Reconciled, gross", amount), "reconciledAmountEx + reconciledTax"],
    reservedInc: [money("占用含税", "Reserved, gross", amount), "reservedAmountEx + reservedTax"],
    openQty: [qty("未对账数量", "Open quantity", balance), "qty - reconciledQty - reservedQty - heldQty"],
  },
  names: {
    RESERVE: ["对账单提交", "Statement submitted"],
    RELEASE: ["对账单释放", "Statement released"],
    CONSUME: ["对账单批准", "Statement approved"],
    CANCEL: ["对账单取消", "Statement cancelled"],
  },
  events: {
    RESERVE: { RES: "±", RESX: "±", REST: "±" },
    RELEASE: { RES: "±", RESX: "±", REST: "±" },
    CONSUME: { RES: "±", RESX: "±", REST: "±", REC: "±", RECX: "±", RECT: "±" },
    CANCEL: { REC: "±", RECX: "±", RECT: "±" },
  },
  caps: {
    positive: { of: "reconciledQty + reservedQty", within: most, when: (row: Signed) => !isNegative(row), refuse: over },
    // A sum has to begin with a field: none of this name is there, so it counts as nothing.
    negative: { of: "nothing - reconciledQty - reservedQty", within: least, when: isNegative, refuse: over },
  },
  status: ["reconStatus", reconStatusOf],
});
