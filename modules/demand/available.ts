import { cmp, isDecimal, sub, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";

/** The part of a requisition line that says whether it can be sourced. */
export interface Sourced {
  readonly id: string;
  readonly lineNum: number;
  readonly requestQty: string | null;
  readonly cancelledQty: string;
  readonly occupiedQty: string;
  readonly orderedQty: string;
  readonly lineStatus: string;
}

/** What of a line can still be sourced: nothing before approval and while it is with the requester. */
export const openOf = (line: Omit<Sourced, "id" | "lineNum">): string =>
  ["DRAFT", "RETURNED"].includes(line.lineStatus)
    ? "0"
    : sub(line.requestQty ?? "0", sum([line.cancelledQty, line.occupiedQty, line.orderedQty]));

/** Why this quantity of a line cannot be taken: the line is not approved or is over, or less of it is open. */
export function notAvailable(line: Sourced, qty: string, statusText: (status: string) => Text): Refusal | null {
  if (!["OPEN", "PARTIAL", "ORDERED"].includes(line.lineStatus)) {
    const [cn, en] = statusText(line.lineStatus);
    return refuse(
      "PUR-2005",
      `申请行[${line.lineNum}]状态[${cn}]，不能转采购`,
      `Requisition line ${line.lineNum} is ${en} and cannot be sourced`,
    );
  }
  const open = openOf(line);
  // What is no quantity is refused where it is read.
  return !isDecimal(qty) || cmp(qty, open) <= 0 ? null : overOpen(line, open, qty);
}

/** More is asked of a line than is open. */
export const overOpen = ({ lineNum }: Pick<Sourced, "lineNum">, open: string, asked: string): Refusal =>
  refuse(
    "PUR-2001",
    `申请行[${lineNum}]可用数量${trim(open)}，不足${trim(asked)}`,
    `Requisition line ${lineNum} has ${trim(open)} open, ${trim(asked)} needed`,
  );
