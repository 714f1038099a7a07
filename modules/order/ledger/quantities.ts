import { add, cmp, max, min, mul, sub, trim } from "#kernel/decimal.ts";
import { bucketFields, buckets, type BucketField } from "./buckets.ts";

/** The ledger columns that quantities are told from; a delivery row and a line have them alike. */
export type Counters = { readonly [K in BucketField]: string };

export interface StripRow extends Counters {
  readonly id?: string;
  readonly confirmStatus: string;
}

export interface StripLine extends Counters {
  readonly lineStatus: string;
  readonly overTolerance?: string | null;
  readonly underTolerance?: string | null;
  readonly uomDecimals?: number | null;
}

const zero = "0";
const positive = (value: string): string => max(zero, value);

/** Cut off, or lifted, to the digits a unit has. */
const cut = (value: string, digits: number, up: boolean): string => {
  const [whole = "0", fraction = ""] = value.split(".");
  const text = digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, "0")}`;
  const rest = /[1-9]/.test(fraction.slice(digits));
  if (!up || !rest) return trim(text);
  return trim(add(text, digits === 0 ? "1" : `0.${"1".padStart(digits, "0")}`));
};

/** What still counts of what was ordered. */
export const eff = (of: Counters): string => sub(sub(of.qty, of.cancelledQty), of.closedQty);

/** What counts against the order: received, neither undone nor to be replaced. */
export const ful = (of: Counters): string => sub(sub(of.receivedQty, of.reversedQty), of.returnReplaceQty);

/** The goods we hold and owe for. */
export const net = (of: Counters): string => sub(ful(of), of.returnRefundQty);

export const openOf = (of: Counters): string => positive(sub(eff(of), ful(of)));

/** A row never shows more open than its line. */
export const openOfRow = (line: Counters, row: Counters): string => min(openOf(row), openOf(line));

export const toShip = (of: Counters): string => positive(sub(sub(openRaw(of), of.inspectingQty), of.inTransitQty));

const openRaw = (of: Counters): string => sub(eff(of), ful(of));

/** What is here or on its way and counts against the cap. */
export const taken = (of: Counters): string => add(add(ful(of), of.inspectingQty), of.inTransitQty);

const digitsOf = (line: StripLine): number => line.uomDecimals ?? 0;

/** The most that may ever come on a line: effective quantity and tolerance, rounded down to the unit. */
export const maxOf = (line: StripLine): string =>
  cut(mul(eff(line), mul(add("100", line.overTolerance ?? zero), "0.01")), digitsOf(line), false);

/** From here on a line counts as delivered; reckoned from what was ordered and not cancelled, rounded up. */
export const minOf = (line: StripLine): string =>
  cut(mul(sub(line.qty, line.cancelledQty), mul(sub("100", line.underTolerance ?? zero), "0.01")), digitsOf(line), true);

export const canShipLine = (line: StripLine): string => positive(sub(maxOf(line), taken(line)));

const isLive = (order: { readonly status: string }, line: StripLine, row: StripRow): boolean =>
  ["PUBLISHED", "CONFIRMED", "CHANGING"].includes(order.status) && line.lineStatus === "OPEN" && row.confirmStatus === "CONFIRMED";

/** The tolerance of a line is one pot that its rows share. */
const pot = (line: StripLine): string => sub(maxOf(line), eff(line));

/** What may still be sent on a row. */
export const canShip = (order: { readonly status: string }, line: StripLine, row: StripRow): string =>
  isLive(order, line, row) ? trim(min(canShipLine(line), positive(add(sub(eff(row), taken(row)), pot(line))))) : zero;

/** What may still be called off on a row; tolerance is not called off. */
export const canNotice = (order: { readonly status: string }, line: StripLine, row: StripRow): string =>
  isLive(order, line, row) ? trim(positive(sub(sub(eff(row), taken(row)), row.noticeOpenQty))) : zero;

/** Below this a change cannot bring a row's quantity. */
export const floorOf = (of: Counters): string => trim(add(add(add(taken(of), of.noticeOpenQty), of.cancelledQty), of.closedQty));

const fields = buckets.map((bucket) => bucketFields[bucket]);
const nothing = Object.fromEntries(fields.map((field) => [field, zero])) as Record<BucketField, string>;

/** The ledger columns of a line: the sums of its rows. Most columns of most rows are nothing, and nothing is not added. */
export function summed(rows: readonly Partial<Counters>[]): Counters {
  const total = { ...nothing };
  for (const row of rows)
    for (const field of fields) {
      const value = row[field] ?? zero;
      if (value !== zero) total[field] = add(total[field], value);
    }
  return total;
}

export const isQuiet = (of: Counters): boolean =>
  [of.inTransitQty, of.inspectingQty, of.noticeOpenQty].every((value) => cmp(value, zero) === 0);
