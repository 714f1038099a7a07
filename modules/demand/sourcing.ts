import { cmp } from "#kernel/decimal.ts";
import { closeTodo, todo, type Effect } from "#kernel/rule.ts";
import { openOf } from "./available.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";

const waiting = (lines: readonly RequisitionLine[]): ReadonlySet<string> =>
  new Set(lines.filter((line) => line.lineStatus !== "CLOSED" && cmp(openOf(line), "0") > 0).map((line) => line.buyerId ?? ""));

/** Opens the to-do of buyers who have something to source now, and ends that of buyers who have nothing left. */
export function sourcing(doc: Requisition, before: readonly RequisitionLine[], after: readonly RequisitionLine[]): Effect[] {
  const [was, is] = [waiting(before), waiting(after)];
  const due = after.map((line) => line.needByDate).toSorted()[0] ?? null;
  return [
    ...[...was].filter((id) => !is.has(id)).map((id) => closeTodo("REQ_TO_SOURCE", doc, "HANDLED", id || undefined)),
    ...[...is]
      .filter((id) => !was.has(id))
      .map((id) =>
        todo("REQ_TO_SOURCE", doc, {
          ...(id ? { userId: id } : { respCode: "BUYER" }),
          orgId: doc.orgId,
          dueDate: due,
          priority: doc.urgency === "NORMAL" ? ("NORMAL" as const) : ("URGENT" as const),
        }),
      ),
  ];
}
