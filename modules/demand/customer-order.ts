import { cmp, div, max, min, mul, round, sub, sum, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { run, type Effect } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { addDays } from "#kernel/days.ts";
import { customerOrder } from "./customer-order.entity.ts";

export type CustomerOrder = Doc<typeof customerOrder>;

/** A requisition line as far as a customer order waits for it. */
export interface Covering {
  readonly id: string;
  readonly uom: string | null;
  readonly requestQty: Decimal;
  readonly cancelledQty: Decimal;
  readonly orderedQty: Decimal;
  readonly receivedQty: Decimal;
}

/** By when suppliers promised what was ordered for requisition lines; orders answer. */
export const promisesFor = new Question<
  { readonly reqLineIds: readonly string[] },
  { readonly reqLineId: string; readonly promiseDate: string | null }
>();

/** How far buying covers a customer order, in its own unit. */
export function coverage(
  order: Pick<CustomerOrder, "qty" | "peggedStockQty" | "dueDate">,
  lines: readonly Covering[],
  promises: readonly (string | null)[],
  today: string,
) {
  const total = (of: (line: Covering) => Decimal): Decimal => sum(lines.map(of));
  const requisitionedQty = total((covering) => sub(covering.requestQty, covering.cancelledQty));
  const orderedQty = total((covering) => covering.orderedQty);
  const receivedQty = total((covering) => covering.receivedQty);
  const shortageQty = max("0", sub(sub(order.qty, order.peggedStockQty), receivedQty));
  const share = div(mul(sum([order.peggedStockQty, orderedQty]), "100"), order.qty, 6);
  const coverRate = round(min("100", share), 4);
  const isOrdered = cmp(coverRate, "100") === 0;
  const known = promises.flatMap((promise) => promise ?? []).toSorted();
  const latestPromise = cmp(shortageQty, "0") > 0 ? (known.at(-1) ?? null) : null;
  const fullKitDate = cmp(shortageQty, "0") === 0 ? today : isOrdered && !promises.includes(null) ? latestPromise : null;
  return {
    requisitionedQty,
    orderedQty,
    receivedQty,
    shortageQty,
    coverRate,
    latestPromise,
    fullKitDate,
    riskLevel: riskOf({ shortageQty, latestPromise, dueDate: order.dueDate, isOrdered }, today),
  };
}

/** Red: short, and what is promised comes too late or the day is past. Amber: short within a fortnight with something not ordered yet. */
function riskOf(
  of: { readonly shortageQty: Decimal; readonly latestPromise: string | null; readonly dueDate: string; readonly isOrdered: boolean },
  today: string,
): "GREEN" | "AMBER" | "RED" {
  if (cmp(of.shortageQty, "0") === 0) return "GREEN";
  if (of.dueDate < today || (of.latestPromise !== null && of.latestPromise > of.dueDate)) return "RED";
  return !of.isOrdered && of.dueDate <= addDays(today, 14) ? "AMBER" : "GREEN";
}

/** The state that follows from the shortage while sales keep the order open. */
export const statusOf = (salesStatus: string, shortage: Decimal): "OPEN" | "COVERED" | "CLOSED" | "CANCELLED" =>
  salesStatus === "CLOSED" || salesStatus === "CANCELLED" ? salesStatus : cmp(shortage, "0") === 0 ? "COVERED" : "OPEN";

/** What may still be asked for: neither lies in stock nor is on a requisition already. */
export const uncovered = (order: Pick<CustomerOrder, "qty" | "peggedStockQty">, requisitioned: Decimal): Decimal =>
  max("0", sub(sub(order.qty, order.peggedStockQty), requisitioned));

/** Customer orders behind the lines of a requisition follow it; the lines come along as they stand in this very action. */
export function ordersFollow(
  requisitionId: string,
  lines: readonly (Covering & { readonly customerOrderId: string | null })[],
  former: readonly { readonly customerOrderId: string | null }[] = [],
): Effect[] {
  const ids = new Set([...lines, ...former].flatMap((line) => line.customerOrderId ?? []));
  return [...ids].map((id) => {
    const mine = lines.filter((line) => line.customerOrderId === id);
    const plain = mine.map(({ id: lineId, uom, requestQty, cancelledQty, orderedQty, receivedQty }) => ({
      id: lineId,
      uom,
      requestQty,
      cancelledQty,
      orderedQty,
      receivedQty,
    }));
    return run(customerOrder, id, "doCover", { requisitionId, lines: plain });
  });
}
