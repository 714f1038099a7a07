import { isZero, round, sum } from "#kernel/decimal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import {
  all,
  every,
  joined,
  raw,
  sql,
  within,
  worded,
  type Column,
  type Relation,
  type Sources,
  type Sql,
  type Table,
} from "#kernel/query.ts";
import { sentBack } from "#kernel/server/journal/journal-ground.ts";
import type { Row } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { houseZone, toUtc } from "#kernel/time.ts";
import { category, item, itemOrg } from "#modules/base/index.ts";
import { note, notice, receive, receiveLine } from "#modules/delivery/index.ts";
import { requisition } from "#modules/demand/index.ts";
import { order, orderHistory, storageTransaction } from "#modules/order/index.ts";
import { aslHeader, aslLine } from "#modules/price/index.ts";
import { addDays, addMonths } from "#kernel/days.ts";
import type { Accurate, Fault, Faulty, SpendReplies } from "../replies.ts";
import { percentOf } from "../figures.ts";
import { drillOf, factLines, factsOf, given, spanOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);

type List = Table<typeof aslHeader>;
type Listed = Table<typeof aslLine>;
/** The lists an item of an organisation may stand on: its own counts before that of its category (shared). */
interface Lists {
  readonly own: List;
  readonly shared: List;
}
interface Goods {
  readonly org: Column | Sql;
  readonly item: Column | Sql;
  readonly category: Column | Sql;
}
const listsFor = ({ own, shared }: Lists, { org, item, category }: Goods): Sql => sql`
  left join ${own} on ${own.orgId} = ${org} and ${own.itemId} = ${item} and ${own.enabledFlag} = 'Y'
  left join ${shared} on ${shared.orgId} = ${org} and ${shared.itemId} is null and ${shared.categoryId} = ${category} and ${shared.enabledFlag} = 'Y'`;
/** The list that counts. */
const listOf = ({ own, shared }: Lists): Sql => sql`coalesce(${own.id}, ${shared.id})`;

/** A field of a line of a list as it was at the end of a day gone by: what the first change after it found there. */
function asOf(x: Listed, key: "aslStatus" | "startDate" | "endDate", after: string): Sql {
  const p = every(aslLine);
  return sql`(select case when z.was is null then ${x[key]}::text else z.was ->> 0 end
  from (select (select jsonb_build_array(c -> 'o') from ${p} join "Journal" j on j.entity = ${aslHeader.name} and j."docId" = ${p.parentId} and j.at >= ${after}::timestamptz
    cross join lateral jsonb_array_elements(case jsonb_typeof(j.changes) when 'array' then j.changes else '[]'::jsonb end) c
    where ${p.id} = ${x.id} and c ->> 'p' like '%' || ${x.id} || ${`].${key}`} order by j.no limit 1) as was) z)`;
}

/** Is the line in force on the day, as things stood then? Today's lines are read as they are. */
function inForceOn(x: Listed, day: string, today: string): Sql {
  const after = day < today ? toUtc(`${addDays(day, 1)} 00:00:00`, houseZone) : null;
  const of = (key: "aslStatus" | "startDate" | "endDate"): Column | Sql => (after === null ? x[key] : asOf(x, key, after));
  const cast = raw(after === null ? "" : "::date");
  const status = raw(after === null ? "in ('APPROVED', 'TRIAL')" : "in ('APPROVED', 'TRIAL', 'EXPIRED')");
  return sql`${of("aslStatus")} ${status} and ${of("startDate")}${cast} <= ${day}::date and (${of("endDate")} is null or ${of("endDate")}${cast} >= ${day}::date)`;
}

interface Covered {
  readonly id: string;
  readonly name: string;
  readonly items: number;
  readonly none: number;
  readonly single: number;
  readonly several: number;
}

async function coverage(asking: Asking, day: string): Promise<readonly Covered[]> {
  const { db, me, asked, source } = asking;
  const lists: Lists = { own: source(aslHeader), shared: source(aslHeader) };
  const [i, o, g, x, c] = [source(item), source(itemOrg), every(organization), every(aslLine), source.names(category)];
  const where = all(
    within(sql`org`, me.orgs),
    within(sql`category`, me.categories),
    asked.orgId !== null && sql`org = ${asked.orgId}`,
    asked.categoryIds !== null && sql`category = any(${asked.categoryIds}::text[])`,
  );
  return db.query<Covered>(
    sql`select ${c.id}, min(${c.name}) as name, count(*)::int as items, count(*) filter (where n = 0)::int as none,
       count(*) filter (where n = 1)::int as single, count(*) filter (where n > 1)::int as several
     from (select category, coalesce(s.n, 0) as n
       from (select distinct ${i.id} as item, ${i.categoryId} as category, case ${g.orgType} when 'INV' then ${g.parentOrgId} else ${g.id} end as org
         from ${i} join ${o} on ${o.itemId} = ${i.id} join ${g} on ${g.id} = ${o.orgId}
         where ${i.itemStatus} = 'ACTIVE' and ${o.status} = 'ACTIVE' and ${o.purchasableFlag} = 'Y') e ${listsFor(lists, { org: sql`e.org`, item: sql`e.item`, category: sql`e.category` })}
         left join (select ${x.parentId} as list, count(distinct ${x.supplierId}) as n from ${x} where ${inForceOn(x, day, asking.today)} group by 1) s on s.list = ${listOf(lists)}
       where ${where}) q
     join ${c} on ${c.id} = q.category group by 1 order by 3 desc`,
  );
}

interface Ending {
  readonly id: string;
  readonly expiring30: number;
  readonly expiring60: number;
  readonly expiring90: number;
  readonly idle: number;
}

/** Approvals that end soon or are not used. */
async function endings(asking: Asking, day: string): Promise<readonly Ending[]> {
  const { db, asked, source } = asking;
  const [x, t] = [source(aslLine), every(storageTransaction)];
  const within = (days: string): Sql => sql`count(*) filter (where ${x.endDate} between ${day}::date and ${day}::date + ${raw(days)})::int`;
  const where = all(
    inForceOn(x, day, asking.today),
    asked.orgId !== null && sql`${x.orgId} = ${asked.orgId}`,
    asked.categoryIds !== null && sql`${x.categoryId} = any(${asked.categoryIds}::text[])`,
  );
  return db.query<Ending>(
    sql`with used as materialized (select distinct ${t.supplierId}, ${t.orgId}, ${t.categoryId}, ${t.itemId} from ${t} where ${t.transactionDate} > ${day}::date - 365)
     select ${x.categoryId} as id, ${within("30")} as expiring30, ${within("60")} as expiring60, ${within("90")} as expiring90,
       count(*) filter (where case when ${x.itemId} is null then c."supplierId" is null else i."supplierId" is null end)::int as idle
     from ${x}
       left join (select distinct "supplierId", "orgId", "categoryId" from used) c on c."supplierId" = ${x.supplierId} and c."orgId" = ${x.orgId} and c."categoryId" = ${x.categoryId}
       left join (select distinct "supplierId", "orgId", "itemId" from used) i on i."supplierId" = ${x.supplierId} and i."orgId" = ${x.orgId} and i."itemId" = ${x.itemId}
     where ${where} group by 1`,
  );
}

/** What was ordered from suppliers that stood on no list that day. */
async function outside(asking: Asking, day: string): Promise<ReadonlyMap<string, { readonly off: string; readonly amount: string }>> {
  const f = factsOf(asking);
  const lists: Lists = { own: every(aslHeader), shared: every(aslHeader) };
  const x = every(aslLine);
  // The days on which a supplier stands on a list, once for all lines.
  const join = sql`${listsFor(lists, { org: f.orgId, item: f.itemId, category: f.categoryId })}
    left join (select ${x.parentId} as list, ${x.supplierId}, range_agg(daterange(${x.startDate}, ${x.endDate}, '[]')) as days from ${x}
      where ${x.startDate} <= coalesce(${x.endDate}, ${x.startDate}) group by 1, 2) s on s.list = ${listOf(lists)} and s."supplierId" = ${f.supplierId}`;
  const rows = await asking.db.query<{ id: string; off: string; amount: string }>(
    sql`select ${f.categoryId} as id, sum(${f.baseExcl})::text as amount,
       coalesce(sum(${f.baseExcl}) filter (where not coalesce(s.days @> ${f.orderDate}, false)), 0)::text as off
     ${factLines(f, asking, { span: [addMonths(day, -12), day], join })} group by 1`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How well items are covered by approved sources, category by category. */
export async function sources(asking: Asking): Promise<Answered<SpendReplies["sources"]>> {
  const day = given(asking.filter, "asOfDate") ?? asking.today;
  const [covered, ending, off] = await Promise.all([coverage(asking, day), endings(asking, day), outside(asking, day)]);
  const endOf = new Map(ending.map((one) => [one.id, one]));
  const rows = covered.map((one) => {
    const bought = off.get(one.id) ?? { off: "0", amount: "0" };
    const { expiring30 = 0, expiring60 = 0, expiring90 = 0, idle = 0 } = endOf.get(one.id) ?? {};
    return {
      ...one,
      singleRate: percentOf(String(one.single), String(one.single + one.several)),
      ...{ expiring30, expiring60, expiring90, idle, offAmount: two(bought.off), offShare: percentOf(bought.off, bought.amount) },
      drill: { categoryId: one.id },
      ...(isZero(bought.off)
        ? {}
        : { drillOff: drillOf(asking, { from: addMonths(day, -12), to: day, categoryId: one.id, offList: "Y" }) }),
    };
  });
  const total = (key: "items" | "none" | "single" | "several"): number => rows.reduce((n, row) => n + row[key], 0);
  return {
    rows,
    figures: {
      day,
      ...{ items: total("items"), none: total("none"), single: total("single"), several: total("several") },
      offAmount: two(sum([...off.values()].map((one) => one.off))),
    },
    totals: {
      ...Object.fromEntries((["items", "none", "single", "several"] as const).map((key) => [key, String(total(key))])),
      offAmount: two(sum([...off.values()].map((one) => one.off))),
    },
    groups: { rows: rows.slice(0, 12) },
    notes: [],
  };
}

const faults: readonly Fault[] = ["rejected", "returned", "changed", "cancelled", "reversed"];

/** One kind of document: the columns every kind has, and what counts as a fault of it. */
interface Kind extends Record<"id" | "made" | "by" | "org" | "number", Column> {
  readonly docType: string;
  readonly rows: Relation;
  readonly live?: Sql;
  readonly faults: Partial<Record<Fault, Sql>>;
}

const isAction = (action: string): Sql => sql`(j.action = ${action} or j.action like ${`%.${action}`})`;
/** Was the document sent back by this action? The journal knows. */
const returnedBy = (x: { readonly id: Column }, e: { readonly name: string }, action: string): Sql =>
  sql`${x.id} in (select j."docId" from "Journal" j where j.entity = ${e.name} and ${raw(`j.${sentBack}`)} and ${isAction(action)})`;
const pressed = (x: { readonly id: Column }, e: { readonly name: string }, action: string): Sql =>
  // Asked of few documents: as a scalar it is looked up for each of them, as "exists" the whole journal would be read.
  sql`coalesce((select true from "Journal" j where j.entity = ${e.name} and j."docId" = ${x.id} and ${isAction(action)} limit 1), false)`;
const approvedAndCancelled = (x: { readonly id: Column; readonly status: Column }, e: { readonly name: string }, approved: string): Sql =>
  sql`(${x.status} = 'CANCELLED' and ${pressed(x, e, approved)})`;

const whose = (x: Record<"id" | "creationDate" | "createdBy" | "orgId", Column>) => ({
  ...{ id: x.id, made: x.creationDate, by: x.createdBy, org: x.orgId },
});

/** The documents a reader sees, kind by kind. */
const kindsFor = (source: Sources): readonly Kind[] => {
  const [req, o, h, x, n, r, line] = [
    ...([source(requisition), source(order), every(orderHistory), source(notice)] as const),
    ...([source(note), source(receive), every(receiveLine)] as const),
  ] as const;
  return [
    {
      ...{ docType: "REQUISITION", rows: req, ...whose(req), number: req.requisitionNum },
      faults: {
        rejected: returnedBy(req, requisition, "doReject"),
        returned: returnedBy(req, requisition, "doReturn"),
        cancelled: approvedAndCancelled(req, requisition, "doApproval"),
      },
    },
    {
      ...{ docType: "ORDER", rows: o, ...whose(o), number: o.orderNum, live: sql`${o.liveId} is null` },
      faults: {
        rejected: returnedBy(o, order, "doReject"),
        changed: sql`exists (select 1 from ${h} where ${h.orderId} = ${o.id} and ${h.askedBy} = 'BUYER' and ${h.revisionNum} > 0)`,
        cancelled: approvedAndCancelled(o, order, "doApproval"),
      },
    },
    {
      ...{ docType: "NOTICE", rows: x, ...whose(x), number: x.noticeNum },
      faults: { returned: returnedBy(x, notice, "withdraw"), cancelled: sql`${x.status} = 'CANCELLED'` },
    },
    {
      ...{ docType: "NOTE", rows: n, ...whose(n), number: n.noteNum },
      faults: { cancelled: approvedAndCancelled(n, note, "doSubmit") },
    },
    {
      ...{ docType: "RECEIVE", rows: r, ...whose(r), number: r.receiveNum },
      faults: { reversed: sql`exists (select 1 from ${line} where ${line.parentId} = ${r.id} and ${line.reversedQty} > 0)` },
    },
  ];
};

/** The day the first of these documents was made. */
export async function documentsSince({ db, source }: Asking): Promise<string | null> {
  const parts = kindsFor(source).map(({ rows, made }) => sql`select min(${made}) as made from ${rows}`);
  const found = await db.one<{ day: string | null }>(
    sql`select (min(made) at time zone ${houseZone})::date::text as day from (${joined(parts, " union all ")}) d`,
  );
  return found?.day ?? null;
}

const isFaulty = raw(`(${faults.join(" or ")})`);

/** The documents asked for, kind by kind, with what went wrong with each. */
function judged(asking: Asking): Sql {
  const { asked, filter, source } = asking;
  const [from, to] = spanOf(asking);
  const [first, next] = [toUtc(`${from} 00:00:00`, houseZone), toUtc(`${addDays(to, 1)} 00:00:00`, houseZone)];
  const person = given(filter, "personId");
  const dept = given(filter, "deptId");
  const u = every(user);
  const parts = kindsFor(source).map(({ docType, rows, id, made, by, org, number, live, faults: own }) => {
    const where = all(
      live ?? null,
      sql`${made} >= ${first}::timestamptz and ${made} < ${next}::timestamptz`,
      asked.orgId !== null && sql`${org} = ${asked.orgId}`,
      person !== null && sql`${by} = ${person}`,
      dept !== null && sql`${by} in (select ${u.id} from ${u} where ${u.deptId} = ${dept})`,
    );
    return sql`select ${docType} as "docType", ${id}, ${number} as num, ${made} as made, ${by} as person,
        ${joined(faults.map((one) => sql`${own[one] ?? sql`false`} as ${raw(one)}`))} from ${rows} where ${where}`;
  });
  return joined(parts, " union all ");
}

/** The headline figures alone, for the period before. */
export async function accuracyBefore(asking: Asking): Promise<Row> {
  const [whole] = await asking.db.query<{ total: number; clean: number }>(
    sql`select count(*)::int as total, (count(*) filter (where not ${isFaulty}))::int as clean from (${judged(asking)}) d`,
  );
  return { total: whole!.total, accuracy: percentOf(String(whole!.clean), String(whole!.total)) };
}

/** How many documents went through without a fault, and what the faults were. */
export async function accuracy(asking: Asking): Promise<Answered<SpendReplies["accuracy"]>> {
  const { db, me } = asking;
  const counts = joined(faults.map((one) => raw(`count(*) filter (where ${one})::int as ${one}`)));
  const [u, v] = [every(user), every(user)];
  // One look at the documents: how many went through, and the newest of those that did not.
  const answer = await db.one<{
    readonly rows: readonly Omit<Accurate, "accuracy">[] | null;
    readonly faulty: readonly Omit<Faulty, "causes">[] | null;
  }>(
    sql`with d as materialized (${judged(asking)})
     select (select json_agg(g) from (select k.*, ${worded(me, u.displayName)} as name from (select "docType", person, count(*)::int as total, count(*) filter (where not ${isFaulty})::int as clean,
         ${counts} from d group by 1, 2) k left join ${u} on ${u.id} = k.person order by "docType", total desc, person) g) as rows,
       (select json_agg(f) from (select k."docType", k.id, k.num, k.person, ${worded(me, v.displayName)} as name, (k.made at time zone ${houseZone})::date::text as made,
         ${raw(faults.map((one) => `k.${one}`).join(", "))} from (select * from d where ${isFaulty} order by made desc, id desc limit 500) k
         left join ${v} on ${v.id} = k.person order by k.made desc, k.id desc) f) as faulty`,
  );
  const rows = answer?.rows ?? [];
  const total = (key: Fault | "total" | "clean", of = rows): number => of.reduce((n, row) => n + row[key], 0);
  return {
    rows: rows.map((row) => ({ ...row, accuracy: percentOf(String(row.clean), String(row.total)) })),
    totals: Object.fromEntries((["total", "clean", ...faults] as const).map((key) => [key, String(total(key))])),
    figures: { total: total("total"), clean: total("clean"), accuracy: percentOf(String(total("clean")), String(total("total"))) },
    groups: {
      types: [...Map.groupBy(rows, (row) => row.docType)].map(([docType, all]) => ({
        docType,
        ...{ total: total("total", all), clean: total("clean", all) },
        accuracy: percentOf(String(total("clean", all)), String(total("total", all))),
      })),
      causes: faults.map((one) => ({ cause: one, count: total(one) })).sort((a, b) => b.count - a.count),
      faulty: (answer?.faulty ?? []).map((row) => ({ ...row, causes: faults.filter((one) => row[one]) })),
    },
    notes: [],
  };
}
