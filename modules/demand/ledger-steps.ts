import type { Book } from "#kernel/ledger-book.ts";
import { bookOf } from "#kernel/ledger-rule.ts";
import type { EventOf } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { set, type Effect } from "#kernel/rule.ts";
import { ordersFollow } from "./customer-order.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";
import { headerStatusOf } from "./moves.ts";
import { requisitionHome } from "./requisition-home.ts";
import type { requisitionLedger } from "./requisition.ledger.ts";
import { requisition } from "./requisition.entity.ts";
import { sourcing } from "./sourcing.ts";

export const nothingLeft = (cn: string, en: string): Refusal =>
  refuse("PUR-2005", `没有可${cn}的申请行`, `There is no requisition line to ${en}`);

/** The lines a call names, all of its own; without names those that fit. */
export function chosenLines(
  doc: Requisition,
  lineIds: unknown,
  fits: (line: RequisitionLine) => boolean,
): readonly RequisitionLine[] | Refusal {
  const ids = typeof lineIds === "string" ? lineIds.split(",").filter(Boolean) : Array.isArray(lineIds) ? lineIds.map(String) : [];
  if (ids.length === 0) return doc.lines.filter(fits);
  const lines = doc.lines.filter((line) => ids.includes(line.id));
  return lines.length === new Set(ids).size
    ? lines
    : refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
}

/** The header's status, the buyers' to-dos and the customer orders behind the lines, as the lines will stand. */
export function settle(doc: Requisition, after: readonly RequisitionLine[]): Effect[] {
  const status = headerStatusOf(doc.status, after);
  return [...(status === doc.status ? [] : [set(doc, { status })]), ...sourcing(doc, doc.lines, after), ...ordersFollow(doc.id, after)];
}

/** Postings that no target causes: a line's quantity as it is approved (REQ), or as it is given up (CAN). */
export const posted = (
  doc: Requisition,
  lines: readonly RequisitionLine[],
  event: EventOf<typeof requisitionLedger>,
  bucket: "REQ" | "CAN",
  delta: (line: RequisitionLine) => string,
): Book<typeof requisitionLedger> =>
  bookOf(requisitionHome, doc).post(
    lines.map((line) => ({
      owner: line.id as string,
      event,
      deltas: { [bucket]: delta(line) },
      causeType: requisition.name,
      causeId: doc.id as string,
      causeLineId: line.id as string,
      causeNum: doc.requisitionNum,
    })),
  );
