import { add, cmp, neg, sub } from "#kernel/decimal.ts";

interface Settled {
  readonly paidAmount: string;
  readonly receivedAmount: string;
  readonly penaltyAmount: string | null;
  readonly penaltyDirection: string | null;
}

const above = (value: string): string => (cmp(value, "0") > 0 ? value : "0");

/** What is left to pay by either side when a contract ends: payments against accepted receipts, and the penalty. */
export function settlementOf({ paidAmount, receivedAmount, penaltyAmount, penaltyDirection }: Settled) {
  const [backAmount, payableAmount] = [above(sub(paidAmount, receivedAmount)), above(sub(receivedAmount, paidAmount))];
  const penalty = penaltyAmount ?? "0";
  const claim = add(sub(backAmount, payableAmount), penaltyDirection === "TO_SUPPLIER" ? neg(penalty) : penalty);
  return { paidAmount, receivedAmount, backAmount, payableAmount, claimAmount: above(claim), owedAmount: above(neg(claim)) };
}
