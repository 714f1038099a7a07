import { abs, cmp, isZero, sub } from "#kernel/decimal.ts";

/** What is known of an order line on its way to payment, as far as its documents exist. */
export interface Progress {
  readonly receivedQty: string;
  readonly hasHold: boolean;
  readonly hasProvisional: boolean;
  /** What is not in a statement yet, and what is in one that is not approved. */
  readonly openAmount: string;
  readonly reservedAmount: string;
  /** The state of the statement that holds the reserved part. */
  readonly stmtStatus: string | null;
  readonly stmtOwner: "BUYER" | "SUPPLIER" | null;
  readonly reconciledAmount: string;
  readonly invoicedAmount: string;
  readonly paidAmount: string;
}

type Blocking =
  | ("NOT_RECEIVED" | "ON_HOLD" | "PROVISIONAL" | "NOT_RECONCILED" | "WAIT_SUPPLIER" | "WAIT_US" | "NOT_INVOICED" | "NOT_PLANNED")
  | "PAID";

/** Whose turn it is in a statement: the other side confirms, the starter answers a dispute, approvals are ours. */
function turnOf({ stmtStatus, stmtOwner }: Pick<Progress, "stmtStatus" | "stmtOwner">): "WAIT_SUPPLIER" | "WAIT_US" {
  const isOurs = stmtOwner === "BUYER";
  if (stmtStatus === "WAIT_CONFIRM") return isOurs ? "WAIT_SUPPLIER" : "WAIT_US";
  if (stmtStatus === "DISPUTED") return isOurs ? "WAIT_US" : "WAIT_SUPPLIER";
  return "WAIT_US";
}

const isMore = (a: string, b: string): boolean => cmp(abs(a), abs(b)) > 0;

/** The first step that stands between an order line and its payment. */
export function blockingStep(of: Progress): Blocking {
  if (isZero(of.receivedQty) && isZero(of.openAmount) && isZero(of.reconciledAmount)) return "NOT_RECEIVED";
  if (of.hasHold) return "ON_HOLD";
  if (of.hasProvisional) return "PROVISIONAL";
  if (!isZero(of.openAmount)) return "NOT_RECONCILED";
  if (!isZero(of.reservedAmount)) return turnOf(of);
  if (isMore(of.reconciledAmount, of.invoicedAmount)) return "NOT_INVOICED";
  return isZero(sub(of.invoicedAmount, of.paidAmount)) ? "PAID" : "NOT_PLANNED";
}
