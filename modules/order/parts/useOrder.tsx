import { textOf } from "#kernel/page-format.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLoad, type Loaded } from "#kernel/web/page/document/useLoad.ts";
import type { orderDelivery, orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";

/** A delivery row with the line it belongs to. */
export interface Scheduled {
  readonly line: Line;
  readonly row: Schedule;
}
export type Order = Seen<typeof order>;
export type Line = Seen<typeof orderLine>;
export type Schedule = Seen<typeof orderDelivery>;

export const scheduledIn = (doc: Order | null): readonly Scheduled[] =>
  (doc?.lines ?? []).flatMap((line) => (line.deliveries ?? []).map((row) => ({ line, row })));

/** Rows of open lines that wait for the supplier's word. */
export const waitingIn = (doc: Order | null): readonly Scheduled[] =>
  scheduledIn(doc).filter(
    ({ line, row }) => line.lineStatus === "OPEN" && ["PENDING", "BUYER_REJECTED"].includes(textOf(row.confirmStatus)),
  );

/** The whole order behind a row of a list; a row that is whole already is taken as it is. */
export function useOrder(row: Order): Loaded<Order> {
  return useLoad(`${order.name}:${row.id}:${textOf(row.versionNum)}`, async () => (row.lines ? row : entityCall.find(order, row.id)));
}

/** The name of a line for people: number, item and its code. */
export const lineName = (line: Form<typeof orderLine>): string =>
  [textOf(line.lineNum), textOf(line.itemName) || textOf(line.itemDesc), textOf(line.itemCode)].filter(Boolean).join(" ");
