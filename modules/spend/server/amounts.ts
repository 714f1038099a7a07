import { add, div, isZero, round, sub, sum } from "#kernel/decimal.ts";
import type { Row } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import type { Text } from "#kernel/text.ts";
import { quotaShares } from "../questions.ts";
import type { SpendReplies } from "../replies.ts";
import { isWhole } from "../definitions.ts";
import { classesOf, concentration, growth, sharesOf } from "../figures.ts";
import { shiftMonth } from "#kernel/days.ts";
import { raw, sql, type Column, type Sql } from "#kernel/query.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { daysOf, dimensionOf, drillKey, drillOf, factLines, factsOf, firstDay, given, namedBy } from "./facts.ts";
import { oneOf, spanOf, worthOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);
const periodOf = (day: Column | Sql, grain: string | null): Sql =>
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
  readonly share: string | null;
}

/** The first of the cells, and what all of them come to. */
interface Stat extends Record<"orders" | "lines", number> {
  readonly rows: readonly Cell[] | null;
  readonly periods: readonly Pick<Cell, "period" | "orders" | "amount">[] | null;
  readonly names: readonly Pick<Cell, "id" | "name" | "amount">[] | null;
  readonly total: string;
}

/** How much was ordered, period by period and laid out by something. */
export async function stat(asking: Asking): Promise<Answered<SpendReplies["stat"]>> {
  const { db, filter, most } = asking;
  const by = given(filter, "dimension") ?? "SUPPLIER";
  const dimension = dimensionOf(by, "SUPPLIER");
  const f = factsOf(asking);
  // First order by order, then by month: counting distinct orders in one step would sort every line.
  const perOrder = sql`select ${f.month} as month, ${dimension.id(f)} as id,
      count(*) as lines, sum(${worthOf(f, asking)}) as amount ${factLines(f, asking)} group by ${f.documentId}, 1, 2`;
  const groups = sql`select month, id, count(*)::int as orders, sum(lines)::int as lines, sum(amount) as amount from (${perOrder}) o group by 1, 2`;
  const periods = sql`select ${periodOf(firstDay("month"), given(filter, "grain"))} as period, id,
      sum(orders)::int as orders, sum(lines)::int as lines, sum(amount) as amount from (${groups}) m group by 1, 2`;
  const shares = sql`select *, case when turn < size then part else 100.00 - (sum(part) over () - part) end as share from (
      select *, round(round(amount * 100 / nullif(sum(amount) over (), 0), 8), 2) as part,
        row_number() over (order by period, amount desc, id) as turn, count(*) over () as size from (${periods}) p) s`;
  const cells = sql`select turn, period, id, orders, lines, amount::text as amount, share::text as share from s where turn <= ${most + 1}`;
  const sums = sql`select id, sum(amount) as sum, sum(amount)::text as amount from s group by 1`;
  const [found, several] = await Promise.all([
    db.one<Stat>(sql`with s as materialized (${shares})
      select (select json_agg(r) from (${namedBy(dimension, asking, cells)} order by x.turn) r) as rows,
        (select json_agg(p) from (select period, sum(orders)::int as orders, sum(amount)::text as amount from s group by 1 order by 1) p) as periods,
        (select json_agg(n) from (${namedBy(dimension, asking, sums)} order by x.sum desc) n) as names,
        (select coalesce(sum(orders), 0)::int from s) as orders, (select coalesce(sum(lines), 0)::int from s) as lines, (select coalesce(sum(amount), 0)::text from s) as total`),
    dimension.perLine ? countOrders(asking) : null,
  ]);
  const { rows, periods: months, names, lines } = found!;
  const orders = several ?? found!.orders;
  const total = two(found!.total);
  return {
    rows: (rows ?? []).map(({ period, id, name, orders: count, lines: size, share, amount }) => ({
      ...{ period, id, name, orders: count, lines: size, share, amount: two(amount) },
      average: round(div(amount, String(count), 8), 2),
      drill: drillOf(asking, { ...daysOf(period, spanOf(asking)), ...oneOf(by, id) }),
    })),
    totals: { lines: String(lines), orders: String(orders), amount: total },
    figures: { total, orders, lines, average: orders ? round(div(total, String(orders), 8), 2) : null },
    groups: {
      periods: (months ?? []).map(({ period, orders: count, amount }) => ({
        ...{ period, orders: count, amount: two(amount) },
        drill: drillOf(asking, daysOf(period, spanOf(asking))),
      })),
      names: (names ?? []).map(({ id, name, amount }) => ({ id: id ?? "", name: name ?? "", amount: two(amount) })),
    },
    notes: [],
  };
}

/** An order with lines of two categories is one order. */
async function countOrders(asking: Asking): Promise<number> {
  const f = factsOf(asking);
  const found = await asking.db.one<{ n: number }>(
    sql`select count(*)::int as n from (select 1 ${factLines(f, asking)} group by ${f.documentId}) o`,
  );
  return found?.n ?? 0;
}

/** The headline figures of the amounts alone, for the period before. */
export async function statBefore(asking: Asking): Promise<Row> {
  const f = factsOf(asking);
  const [whole] = await asking.db.query<{ orders: number; total: string }>(
    sql`select count(*)::int as orders, coalesce(sum(amount), 0)::text as total from (select sum(${worthOf(f, asking)}) as amount ${factLines(f, asking)} group by ${f.documentId}) o`,
  );
  const { orders, total } = whole!;
  return { total: two(total), orders, average: orders ? round(div(two(total), String(orders), 8), 2) : null };
}

/** How amounts grew against the month and the year before. */
export async function rate(asking: Asking): Promise<Answered<SpendReplies["rate"]>> {
  const { db, filter, today } = asking;
  const asked = given(filter, "year") ?? today.slice(0, 4);
  const before = String(Number(asked) - 1);
  const by = given(filter, "dimension") ?? "ALL";
  const dimension = dimensionOf(by, "ALL");
  const f = factsOf(asking);
  const span = [`${before}-01-01`, `${asked}-12-31`] as const;
  const cells = await db.query<{ month: string; id: string; name: string | null; amount: string }>(
    namedBy(
      dimension,
      asking,
      sql`select ${periodOf(firstDay("month"), "MONTH")} as month, id, amount from (
        select ${f.month} as month, coalesce(${dimension.id(f)}, '') as id, sum(${worthOf(f, asking)}) as amount ${factLines(f, asking, { span })} group by 1, 2) d`,
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
      // Before the first order there is no figure, not one of nothing.
      const known = (value: string, of: string): string | null => (isZero(value) && !isWhole(of, since) ? null : two(value));
      return {
        ...{ month, amount: two(amount), cumulative: two(now) },
        ...{ lastMonth: known(lastMonth, shiftMonth(month, -1)), lastYear: known(lastYear, shiftMonth(month, -12)) },
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
      .filter((row) => !isZero(row.amount) || !isZero(row.lastYear ?? "0"))
      .map((row) => ({
        ...{ ...row, name: all[0]!.name ?? "", drill: lead(row.month, oneOf(by, id)) },
        ...{ drillMonth: lead(shiftMonth(row.month, -1), oneOf(by, id)), drillYear: lead(shiftMonth(row.month, -12), oneOf(by, id)) },
      })),
  );
  const last = whole.at(-1);
  const earlier = whole.flatMap((one) => one.lastYear ?? []);
  return {
    rows,
    totals: { amount: two(sum(whole.map((one) => one.amount))), lastYear: earlier.length ? two(sum(earlier)) : null },
    figures: { year: asked, total: last?.cumulative ?? "0.00", rate: last?.cumulativeRate ?? null },
    groups: { months: whole },
    notes: isYearWhole || since === null ? [] : [{ code: "BASE_YEAR", text: shortYear(before, since), count: 1 }],
  };
}

const shortYear = (year: string, since: string): Text => [
  `累计同比留空：订单自 ${since} 起，${year} 年不完整，无法比较`,
  `The rate to date is empty: orders begin on ${since}, so ${year} is incomplete and cannot be compared`,
];

/** The day of the first order among those asked for, whatever year it is of. */
export async function beginOf(asking: Asking): Promise<string | null> {
  const f = factsOf(asking);
  const found = await asking.db.one<{ day: string }>(
    sql`select ${f.orderDate}::text as day ${factLines(f, asking, { span: ["0001-01-01", "9999-12-31"] })} order by ${f.orderDate} limit 1`,
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

type Named = Record<"id" | "name" | "amount", string>;

/** Its headline figures alone, for the period before. */
export async function supplierShareBefore(asking: Asking): Promise<Row> {
  const f = factsOf(asking);
  const rows = await asking.db.query<{ amount: string }>(
    sql`select sum(${f.baseExcl}) as amount ${factLines(f, asking)} group by ${f.supplierId} order by 1 desc, ${f.supplierId}`,
  );
  const amounts = rows.map((one) => two(one.amount));
  return { total: two(sum(amounts)), suppliers: amounts.length, firstShare: sharesOf(amounts)[0] ?? null };
}

/** Who has how much of an item or a category. */
export async function supplierShare(asking: Asking): Promise<Answered<SpendReplies["supplierShare"]>> {
  const { db, filter, most } = asking;
  const by = given(filter, "by") === "ITEM" ? "ITEM" : "CATEGORY";
  const group = dimensionOf(by, by);
  const [f, s] = [factsOf(asking), asking.source.names(supplierInfo)];
  const sums = sql`select coalesce(${group.id(f)}, '') as id, ${f.supplierId}, ${by === "ITEM" ? sql`sum(${f.stockedQty})` : raw("0")} as qty, sum(${f.baseExcl}) as amount ${factLines(f, asking)} group by 1, 2`;
  const suppliers = namedBy(
    dimensionOf("SUPPLIER", "SUPPLIER"),
    asking,
    sql`select "supplierId" as id, sum(amount) as sum, sum(amount)::text as amount from a group by 1`,
  );
  // Shares are calculated for the groups that are listed: the first by name.
  const answer = await db.one<{ readonly rows: readonly Shared[] | null; readonly suppliers: readonly Named[] | null }>(
    sql`with a as materialized (${sums}),
      n as materialized (select *, sum(size) over (order by name, id rows unbounded preceding) - size as before
        from (${namedBy(group, asking, sql`select id, count(*) as size from a group by 1`)}) g),
      y as (select z.*, n.name, ${s.name} as "supplierName" from (${sharesOfGroups(sql`select a.* from a join n on n.id = a.id where n.before <= ${most}`)}) z
        join n on n.id = z.id join ${s} on ${s.id} = z."supplierId" order by n.name, z.id, z.amount desc, z."supplierId" limit ${most + 1})
    select (select json_agg(r) from (select nullif(id, '') as id, name, "supplierId", "supplierName", qty::text as qty, amount::text as amount, share::text as share, hhi::text as hhi
        from y order by y.name, y.id, y.amount desc, y."supplierId") r) as rows,
      (select json_agg(r) from (select id, name, amount from (${suppliers}) v order by v.sum desc, v.id) r) as suppliers`,
  );
  const [found, bySupplier] = [answer?.rows ?? [], answer?.suppliers ?? []];
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
    groups: { suppliers: whole.map((one, i) => ({ ...one, share: shares[i] ?? null, drill: drillOf(asking, { supplierId: one.id }) })) },
    notes: [],
  };
}

/** The headline figures of the shares of amount alone, for the period before. */
export async function amountShareBefore(asking: Asking): Promise<Row> {
  const f = factsOf(asking);
  const by = dimensionOf(given(asking.filter, "dimension") ?? "CATEGORY", "CATEGORY");
  const groups = sql`select sum(${worthOf(f, asking)}) as amount ${factLines(f, asking)} group by ${by.id(f)}`;
  const [whole] = await asking.db.query<{ count: number; total: string }>(
    sql`select count(*)::int as count, coalesce(sum(amount), 0)::text as total from (${groups}) g`,
  );
  return { total: two(whole!.total), count: whole!.count };
}

/** What the money goes to, from the greatest down. */
export async function amountShare(asking: Asking): Promise<Answered<SpendReplies["amountShare"]>> {
  const { db, filter } = asking;
  const by = given(filter, "dimension") ?? "CATEGORY";
  const dimension = dimensionOf(by, "CATEGORY");
  const f = factsOf(asking);
  const perOrder = sql`select ${dimension.id(f)} as id, sum(${worthOf(f, asking)}) as amount ${factLines(f, asking)} group by ${f.documentId}, 1`;
  const found = await db.query<{ id: string | null; name: string | null; orders: number; amount: string }>(
    sql`${namedBy(
      dimension,
      asking,
      sql`select id, count(*)::int as orders, sum(amount) as amount from (${perOrder}) o group by 1`,
    )} order by x.amount desc, name`,
  );
  const [shares, classes] = [sharesOf(found.map((one) => one.amount)), classesOf(found.map((one) => one.amount))];
  // First what was bought, then from whom; what is named already is not asked again.
  const next = ["CATEGORY", "SUPPLIER"].find((one) => one !== by && given(filter, drillKey[one]!) === null) ?? null;
  const rows = found.map((one, i) => ({
    ...{ rank: i + 1, name: one.name ?? "", orders: one.orders, amount: two(one.amount), share: shares[i] ?? null, ...classes[i]! },
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
