import type { Form } from "#kernel/seen.ts";
import { isPositive } from "#kernel/decimal.ts";
import { uncovered } from "./customer-order.ts";
import { neededBy } from "./needed-by.ts";
import type { customerOrder } from "./customer-order.entity.ts";
import type { procurementPlan } from "./procurement-plan.entity.ts";
import type { requisitionLine } from "./requisition-line.entity.ts";

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
type Line = Form<typeof requisitionLine>;
const itemOf = (row: Pick<Line, "itemId" | "itemCode" | "itemName">): Line => ({
  itemId: row.itemId,
  itemCode: row.itemCode,
  itemName: row.itemName,
});

/** What a customer order still lacks, as a line of a requisition; null where it lacks nothing. */
export function lineForCustomer(row: Form<typeof customerOrder>): Line | null {
  const of = { qty: text(row.qty) || "0", peggedStockQty: text(row.peggedStockQty) || "0" };
  const requestQty = uncovered(of, text(row.requisitionedQty) || "0");
  if (!isPositive(requestQty)) return null;
  const named = { customerOrderId: row.id, customerOrderCode: row.customerOrderNum, customerOrderName: row.customerOrderNum };
  return { ...itemOf(row), ...named, uom: row.uom, requestQty, needByDate: text(row.dueDate).slice(0, 10) };
}

/** What is left of a plan's items, as lines of a requisition. */
export const linesForPlan = (plan: Form<typeof procurementPlan>): readonly Line[] =>
  (plan.lines ?? [])
    .filter((line) => text(line.itemId) !== "" && isPositive(text(line.openQty) || "0"))
    .map((line) => ({
      ...itemOf(line),
      uom: line.uom,
      requestQty: line.openQty,
      needByDate: neededBy({ needMonth: text(line.needMonth) || null }, null, text(plan.periodEnd).slice(0, 10)),
    }));
