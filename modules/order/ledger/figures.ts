import { cmp, div, mul, round, sub, sum, trim } from "#kernel/decimal.ts";
import { bucketFields, buckets, type BucketField } from "./buckets.ts";
import { moneyOf, pricedOf, unitPrices, type Priced } from "../price/money.ts";
import { eff, openOf, openOfRow, summed, toShip, type Counters } from "./quantities.ts";

interface FigureRow extends Counters {
  readonly openQty: string;
  readonly needByDate: string;
  readonly currentPromiseDate: string | null;
  readonly confirmStatus: string;
}
interface FigureLine extends Counters {
  readonly price: string;
  readonly priceUnit: string;
  readonly taxPercent: string;
  readonly convertRate: string;
  readonly lineStatus: string;
  readonly categoryId: string;
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
  readonly baseAmount: string;
  readonly receivedAmount: string;
  readonly deliveries: readonly FigureRow[];
}
interface FigureOrder {
  readonly taxIncludedFlag: string;
  readonly currencyDigits: number;
  readonly exchangeRate: string | null;
  readonly draftRate: string | null;
  readonly status: string;
  readonly lines: readonly FigureLine[];
}

const withNothing = (of: Counters): Counters => summed([of]);

/** A line as the ledger of its rows says; its own quantity is what the buyer typed. */
const lineCounters = (line: FigureLine): Counters => ({ ...summed(line.deliveries), qty: line.qty ?? "0" });

export const rowFigures = {
  openQty: (row: FigureRow, line: FigureLine | null) =>
    trim(line ? openOfRow(lineCounters(line), withNothing(row)) : openOf(withNothing(row))),
  toShipQty: (row: FigureRow) => trim(toShip(withNothing(row))),
};

const bucketSum =
  (field: BucketField) =>
  (line: FigureLine): string =>
    sum(line.deliveries.map((row) => row[field] ?? "0"));

const sums = Object.fromEntries(
  buckets.filter((bucket) => bucket !== "ORD").map((bucket) => [bucketFields[bucket], bucketSum(bucketFields[bucket])]),
) as Record<Exclude<BucketField, "qty">, (line: FigureLine) => string>;

const canPrice = (line: FigureLine): boolean => Boolean(line.qty && line.price && line.priceUnit && cmp(line.priceUnit, "0") > 0);
const priced = (line: FigureLine, order: FigureOrder | null): Priced | null =>
  order && canPrice(line)
    ? pricedOf(
        { taxIncludedFlag: order.taxIncludedFlag, currencyDigits: order.currencyDigits ?? 2 },
        { price: line.price, priceUnit: line.priceUnit, taxPercent: line.taxPercent ?? "0" },
      )
    : null;
const amount =
  (key: "amountExcl" | "taxAmount" | "amountIncl") =>
  (line: FigureLine, order: FigureOrder | null): string => {
    const how = priced(line, order);
    return how ? moneyOf(eff(lineCounters(line)), how)[key] : "0";
  };

export const lineFigures = {
  ...sums,
  stockQty: (line: FigureLine) => round(mul(eff(lineCounters(line)), line.convertRate ?? "1"), 6),
  openQty: (line: FigureLine) => trim(openOf(lineCounters(line))),
  toShipQty: (line: FigureLine) => trim(toShip(lineCounters(line))),
  priceExcl: (line: FigureLine, order: FigureOrder | null) => {
    const how = priced(line, order);
    return how ? unitPrices(how).priceExcl : "0";
  },
  priceIncl: (line: FigureLine, order: FigureOrder | null) => {
    const how = priced(line, order);
    return how ? unitPrices(how).priceIncl : "0";
  },
  amountExcl: amount("amountExcl"),
  taxAmount: amount("taxAmount"),
  amountIncl: amount("amountIncl"),
  baseAmount: (line: FigureLine, order: FigureOrder | null) =>
    round(mul(amount("amountIncl")(line, order), order?.exchangeRate ?? order?.draftRate ?? "0"), 2),
};

const total = (key: "amountExcl" | "taxAmount" | "amountIncl" | "receivedAmount" | "baseAmount") => (order: FigureOrder) =>
  sum(order.lines.map((line) => line[key] ?? "0"));

/** Rows that still wait for goods or for a word of the supplier. */
const liveRows = (order: FigureOrder): readonly FigureRow[] =>
  order.lines.filter((line) => line.lineStatus === "OPEN").flatMap((line) => line.deliveries);

/** How far the supplier has answered, told from the rows of open lines. */
function confirmStatusOf(order: FigureOrder): string {
  const rows = liveRows(order);
  const all = rows.length ? rows : order.lines.flatMap((line) => line.deliveries);
  const is = (status: string) => (row: FigureRow) => row.confirmStatus === status;
  if (all.some(is("PROPOSED"))) return "PROPOSED";
  if (all.length && all.every(is("CONFIRMED"))) return "CONFIRMED";
  if (all.length && all.every(is("REFUSED"))) return "REFUSED";
  return all.some(is("CONFIRMED")) ? "PARTIAL" : "NONE";
}

const effective = (order: FigureOrder): string => sum(order.lines.map((line) => eff(lineCounters(line))));
const done = (order: FigureOrder, of: (line: Counters) => string): string =>
  sum(
    order.lines.map((line) => {
      const got = of(lineCounters(line));
      const asked = eff(lineCounters(line));
      return cmp(got, asked) > 0 ? asked : cmp(got, "0") < 0 ? "0" : got;
    }),
  );
const progress = (part: string, whole: string): string => (cmp(part, "0") <= 0 ? "NONE" : cmp(part, whole) >= 0 ? "FULL" : "PARTIAL");
const percentOf = (part: string, whole: string): string => (cmp(whole, "0") <= 0 ? "0" : div(mul(part, "100"), whole, 4));

const fulfilled = (of: Counters): string => sub(sub(of.receivedQty, of.reversedQty), of.returnReplaceQty);
const invoiced = (of: Counters): string => of.invoicedQty;

/** The one category of an order; an order over several belongs to none. */
const categoryOf = (order: FigureOrder): string | null => {
  const found = new Set(order.lines.map((line) => line.categoryId));
  return found.size === 1 ? ([...found][0] ?? null) : null;
};

const dueDate = (order: FigureOrder): string | null =>
  liveRows(order)
    .filter((row) => cmp(openOf(withNothing(row)), "0") > 0)
    .map((row) => row.currentPromiseDate ?? row.needByDate)
    .filter(Boolean)
    .toSorted()[0] ?? null;

export const orderFigures = {
  amountExcl: total("amountExcl"),
  taxAmount: total("taxAmount"),
  amountIncl: total("amountIncl"),
  baseAmount: total("baseAmount"),
  receivedAmount: total("receivedAmount"),
  confirmStatus: confirmStatusOf,
  receiptStatus: (order: FigureOrder) => progress(done(order, fulfilled), effective(order)),
  invoiceStatus: (order: FigureOrder) => progress(done(order, invoiced), effective(order)),
  receiptPercent: (order: FigureOrder) => percentOf(done(order, fulfilled), effective(order)),
  invoicePercent: (order: FigureOrder) => percentOf(done(order, invoiced), effective(order)),
  categoryId: categoryOf,
  nextDueDate: dueDate,
};
