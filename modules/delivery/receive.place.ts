import { cmp, max, sub, trim } from "#kernel/decimal.ts";
import { some, type Doc } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { canShip, moneyOf, order, pricedOf, type orderDelivery, type orderLine } from "#modules/order/index.ts";
import type { note } from "./note.entity.ts";

export type Order = Doc<typeof order>;
export type OrderLine = Doc<typeof orderLine>;
export type OrderRow = Doc<typeof orderDelivery>;
export type Note = Doc<typeof note>;
export type NoteLine = Note["lines"][number];

/** A delivery row with the line and the order it stands in. */
export interface Place {
  readonly order: Order;
  readonly line: OrderLine;
  readonly row: OrderRow;
}

/** The orders these delivery rows stand in, in one question. */
export async function ordersOf(find: Find, deliveryIds: readonly (string | null)[]): Promise<readonly Order[]> {
  const ids = [...new Set(deliveryIds.filter((id): id is string => Boolean(id)))];
  return ids.length ? find.where(order, { liveId: null, lines: some({ deliveries: some({ id: ids }) }) }) : [];
}

/** Every delivery row of the orders by its id. */
export function placesOf(orders: readonly Order[]): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  for (const order of orders) for (const line of order.lines) for (const row of line.deliveries) found.set(row.id, { order, line, row });
  return found;
}

export const rowName = ({ order: of, line, row }: Place): string => `${of.orderNum ?? ""}-${line.lineNum ?? ""}-${row.scheduleNum ?? ""}`;

export const isInspected = (place: Place): boolean => place.line.receiptRouting === "INSPECT";
export const isConsigned = (of: { readonly orderType: string }): boolean => of.orderType === "CONSIGN";

/** The amount a quantity of a line comes to with tax. */
export const amountOf = ({ order: of, line }: Pick<Place, "order" | "line">, qty: string): string =>
  line.giftFlag === "Y" ? "0.00" : moneyOf(qty, pricedOf(of, line)).amountIncl;

/** What of an order row may still come in without a note. */
export const receivable = ({ order: of, line, row }: Place): string => canShip(of, line, row);

/** What the columns of a receipt line say of the row it receives. */
export const aboutPlace = (place: Place) => ({
  orderDeliveryId: place.row.id,
  orderId: place.order.id,
  orderLineId: place.line.id,
  orderRow: rowName(place),
  itemId: place.line.itemId,
  itemDesc: place.line.itemDesc,
  uom: place.line.uom,
  receiptRouting: place.line.receiptRouting ?? "DIRECT",
  currency: place.order.currency,
  storageLocationId: place.row.storageLocationId,
});

/** What is left of a figure after something was taken, never below nothing. */
export const leftOf = (whole: string, taken: string): string => trim(max("0", sub(whole, taken)));

export const isAbove = (a: string, b: string): boolean => cmp(a, b) > 0;
export const isSome = (value: string | null | undefined): boolean => cmp(value ?? "0", "0") !== 0;
