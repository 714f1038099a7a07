import { add, cmp, div, mul, neg, sub, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { moneyOf, pricedOf, type OrderPosting } from "#modules/order/index.ts";
import { amountOf, isAbove, isInspected, isSome, type Place } from "./receive.place.ts";
import type { receive } from "./receive.entity.ts";

export type Receive = Doc<typeof receive>;
export type ReceiveLine = Receive["lines"][number];

/** One line on its way into the ledger: what is taken, refused and left to inspection, and the transaction it books. */
export interface Booking {
  readonly line: ReceiveLine;
  readonly place: Place;
  readonly accepted: string;
  readonly rejected: string;
  readonly inspecting: string;
  readonly transactionId: string | null;
}

/** What of a line is taken at once: what is inspected waits, what is not is accepted but for what was refused. */
export function shareOf(line: ReceiveLine, place: Place): Pick<Booking, "accepted" | "rejected" | "inspecting"> {
  if (isInspected(place)) return { accepted: "0", rejected: "0", inspecting: line.arrivalQty };
  const rejected = line.rejectedQty ?? "0";
  return { accepted: line.acceptedQty ?? sub(line.arrivalQty, rejected), rejected, inspecting: "0" };
}

const typeOf = (doc: Receive): "SERVICE" | "CONSUME" | "RECEIVE" =>
  doc.receiveType === "SERVICE" ? "SERVICE" : doc.receiveType === "CONSIGN_USE" ? "CONSUME" : "RECEIVE";

/** The movement of the order row: goods leave the road, or come without one, and are taken, refused or inspected. */
export function postingOf(doc: Receive, booking: Booking): OrderPosting {
  const { line, place, accepted, rejected, inspecting } = booking;
  const cause = { deliveryId: place.row.id, causeType: "SrmPurReceive", causeId: doc.id, causeLineId: line.id };
  const transactions = booking.transactionId
    ? [
        {
          id: booking.transactionId,
          transactionType: typeOf(doc),
          transactionDate: doc.receiveDate,
          qty: accepted,
          receiveLineId: line.id,
          invOrgId: doc.invOrgId ?? place.row.invOrgId,
          warehouseCode: line.warehouseCode,
          storageLocationId: line.storageLocationId,
          batchNum: line.batchNum,
          ...(doc.receiveType === "SERVICE" && line.acceptedAmount ? { amount: line.acceptedAmount } : {}),
        },
      ]
    : [];
  if (doc.receiveType === "CONSIGN_USE") return { ...cause, event: "E13", deltas: {}, transactions };
  const onRoad = line.noteLineId ? { TRN: neg(line.arrivalQty) } : {};
  if (isSome(inspecting)) return { ...cause, event: line.noteLineId ? "E11i" : "E13i", deltas: { ...onRoad, INS: inspecting } };
  return { ...cause, event: line.noteLineId ? "E11" : "E13", deltas: { ...onRoad, RCV: accepted, REJ: rejected }, transactions };
}

/** The inspector's word on a line. */
export const judgedPosting = (doc: Receive, booking: Booking): OrderPosting => ({
  deliveryId: booking.place.row.id,
  event: "E12",
  deltas: { INS: neg(add(booking.accepted, booking.rejected)), RCV: booking.accepted, REJ: booking.rejected },
  causeType: "SrmPurReceive",
  causeId: doc.id,
  causeLineId: booking.line.id,
  transactions: booking.transactionId
    ? [
        {
          id: booking.transactionId,
          transactionType: "RECEIVE",
          transactionDate: doc.receiveDate,
          qty: booking.accepted,
          receiveLineId: booking.line.id,
          invOrgId: doc.invOrgId ?? booking.place.row.invOrgId,
          warehouseCode: booking.line.warehouseCode,
          storageLocationId: booking.line.storageLocationId,
          batchNum: booking.line.batchNum,
        },
      ]
    : [],
});

/** An accepted amount with its tax, on whichever side the price is quoted. */
const acceptedAmount = ({ line, place }: Booking): string =>
  moneyOf("1", { ...pricedOf(place.order, place.line), price: line.acceptedAmount ?? "0", priceUnit: "1" }).amountIncl;

/** What a line knows of itself once it is booked. */
export const bookedLine = (doc: Receive, booking: Booking) => ({
  acceptedQty: booking.accepted,
  rejectedQty: booking.rejected,
  inspectingQty: booking.inspecting,
  reversibleQty: booking.accepted,
  transactionId: booking.transactionId,
  amountIncl: doc.receiveType === "SERVICE" ? acceptedAmount(booking) : amountOf(booking.place, booking.accepted),
  inspectResult: isSome(booking.inspecting) ? "PENDING" : booking.line.inspectResult,
  postedFlag: isSome(booking.inspecting) ? ("N" as const) : ("Y" as const),
});

/** Everything of several lines, order by order. */
export function perOrder(
  bookings: readonly Booking[],
  of: (booking: Booking) => OrderPosting,
): ReadonlyMap<string, readonly OrderPosting[]> {
  const groups = Map.groupBy(bookings, (booking) => booking.place.order.id);
  return new Map([...groups].map(([id, some]) => [id, some.map(of)]));
}

/** The quantity an accepted amount stands for, rounded down; the acceptance that reaches the line's amount takes all that is open. */
export function serviceQty(place: Place, amount: string, acceptedSoFar: string): string {
  const { order, line } = place;
  const whole = order.taxIncludedFlag === "Y" ? line.amountIncl : line.amountExcl;
  if (!isAbove(whole, add(acceptedSoFar, amount))) return place.row.openQty;
  if (!isSome(line.price)) return "0";
  const near = div(mul(amount, line.priceUnit), line.price, 6);
  const over = isAbove(mul(near, line.price), mul(amount, line.priceUnit));
  return trim(over ? sub(near, "0.000001") : near);
}

/** How much of a figure several lines want together, by what they have in common. */
export const wantedBy = <T>(rows: readonly T[], key: (row: T) => string | null, qty: (row: T) => string): ReadonlyMap<string, string> => {
  const groups = Map.groupBy(
    rows.filter((row) => key(row) !== null),
    (row) => key(row)!,
  );
  return new Map([...groups].map(([id, some]) => [id, sum(some.map(qty))]));
};

export const isNone = (value: string | null): boolean => cmp(value ?? "0", "0") === 0;
