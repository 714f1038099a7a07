import { round, sub, sum } from "#kernel/decimal.ts";
import type { Row } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { all, every, raw, sql, within, type Column, type Source, type Sql } from "#kernel/query.ts";
import { item } from "#modules/base/index.ts";
import { requisition as requisitions, requisitionLine, targetRel } from "#modules/demand/index.ts";
import { order } from "#modules/order/index.ts";
import type { SpendReplies } from "../replies.ts";
import { ageBucket, ages, percentOf } from "../figures.ts";
import { workingDays } from "./days.ts";
import { drillOf, given, spanOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);
const three = (value: string): string => round(value, 3);

/** What the reader sees of requisitions (h) and their lines (l). */
interface Lines {
  readonly h: Source<typeof requisitions>;
  readonly l: Source<typeof requisitionLine>;
}
function linesOf({ source }: Asking): Lines {
  const h = source(requisitions);
  return { h, l: source(requisitionLine, h) };
}

/** The lines of requisitions that left the draft. */
function requisitionLines({ h, l }: Lines, asking: Asking, join = raw(""), [from, to] = spanOf(asking)): Sql {
  const { me, asked, filter } = asking;
  const is = (column: Column, key: string): Sql | null => {
    const value = given(filter, key);
    return value === null ? null : sql`${column} = ${value}`;
  };
  const where = all(
    sql`${h.status} not in ('DRAFT', 'REJECTED')`,
    sql`${h.requestDate} between ${from} and ${to}`,
    me.categories !== "all" && all(sql`${l.categoryId} is not null`, within(l.categoryId, me.categories)),
    asked.orgId !== null && sql`${h.orgId} = ${asked.orgId}`,
    asked.categoryIds !== null && sql`${l.categoryId} = any(${asked.categoryIds}::text[])`,
    ...[is(h.deptId, "deptId"), is(l.buyerId, "buyerId"), is(h.requesterId, "requesterId")],
  );
  return sql`from ${h} join ${l} on ${l.parentId} = ${h.id} ${join} where ${where}`;
}

/** The day of the first requisition among those asked for. */
export async function demandSince(asking: Asking): Promise<string | null> {
  const lines = linesOf(asking);
  const found = await asking.db.one<{ day: string }>(
    sql`select ${lines.h.requestDate}::text as day ${requisitionLines(lines, asking, raw(""), ["0001-01-01", "9999-12-31"])} order by ${lines.h.requestDate} limit 1`,
  );
  return found?.day ?? null;
}

/** The first order of a line (f): its day, and the hours until its supplier confirmed. */
function firstOrder({ l }: Lines, { source }: Asking): Sql {
  const [o, target] = [source(order), every(targetRel)];
  return sql`left join lateral (
    select min(${o.orderDate}) as day, min(extract(epoch from ${o.confirmDate} - ${o.publishDate}) / 3600) as hours
    from ${target} join ${o} on ${o.id} = ${target.targetHeaderId}
    where ${target.reqLineId} = ${l.id} and ${target.targetType} = 'ORDER' and ${target.relStatus} = 'ORDERED') f on true`;
}

const mean = (value: string): Sql => raw(`round(round(avg(${value}), 6), 1)::text`);

interface Followed
  extends
    Record<"requested" | "cancelled" | "ordered", string>,
    Record<"approveDays" | "assignDays" | "orderDays" | "confirmHours" | "meanRate", string | null> {
  /** In how many units its lines are counted. */
  readonly units: number;
  readonly id: string | null;
  readonly whole: number;
  readonly name: string | null;
  readonly lines: number;
  readonly overdue: number;
  readonly approved: number;
  readonly withOrder: number;
  readonly confirmed: number;
  /** Days to order: the least, a quarter, half, three quarters and all of the lines. */
  readonly box: readonly number[] | null;
}

const countedOf = ({
  requested,
  cancelled,
  ordered,
  units,
  meanRate,
}: Pick<Followed, "requested" | "cancelled" | "ordered" | "units" | "meanRate">) =>
  units > 1
    ? { requested: null, ordered: null, rate: meanRate }
    : { requested: three(requested), ordered: three(ordered), rate: percentOf(ordered, sub(requested, cancelled)) };

/** The headline figures alone, for the period before. */
export async function requisitionOrderBefore(asking: Asking): Promise<Row> {
  const lines = linesOf(asking);
  const { l } = lines;
  const [whole] = await asking.db.query<Pick<Followed, "lines" | "requested" | "cancelled" | "ordered" | "units" | "meanRate">>(
    sql`select count(*)::int as lines, coalesce(sum(${l.requestQty}), 0)::text as requested, coalesce(sum(${l.cancelledQty}), 0)::text as cancelled,
      coalesce(sum(${l.orderedQty}), 0)::text as ordered, count(distinct ${l.uom})::int as units,
      round(avg(${l.orderedQty} * 100 / nullif(${l.requestQty} - ${l.cancelledQty}, 0)), 2)::text as "meanRate" ${requisitionLines(lines, asking)}`,
  );
  return { lines: whole!.lines, rate: countedOf(whole!).rate };
}

/** How far and how quickly requisitions became orders, buyer by buyer. */
export async function requisitionOrder(asking: Asking): Promise<Answered<SpendReplies["requisitionOrder"]>> {
  const { db, today } = asking;
  const [lines, b] = [linesOf(asking), asking.source.names(user)];
  const { h, l } = lines;
  const found = await db.query<Followed>(sql`
    with x as (select ${l.buyerId} as id, ${l.requestQty} as requested, ${l.cancelledQty} as cancelled, ${l.orderedQty} as ordered, ${l.openQty} as open, ${l.uom} as uom,
        ${l.needByDate} as "needBy", ${h.requestDate} as asked, ${l.approvedAt} as approved, ${l.assignedAt} as assigned, f.day, f.hours
      ${requisitionLines(lines, asking, firstOrder(lines, asking))})
    select y.*, ${b.name} as name from (
      select id, grouping(id) as whole, count(*)::int as lines, coalesce(sum(requested), 0)::text as requested, coalesce(sum(cancelled), 0)::text as cancelled,
        coalesce(sum(ordered), 0)::text as ordered, ${mean(workingDays("asked", "approved"))} as "approveDays", ${mean(workingDays("approved", "assigned"))} as "assignDays", ${mean(workingDays("approved", "day"))} as "orderDays",
        count(distinct uom)::int as units, round(avg(ordered * 100 / nullif(requested - cancelled, 0)), 2)::text as "meanRate",
        ${mean("hours")} as "confirmHours", count(*) filter (where "needBy" < ${today}::date and open > 0)::int as overdue,
        count(approved)::int as approved, count(day)::int as "withOrder", count(hours)::int as confirmed,
        percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by ${raw(workingDays("approved", "day"))}) as box
      from x group by grouping sets ((id), ())) y
    left join ${b} on ${b.id} = y.id order by y.lines desc, y.id`);
  const shown = (one: Followed) => {
    const { lines, approveDays, assignDays, orderDays, confirmHours, overdue } = one;
    return { lines, ...countedOf(one), approveDays, assignDays, orderDays, confirmHours, overdue };
  };
  const asked = drillOf(asking, { deptId: given(asking.filter, "deptId") });
  const whole = found.find((one) => one.whole === 1)!;
  return {
    rows: found
      .filter((one) => one.whole === 0)
      .map((one) => ({
        name: one.name ?? (asking.me.language === "EN" ? "Not assigned" : "未分配"),
        ...shown(one),
        box: one.box,
        drill: { ...asked, ...(one.id ? { buyerId: one.id } : {}) },
      })),
    totals: { lines: String(whole.lines), overdue: String(whole.overdue) },
    figures: shown(whole),
    groups: {
      funnel: [
        { step: "requested", count: whole.lines },
        { step: "approved", count: whole.approved },
        { step: "ordered", count: whole.withOrder },
        { step: "confirmed", count: whole.confirmed },
      ],
    },
    notes: [],
  };
}

// Requisitions in other currencies count in base currency, at the rate they were submitted with.
const inBase = ({ h }: Lines, amount: Column | Sql): Sql => sql`round(${amount} * coalesce(${h.exchangeRate}, 1), 2)`;
const estimate = (lines: Lines): Sql => inBase(lines, lines.l.estAmount);
const openAmount = (lines: Lines): Sql => inBase(lines, sql`coalesce(${lines.l.estPrice}, 0) * ${lines.l.openQty}`);
/** Days since approval of what is still open. */
const age = ({ l }: Lines, day: string): Sql => sql`case when ${l.openQty} > 0 then ${day}::date - ${l.approvedAt} end`;

/** The newest lines asked for, with the words of their people and items. */
function newestLines(asking: Asking): Sql {
  const [lines, shown] = [linesOf(asking), linesOf(asking)];
  const { h, l } = shown;
  const newest = ({ h, l }: Lines): Sql => sql`${h.requestDate} desc, ${l.id} desc`;
  const i = asking.source.names(item);
  return sql`with x as materialized (select ${lines.l.id} ${requisitionLines(lines, asking)} order by ${newest(lines)} limit ${asking.most + 1})
    select ${l.id}, ${h.id} as "headerId", ${h.requisitionNum}, ${l.lineNum}, ${l.lineStatus}, coalesce(${i.code} || ' ' || ${i.name}, ${l.itemDesc}) as "itemName",
      ${h.requesterName} as requester, ${l.buyerId}, ${l.buyerName} as buyer, ${l.needByDate}::text as "needByDate", ${l.requestQty}::text as requested, ${l.openQty}::text as open,
      ${l.uom}, ${estimate(shown)}::text as amount, ${openAmount(shown)}::text as "openAmount", ${age(shown, asking.today)} as age
    from x join ${l} on ${l.id} = x.id join ${h} on ${h.id} = ${l.parentId} left join ${i} on ${i.id} = ${l.itemId} order by ${newest(shown)}`;
}

interface Standing {
  readonly whole: number;
  readonly status: string;
  /** Which of the ages, from 0; null of what is not open. */
  readonly bucket: number | null;
  readonly lines: number;
  readonly documents: number;
  readonly amount: string;
  readonly openAmount: string;
}

/** The headline figures alone, for the period before. */
export async function requisitionBefore(asking: Asking): Promise<Row> {
  const lines = linesOf(asking);
  const [whole] = await asking.db.query<{ lines: number; amount: string }>(
    sql`select count(*)::int as lines, coalesce(sum(${estimate(lines)}), 0)::text as amount ${requisitionLines(lines, asking)}`,
  );
  return { lines: whole!.lines, amount: two(whole!.amount) };
}

/** Where requisitions stand, and how long what is open has been waiting. */
export async function requisition(asking: Asking): Promise<Answered<SpendReplies["requisition"]>> {
  const { db, today } = asking;
  const lines = linesOf(asking);
  const limits = ages.slice(0, -1).map(([most]) => most + 1);
  const [rows, found] = await Promise.all([
    db.query<Omit<SpendReplies["requisition"]["row"], "bucket" | "drill">>(newestLines(asking)),
    db.query<Standing>(
      sql`select grouping(status) as whole, status, width_bucket(age, array[${raw(limits.join(", "))}]) as bucket, count(*)::int as lines, count(distinct doc)::int as documents,
         coalesce(sum(amount), 0)::text as amount, coalesce(sum(open), 0)::text as "openAmount"
       from (select ${lines.h.id} as doc, ${lines.l.lineStatus} as status, ${age(lines, today)} as age, ${estimate(lines)} as amount, ${openAmount(lines)} as open ${requisitionLines(lines, asking)}) x
       group by grouping sets ((status, width_bucket(age, array[${raw(limits.join(", "))}])), ())`,
    ),
  ]);
  const whole = found.find((one) => one.whole === 1)!;
  const parts = found.filter((one) => one.whole === 0);
  const counted = (of: readonly Standing[]): number => of.reduce((n, one) => n + one.lines, 0);
  return {
    rows: rows.map((line) => ({
      ...line,
      ...{ requested: three(line.requested), open: three(line.open), bucket: line.age === null ? "" : ageBucket(line.age) },
      drill: { id: line.headerId },
    })),
    figures: {
      ...{ lines: whole.lines, documents: whole.documents, amount: two(whole.amount), openAmount: two(whole.openAmount) },
      openLines: counted(parts.filter((one) => one.bucket !== null)),
    },
    totals: { amount: two(whole.amount), openAmount: two(whole.openAmount) },
    groups: {
      ages: ages.map(([, bucket], i) => {
        const own = parts.filter((one) => one.bucket === i);
        const counts = Object.fromEntries([...Map.groupBy(own, (one) => one.status)].map(([status, of]) => [status, counted(of)]));
        return { bucket, count: counted(own), counts, amount: two(sum(own.map((one) => one.openAmount))) };
      }),
      statuses: [...Map.groupBy(parts, (one) => one.status)].map(([status, own]) => ({ status, count: counted(own) })),
    },
    notes: [],
  };
}
