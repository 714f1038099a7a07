import { cmp, div, max, mul, round, sub } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { convertUom } from "#modules/base/index.ts";
import { coverage, uncovered, type Covering, type CustomerOrder } from "./customer-order.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

export const short = (doc: CustomerOrder, left: string, asked: string): Refusal =>
  refuse(
    "PUR-2008",
    `客户订单[${doc.customerOrderNum}]未覆盖数量${left}，不足${asked}`,
    `Customer order ${doc.customerOrderNum} has ${left} uncovered, ${asked} asked`,
    { data: { customerOrderNum: doc.customerOrderNum } },
  );

/** Its requisition lines in its own unit: those stored, with those of one requisition as that is about to be. */
export async function coveringOf(
  doc: CustomerOrder,
  find: Find,
  day: string,
  now: { readonly requisitionId: string; readonly lines: readonly Covering[] } | null = null,
): Promise<readonly Covering[]> {
  const stored = await find.where(requisitionLine, { customerOrderId: doc.id }, 2000);
  const lines: readonly Covering[] = now ? [...stored.filter((row) => row.parentId !== now.requisitionId), ...now.lines] : stored;
  const units = [...new Set(lines.flatMap((line) => (line.uom && doc.uom && line.uom !== doc.uom ? [line.uom] : [])))];
  const rates = await Promise.all(units.map((from) => convertUom(find, { itemId: doc.itemId, qty: "1000000", from, to: doc.uom!, day })));
  const inOwn = (qty: string, uom: string | null): string => {
    const rate = rates[units.indexOf(uom ?? "")];
    return rate ? round(div(mul(qty, rate.qty), "1000000", 6), 6) : qty;
  };
  return lines.map((line) => ({
    id: line.id,
    uom: doc.uom,
    requestQty: inOwn(line.requestQty, line.uom),
    cancelledQty: inOwn(line.cancelledQty, line.uom),
    orderedQty: inOwn(line.orderedQty, line.uom),
    receivedQty: inOwn(line.receivedQty, line.uom),
  }));
}

/** A line of a requisition that is written, as far as a customer order is concerned. */
type Asking = Covering & { readonly customerOrderId: string | null };

/** Customer orders that a requisition as it is about to be asks more for than they lack; what was asked for before is let be. */
export async function overAsked(
  find: Find,
  of: { readonly id: string; readonly lines: readonly Asking[] },
  before: readonly Asking[],
  day: string,
): Promise<readonly Refusal[]> {
  const ids = [...new Set(of.lines.flatMap((line) => line.customerOrderId ?? []))];
  const orders = ids.length ? await find.where(customerOrder, { id: ids }, ids.length) : [];
  const faults = await Promise.all(
    orders.map(async (order): Promise<Refusal[]> => {
      const askedIn = async (lines: readonly Asking[]) =>
        coverage(
          order,
          await coveringOf(order, find, day, {
            requisitionId: of.id,
            lines: lines.filter((line) => line.customerOrderId === order.id && line.requestQty),
          }),
          [],
          day,
        ).requisitionedQty;
      const [was, is, others] = await Promise.all([askedIn(before), askedIn(of.lines), askedIn([])]);
      const limit = max("0", sub(order.qty, order.peggedStockQty));
      if (cmp(is, was) <= 0) return [];
      if (["CLOSED", "CANCELLED"].includes(order.status)) return [short(order, "0", sub(is, others))];
      return cmp(is, limit) > 0 ? [short(order, uncovered(order, others), sub(is, others))] : [];
    }),
  );
  return faults.flat();
}
