import { round, sub, sum } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { named, Statement } from "#kernel/server/statement.ts";
import { requisition as requisitions, requisitionLine } from "#modules/demand/index.ts";
import { order } from "#modules/order/index.ts";
import { ageBucket, ages, percentOf } from "../figures.ts";
import { workingDays } from "./days.ts";
import { drillOf, given, spanOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);
const three = (value: string): string => round(value, 3);

/** The lines of requisitions that left the draft: h the requisition, l the line. */
function requisitionLines(sql: Statement, asking: Asking, join = "", [from, to] = spanOf(asking)): string {
  const { me, asked, filter, source } = asking;
  const is = (column: string, key: string): string => {
    const value = given(filter, key);
    return value === null ? "true" : `${column} = ${sql.at(value)}`;
  };
  const where = [
    `h.status not in ('DRAFT', 'REJECTED')`,
    `h."requestDate" between ${sql.at(from)} and ${sql.at(to)}`,
    me.categories === "all" ? "true" : `(l."categoryId" is not null and ${sql.within('l."categoryId"', me.categories)})`,
    asked.orgId === null ? "true" : `h."orgId" = ${sql.at(asked.orgId)}`,
    asked.categoryIds === null ? "true" : `l."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`,
    ...[is('h."deptId"', "deptId"), is('l."buyerId"', "buyerId"), is('h."requesterId"', "requesterId")],
  ].filter((one) => one !== "true");
  return `from ${source(requisitions, sql)} h join ${source(requisitionLine, sql, "through")} l on l."parentId" = h.id ${join} where ${where.join(" and ")}`;
}

/** The day of the first requisition among those asked for. */
export async function demandSince(asking: Asking): Promise<string | null> {
  const sql = new Statement();
  const found = await asking.db.one<{ day: string | null }>(
    `select min(h."requestDate")::text as day ${requisitionLines(sql, asking, "", ["0001-01-01", "9999-12-31"])}`,
    sql.values,
  );
  return found?.day ?? null;
}

/** The first order of a line (f): its day, and the hours until its supplier confirmed. */
const firstOrder = (sql: Statement, { source }: Asking): string => `left join lateral (
  select min(o."orderDate") as day, min(extract(epoch from o."confirmDate" - o."publishDate") / 3600) as hours
  from "SrmPurRequisitionTargetRel" t join ${source(order, sql)} o on o.id = t."targetHeaderId"
  where t."reqLineId" = l.id and t."targetType" = 'ORDER' and t."relStatus" = 'ORDERED') f on true`;

const mean = (value: string): string => `round(round(avg(${value}), 6), 1)::text`;

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

/** How far and how quickly requisitions became orders, buyer by buyer. */
export async function requisitionOrder(asking: Asking): Promise<Answered> {
  const { db, today } = asking;
  const sql = new Statement();
  const day = `${sql.at(today)}::date`;
  const found = await db.query<Followed>(
    `select x.*, ${named(asking.me, "b", "displayName")} as name from (
       select l."buyerId" as id, grouping(l."buyerId") as whole, count(*)::int as lines, coalesce(sum(l."requestQty"), 0)::text as requested, coalesce(sum(l."cancelledQty"), 0)::text as cancelled,
         coalesce(sum(l."orderedQty"), 0)::text as ordered, ${mean(workingDays('h."requestDate"', 'l."approvedAt"'))} as "approveDays", ${mean(workingDays('l."approvedAt"', 'l."assignedAt"'))} as "assignDays", ${mean(workingDays('l."approvedAt"', "f.day"))} as "orderDays",
         count(distinct l.uom)::int as units, round(avg(l."orderedQty" * 100 / nullif(l."requestQty" - l."cancelledQty", 0)), 2)::text as "meanRate",
         ${mean("f.hours")} as "confirmHours", count(*) filter (where l."needByDate" < ${day} and l."openQty" > 0)::int as overdue,
         count(l."approvedAt")::int as approved, count(f.day)::int as "withOrder", count(f.hours)::int as confirmed,
         percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by ${workingDays('l."approvedAt"', "f.day")}) as box
       ${requisitionLines(sql, asking, firstOrder(sql, asking))} group by grouping sets ((l."buyerId"), ())) x
     left join "BaseUsers" b on b.id = x.id order by x.lines desc, x.id`,
    sql.values,
  );
  const counted = ({ requested, cancelled, ordered, units, meanRate }: Followed) =>
    units > 1
      ? { requested: null, ordered: null, rate: meanRate }
      : { requested: three(requested), ordered: three(ordered), rate: percentOf(ordered, sub(requested, cancelled)) };
  const shown = (one: Followed) => {
    const { lines, approveDays, assignDays, orderDays, confirmHours, overdue } = one;
    return { lines, ...counted(one), approveDays, assignDays, orderDays, confirmHours, overdue };
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
const inBase = (amount: string): string => `round(${amount} * coalesce(h."exchangeRate", 1), 2)`;
const estimate = inBase('l."estAmount"');
const openAmount = inBase('coalesce(l."estPrice", 0) * l."openQty"');
/** Days since approval of what is still open. */
const age = (day: string): string => `case when l."openQty" > 0 then ${day} - l."approvedAt" end`;

/** The newest lines asked for, with the words of their people and items. */
function newestLines(asking: Asking, sql: Statement, day: string): string {
  const newest = `h."requestDate" desc, l.id desc`;
  return `with x as materialized (select l.id ${requisitionLines(sql, asking)} order by ${newest} limit ${asking.most + 1})
    select l.id, h.id as "headerId", h."requisitionNum", l."lineNum", l."lineStatus", coalesce(i."itemCode" || ' ' || ${named(asking.me, "i", "itemName")}, l."itemDesc") as "itemName",
      ${named(asking.me, "u", "displayName")} as requester, l."buyerId", ${named(asking.me, "b", "displayName")} as buyer, l."needByDate"::text as "needByDate", l."requestQty"::text as requested, l."openQty"::text as open,
      l.uom, ${estimate}::text as amount, ${openAmount}::text as "openAmount", ${age(day)} as age
    from x join ${asking.source(requisitionLine, sql, "through")} l on l.id = x.id join ${asking.source(requisitions, sql)} h on h.id = l."parentId" left join "SrmBaseItem" i on i.id = l."itemId"
      left join "BaseUsers" b on b.id = l."buyerId" left join "BaseUsers" u on u.id = h."requesterId" order by ${newest}`;
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

/** Where requisitions stand, and how long what is open has been waiting. */
export async function requisition(asking: Asking): Promise<Answered> {
  const { db, today } = asking;
  const [list, all] = [new Statement(), new Statement()];
  const limits = ages.slice(0, -1).map(([most]) => most + 1);
  const [rows, found] = await Promise.all([
    db.query<Record<string, string> & { readonly age: number | null }>(newestLines(asking, list, `${list.at(today)}::date`), list.values),
    db.query<Standing>(
      `select grouping(status) as whole, status, width_bucket(age, array[${limits.join(", ")}]) as bucket, count(*)::int as lines, count(distinct doc)::int as documents,
         coalesce(sum(amount), 0)::text as amount, coalesce(sum(open), 0)::text as "openAmount"
       from (select h.id as doc, l."lineStatus" as status, ${age(`${all.at(today)}::date`)} as age, ${estimate} as amount, ${openAmount} as open ${requisitionLines(all, asking)}) x
       group by grouping sets ((status, width_bucket(age, array[${limits.join(", ")}])), ())`,
      all.values,
    ),
  ]);
  const whole = found.find((one) => one.whole === 1)!;
  const parts = found.filter((one) => one.whole === 0);
  const counted = (of: readonly Standing[]): number => of.reduce((n, one) => n + one.lines, 0);
  return {
    rows: rows.map((line) => ({
      ...line,
      ...{ requested: three(line["requested"]!), open: three(line["open"]!), bucket: line.age === null ? "" : ageBucket(line.age) },
      drill: { id: line["headerId"] },
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
