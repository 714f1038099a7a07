import { cmp, round, sum } from "#kernel/decimal.ts";
import { raw, sql, type Column, type Sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { figures } from "../definitions.ts";
import { percentOf } from "../figures.ts";
import type { SpendReplies } from "../replies.ts";
import { daysOf, dimensionOf, dimensioned, drillOf, factLines, factsOf, given, namedBy } from "./facts.ts";
import { oneOf, postings, postingsOf, type Dimension, type Facts, type Posted } from "./facts.ts";

type Measure = { readonly scale: number } & (
  | { readonly from: "orders"; readonly of: (f: Facts) => Column }
  | { readonly from: "postings"; readonly of: (lines: Posted) => Sql }
);
const measures = {
  ORDER_AMOUNT: { from: "orders", of: (f) => f.baseExcl, scale: 2 },
  ORDER_QTY: { from: "orders", of: (f) => f.stockedQty, scale: 3 },
  OPEN_AMOUNT: { from: "orders", of: (f) => f.openBaseExcl, scale: 2 },
  RECEIPT_AMOUNT: { from: "postings", of: ({ t }) => figures.netAmount.of(t), scale: 2 },
  RECEIPT_QTY: { from: "postings", of: ({ t }) => figures.netPosted.of(t), scale: 3 },
  RETURN_QTY: { from: "postings", of: ({ t }) => figures.returnedStock.of(t), scale: 3 },
} as const satisfies Readonly<Record<string, Measure>>;

/** Figures of one measure with what they are laid out by, the unit they are counted in and their day. */
function measured(asking: Asking, measure: Measure, { id }: Dimension, span: readonly [string, string]): Sql {
  const isCounted = measure.scale === 3;
  if (measure.from === "orders") {
    const f = factsOf(asking);
    return sql`select ${id(f)} as id, ${isCounted ? f.unit : raw("null::text")} as uom, ${f.orderDate} as day, ${measure.of(f)} as value ${factLines(f, asking, { span })}`;
  }
  const lines = postingsOf(asking);
  const { l, t } = lines;
  return sql`select ${id(dimensioned(lines))} as id, ${isCounted ? sql`coalesce(${l.stockUom}, ${l.uom})` : raw("null::text")} as uom,
    ${t.transactionDate} as day, ${measure.of(lines)} as value ${postings(lines, asking, span)}`;
}

/** One measure of a year, months across. */
export async function pivot(asking: Asking): Promise<Answered<SpendReplies["pivot"]>> {
  const { db, filter, today } = asking;
  const asked = given(filter, "year") ?? today.slice(0, 4);
  const by = given(filter, "rowsBy") ?? "CATEGORY";
  const dimension = dimensionOf(by, "CATEGORY");
  const measure: Measure = measures[(given(filter, "measure") ?? "ORDER_AMOUNT") as keyof typeof measures] ?? measures.ORDER_AMOUNT;
  const span = [`${asked}-01-01`, `${asked}-12-31`] as const;
  const isOrdered = measure.from === "orders";
  const cells = await db.query<{ id: string | null; name: string | null; uom: string | null; month: number; value: string }>(
    namedBy(
      dimension,
      asking,
      // Quantities are counted in the stock unit: each unit has its own row.
      sql`select id, uom, extract(month from day)::int as month, sum(value) as value from (${measured(asking, measure, dimension, span)}) v group by 1, 2, 3`,
    ),
  );
  const isMixed = new Set(cells.map((one) => one.uom)).size > 1;
  const shown = (value: string): string => round(value, measure.scale);
  const added = (of: readonly { readonly value: string }[]): string | null => (isMixed ? null : shown(sum(of.map((one) => one.value))));
  const days: Readonly<Record<string, string>> = isOrdered ? {} : { daysOf: "POSTING" };
  /** A month of the year, or the whole of it. */
  const lead = (month: number | null, own: Readonly<Record<string, string | null>>) =>
    drillOf(asking, {
      ...daysOf(month === null ? asked : `${asked}-${String(month).padStart(2, "0")}`, ["0000", "9999"]),
      ...days,
      ...own,
    });
  const rows = [...Map.groupBy(cells, (one) => `${one.id ?? ""} ${one.uom ?? ""}`).values()]
    .map((all) => ({ ...{ id: all[0]!.id ?? "", name: all[0]!.name ?? "", uom: all[0]!.uom }, all }))
    .map(({ id, name, uom, all }) => ({
      ...{ name, uom },
      ...Object.fromEntries(all.map((one) => [`m${one.month}`, shown(one.value)])),
      total: shown(sum(all.map((one) => one.value))),
      ...{ drill: lead(null, oneOf(by, id)), months: Array.from({ length: 12 }, (_, i) => lead(i + 1, oneOf(by, id))) },
    }))
    .sort((a, b) => cmp(b.total, a.total));
  const months = Array.from({ length: 12 }, (_, i) => ({
    month: i + 1,
    // What is still to come is not nothing.
    value: `${asked}-${String(i + 1).padStart(2, "0")}` > today ? null : added(cells.filter((one) => one.month === i + 1)),
    drill: lead(i + 1, {}),
  }));
  const total = added(cells);
  const first = total === null ? null : (rows[0]?.name ?? null);
  return {
    rows,
    ...(isMixed ? {} : { totals: { ...Object.fromEntries(months.map((one) => [`m${one.month}`, one.value])), total } }),
    figures: {
      by,
      from: measure.from,
      isMoney: measure.scale === 2,
      year: asked,
      total,
      best: total && percentOf(rows[0]?.total ?? "0", total),
      first,
    },
    groups: { months },
    notes: [],
  };
}
