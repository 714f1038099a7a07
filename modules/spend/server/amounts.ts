import { add, cmp, div, isZero, round, sub, sum } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import type { Text } from "#kernel/text.ts";
import { quotaShares } from "../questions.ts";
import { figures, isWhole } from "../definitions.ts";
import { classesOf, concentration, growth, percentOf, sharesOf } from "../figures.ts";
import { shiftMonth } from "#kernel/days.ts";
import { sql, type Column, type Sql } from "#kernel/query.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { baseWorth, daysOf, dimensionOf, drillKey, drillOf, effective, given, linesOf, namedBy } from "./facts.ts";
import { oneOf, orderLines, postings, postingsOf, spanOf, stocked, worth, type Posted } from "./facts.ts";

const two = (value: string): string => round(value, 2);
const periodOf = (day: Column, grain: string | null): Sql =>
  grain === "QUARTER"
    ? sql`to_char(${day}, 'YYYY"Q"Q')`
    : grain === "YEAR"
      ? sql`to_char(${day}, 'YYYY')`
      : sql`to_char(${day}, 'YYYY-MM')`;

interface Cell {
  readonly period: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly orders: number;
  readonly lines: number;
  readonly amount: string;
}

/** How much was ordered, period by period and laid out by something. */
export async function stat(asking: Asking): Promise<Answered> {
  const { db, filter } = asking;
  const by = given(filter, "dimension") ?? "SUPPLIER";
  const dimension = dimensionOf(by, "SUPPLIER");
  const lines = linesOf(asking);
  const groups = sql`select ${periodOf(lines.h.orderDate, given(filter, "grain"))} as period, ${dimension.id(lines)} as id,
      count(distinct ${lines.h.id})::int as orders, count(*)::int as lines, sum(${worth(lines, asking)}) as amount ${orderLines(lines, asking)} group by 1, 2`;
  const [rows, several] = await Promise.all([
    db.query<Cell>(sql`${namedBy(dimension, asking, groups)} order by x.period, x.amount desc`),
    dimension.perLine ? countOrders(asking) : null,
  ]);
  const orders = several ?? rows.reduce((n, row) => n + row.orders, 0);
  const shares = sharesOf(rows.map((row) => row.amount));
  const total = two(sum(rows.map((row) => row.amount)));
  const months = [...Map.groupBy(rows, (row) => row.period)].map(([period, all]) => ({
    period,
    amount: two(sum(all.map((one) => one.amount))),
    orders: all.reduce((n, one) => n + one.orders, 0),
    drill: drillOf(asking, daysOf(period, spanOf(asking))),
  }));
  const names = [...Map.groupBy(rows, (row) => row.id ?? "")]
    .map(([id, all]) => ({ id, name: all[0]!.name ?? "", amount: two(sum(all.map((one) => one.amount))) }))
    .sort((a, b) => cmp(b.amount, a.amount));
  return {
    rows: rows.map((row, i) => ({
      ...row,
      amount: two(row.amount),
      average: round(div(row.amount, String(row.orders), 8), 2),
      share: shares[i],
      drill: drillOf(asking, { ...daysOf(row.period, spanOf(asking)), ...oneOf(by, row.id) }),
    })),
    totals: { lines: String(rows.reduce((n, row) => n + row.lines, 0)), orders: String(orders), amount: total },
    figures: {
      total,
      orders,
      lines: rows.reduce((n, row) => n + row.lines, 0),
      average: orders ? round(div(total, String(orders), 8), 2) : null,
    },
    groups: { periods: months, names },
    notes: [],
  };
}

/** An order with lines of two categories is one order. */
async function countOrders(asking: Asking): Promise<number> {
  const lines = linesOf(asking);
  const found = await asking.db.one<{ n: number }>(sql`select count(distinct ${lines.h.id})::int as n ${orderLines(lines, asking)}`);
  return found?.n ?? 0;
}

/** How amounts grew against the month and the year before. */
export async function rate(asking: Asking): Promise<Answered> {
  const { db, filter, today } = asking;
  const asked = given(filter, "year") ?? today.slice(0, 4);
  const before = String(Number(asked) - 1);
  const by = given(filter, "dimension") ?? "ALL";
  const dimension = dimensionOf(by, "ALL");
  const ordered = linesOf(asking);
  const span = [`${before}-01-01`, `${asked}-12-31`] as const;
  const cells = await db.query<{ month: string; id: string; name: string | null; amount: string }>(
    namedBy(
      dimension,
      asking,
      sql`select ${periodOf(ordered.h.orderDate, "MONTH")} as month, coalesce(${dimension.id(ordered)}, '') as id, sum(${worth(ordered, asking)}) as amount
       ${orderLines(ordered, asking, { span })} group by 1, 2`,
    ),
  );
  const since = await beginOf(asking);
  const isYearWhole = isWhole(`${before}-01`, since);
  const months = Array.from({ length: 12 }, (_, i) => `${asked}-${String(i + 1).padStart(2, "0")}`).filter(
    (month) => month <= today.slice(0, 7),
  );
  const lead = (month: string, own: Readonly<Record<string, string | null>>) =>
    drillOf(asking, { ...daysOf(month, ["0000", "9999"]), ...own });
  const lines = (of: readonly (typeof cells)[number][]) => {
    const amounts = Map.groupBy(of, (one) => one.month);
    const at = (month: string): string => sum((amounts.get(month) ?? []).map((one) => one.amount));
    let [now, past] = ["0", "0"];
    return months.map((month) => {
      const [amount, lastMonth, lastYear] = [at(month), at(shiftMonth(month, -1)), at(shiftMonth(month, -12))];
      [now, past] = [add(now, amount), add(past, lastYear)];
      return {
        ...{ month, amount: two(amount), lastMonth: two(lastMonth), lastYear: two(lastYear), cumulative: two(now) },
        monthRate: isWhole(shiftMonth(month, -1), since) ? growth(amount, lastMonth) : null,
        yearRate: isWhole(shiftMonth(month, -12), since) ? growth(amount, lastYear) : null,
        cumulativeRate: isYearWhole ? growth(now, past) : null,
        ...{ drill: lead(month, {}), drillMonth: lead(shiftMonth(month, -1), {}), drillYear: lead(shiftMonth(month, -12), {}) },
      };
    });
  };
  const whole = lines(cells);
  const rows = [...Map.groupBy(cells, (one) => one.id)].flatMap(([id, all]) =>
    lines(all)
      .filter((row) => !isZero(row.amount) || !isZero(row.lastYear))
      .map((row) => ({
        ...{ ...row, name: all[0]!.name ?? "", drill: lead(row.month, oneOf(by, id)) },
        ...{ drillMonth: lead(shiftMonth(row.month, -1), oneOf(by, id)), drillYear: lead(shiftMonth(row.month, -12), oneOf(by, id)) },
      })),
  );
  const last = whole.at(-1);
  return {
    rows,
    totals: { amount: two(sum(whole.map((one) => one.amount))), lastYear: two(sum(whole.map((one) => one.lastYear))) },
    figures: { year: asked, total: last?.cumulative ?? "0.00", rate: last?.cumulativeRate ?? null },
    groups: { months: whole },
    notes: isYearWhole || since === null ? [] : [{ code: "BASE_YEAR", text: shortYear(before, since), count: 1 }],
  };
}

const shortYear = (year: string, since: string): Text => [
  `累计同比留空：订单自 ${since} 起，${year} 年不完整，无法比较`,
  `The rate to date is empty: orders begin on ${since}, so ${year} is not complete and cannot be compared with`,
];

/** The day of the first order among those asked for, whatever year it is of. */
export async function beginOf(asking: Asking): Promise<string | null> {
  const lines = linesOf(asking);
  const found = await asking.db.one<{ day: string | null }>(
    sql`select min(${lines.h.orderDate})::text as day ${orderLines(lines, asking, { span: ["0001-01-01", "9999-12-31"] })}`,
  );
  return found?.day ?? null;
}

interface Shared extends Record<"supplierId" | "supplierName" | "qty" | "amount" | "hhi", string> {
  readonly id: string | null;
  readonly name: string | null;
  readonly share: string | null;
}

/** Shares of the suppliers of each group (x): they show 100.00 together, since the last one takes what rounding left. */
const sharesOfGroups = (groups: Sql): Sql => sql`
  select id, "supplierId", qty, amount, share, round(coalesce(sum(share * share) over (partition by id), 0), 0) as hhi from (
    select *, case when turn < size then part else 100.00 - (sum(part) over (partition by id) - part) end as share from (
      select *, round(round(amount * 100 / nullif(sum(amount) over (partition by id), 0), 8), 2) as part,
        row_number() over (partition by id order by amount desc, "supplierId") as turn, count(*) over (partition by id) as size from (${groups}) a) b) c`;

/** What was meant beside what was bought: the difference in points. */
const againstQuota = (share: string | null, quota: string | null) => ({
  quota,
  deviation: share === null || quota === null ? null : sub(share, quota),
});

/** Who has how much of an item or a category. */
export async function supplierShare(asking: Asking): Promise<Answered> {
  const { db, filter, most } = asking;
  const by = given(filter, "by") === "ITEM" ? "ITEM" : "CATEGORY";
  const group = dimensionOf(by, by);
  const [lines, s] = [linesOf(asking), asking.source.names(supplierInfo)];
  const [found, bySupplier] = await Promise.all([
    db.query<Shared>(
      sql`select y.*, ${s.name} as "supplierName" from (select * from (${namedBy(
        group,
        asking,
        sharesOfGroups(
          sql`select ${group.id(lines)} as id, ${lines.h.supplierId}, sum(${by === "ITEM" ? stocked(lines) : effective(lines)}) as qty, sum(${baseWorth(lines)}) as amount ${orderLines(lines, asking)} group by 1, 2`,
        ),
      )}) z order by name, id, amount desc, "supplierId" limit ${most + 1}) y join ${s} on ${s.id} = y."supplierId" order by y.name, y.id, y.amount desc, y."supplierId"`,
    ),
    db.query<{ id: string; name: string; amount: string }>(
      sql`${namedBy(dimensionOf("SUPPLIER", "SUPPLIER"), asking, sql`select ${lines.h.supplierId} as id, sum(${baseWorth(lines)}) as amount ${orderLines(lines, asking)} group by 1`)} order by x.amount desc, x.id`,
    ),
  ]);
  const [from, to] = spanOf(asking);
  const ids = [...new Set(found.flatMap((one) => one.id ?? []))];
  const meant = quotaShares.isAnswered(asking.find)
    ? await quotaShares.ask(asking.find, { by, orgId: asking.asked.orgId, ids, from, to })
    : [];
  const quotas = new Map(meant.map((one) => [`${one.id} ${one.supplierId}`, one.share]));
  const rows = found.map(({ name, ...one }) => ({
    ...{ ...one, groupName: name, ...againstQuota(one.share, quotas.get(`${one.id ?? ""} ${one.supplierId}`) ?? null) },
    ...{ qty: by === "ITEM" ? round(one.qty, 3) : null, amount: two(one.amount) },
    drill: drillOf(asking, { supplierId: one.supplierId, ...oneOf(by, one.id) }),
  }));
  const whole = bySupplier.map((one) => ({ ...one, amount: two(one.amount) }));
  const shares = sharesOf(whole.map((one) => one.amount));
  return {
    rows,
    figures: {
      suppliers: whole.length,
      total: two(sum(whole.map((one) => one.amount))),
      hhi: concentration(shares),
      first: whole[0]?.name ?? null,
      firstShare: shares[0] ?? null,
    },
    totals: { amount: two(sum(whole.map((one) => one.amount))) },
    groups: { suppliers: whole.map((one, i) => ({ ...one, share: shares[i], drill: drillOf(asking, { supplierId: one.id }) })) },
    notes: [],
  };
}

/** What the money goes to, from the greatest down. */
export async function amountShare(asking: Asking): Promise<Answered> {
  const { db, filter } = asking;
  const by = given(filter, "dimension") ?? "CATEGORY";
  const dimension = dimensionOf(by, "CATEGORY");
  const lines = linesOf(asking);
  const found = await db.query<{ id: string | null; name: string | null; orders: number; amount: string }>(
    sql`${namedBy(
      dimension,
      asking,
      sql`select ${dimension.id(lines)} as id, count(distinct ${lines.h.id})::int as orders, sum(${worth(lines, asking)}) as amount ${orderLines(lines, asking)} group by 1`,
    )} order by x.amount desc, name`,
  );
  const [shares, classes] = [sharesOf(found.map((one) => one.amount)), classesOf(found.map((one) => one.amount))];
  // First what was bought, then from whom; what is named already is not asked again.
  const next = ["CATEGORY", "SUPPLIER"].find((one) => one !== by && given(filter, drillKey[one]!) === null) ?? null;
  const rows = found.map((one, i) => ({
    ...{ rank: i + 1, name: one.name ?? "", orders: one.orders, amount: two(one.amount), share: shares[i], ...classes[i]! },
    ...{ drill: drillOf(asking, oneOf(by, one.id)), next },
  }));
  return {
    rows,
    figures: {
      by,
      next,
      total: two(sum(found.map((one) => one.amount))),
      count: rows.length,
      classA: classes.filter((one) => one.cls === "A").length,
    },
    totals: { amount: two(sum(found.map((one) => one.amount))), share: rows.length > 0 ? "100.00" : null },
    groups: { rows: rows.slice(0, 20) },
    notes: [],
  };
}

interface Measure {
  readonly from: "orders" | "postings";
  readonly of: (lines: Posted) => Sql;
  readonly scale: number;
}
const measures = {
  ORDER_AMOUNT: { from: "orders", of: baseWorth, scale: 2 },
  ORDER_QTY: { from: "orders", of: stocked, scale: 3 },
  OPEN_AMOUNT: {
    from: "orders",
    of: ({ h, l }) => sql`${figures.open.of(l)} * ${l.priceExcl} / ${l.priceUnit} * ${h.exchangeRate}`,
    scale: 2,
  },
  RECEIPT_AMOUNT: { from: "postings", of: ({ t }) => figures.netAmount.of(t), scale: 2 },
  RECEIPT_QTY: { from: "postings", of: ({ t }) => figures.netPosted.of(t), scale: 3 },
  RETURN_QTY: { from: "postings", of: ({ t }) => figures.returnedStock.of(t), scale: 3 },
} as const satisfies Readonly<Record<string, Measure>>;

/** One measure of a year, months across. */
export async function pivot(asking: Asking): Promise<Answered> {
  const { db, filter, today } = asking;
  const asked = given(filter, "year") ?? today.slice(0, 4);
  const by = given(filter, "rowsBy") ?? "CATEGORY";
  const dimension = dimensionOf(by, "CATEGORY");
  const measure: Measure = measures[(given(filter, "measure") ?? "ORDER_AMOUNT") as keyof typeof measures] ?? measures.ORDER_AMOUNT;
  const span = [`${asked}-01-01`, `${asked}-12-31`] as const;
  const lines = postingsOf(asking);
  const { h, l, t } = lines;
  const isOrdered = measure.from === "orders";
  const from = isOrdered ? orderLines(lines, asking, { span }) : postings(lines, asking, span);
  // Quantities are counted in the stock unit: each unit has its own row.
  const unit = measure.scale === 3 ? sql`coalesce(${l.stockUom}, ${l.uom})` : sql`null::text`;
  const cells = await db.query<{ id: string | null; name: string | null; uom: string | null; month: number; value: string }>(
    namedBy(
      dimension,
      asking,
      sql`select ${dimension.id(lines)} as id, ${unit} as uom, extract(month from ${isOrdered ? h.orderDate : t.transactionDate})::int as month, sum(${measure.of(lines)}) as value ${from} group by 1, 2, 3`,
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
