import { isZero, round, sum } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { named, Statement } from "#kernel/server/statement.ts";
import { item, itemOrg } from "#modules/base/index.ts";
import { note, notice, receive } from "#modules/delivery/index.ts";
import { requisition } from "#modules/demand/index.ts";
import { order } from "#modules/order/index.ts";
import { aslHeader, aslLine } from "#modules/price/index.ts";
import { houseZone, toUtc } from "#kernel/time.ts";
import { addDays, addMonths } from "#kernel/days.ts";
import { percentOf } from "../figures.ts";
import { drillOf, given, isListed, joinedTo, orderLines, spanOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);

/** The lists an item of an organisation may stand on: its own (own) counts before that of its category (shared). */
const lists = (table: string, org: string, item: string, category: string): string => `
  left join ${table} own on own."orgId" = ${org} and own."itemId" = ${item} and own."enabledFlag" = 'Y'
  left join ${table} shared on shared."orgId" = ${org} and shared."itemId" is null and shared."categoryId" = ${category} and shared."enabledFlag" = 'Y'`;
/** Lines of the list that counts. */
const listed = `"SrmPurAslLine" x where x."parentId" = coalesce(own.id, shared.id)`;

/** A field of a line of a list (x) as it was at the end of a day gone by: what the first change after it found there. */
const asOf = (key: string, after: string): string => `(select case when z.was is null then x."${key}"::text else z.was ->> 0 end
  from (select (select jsonb_build_array(c -> 'o') from "SrmPurAslLine" p join "Journal" j on j.entity = 'SrmPurAslHeader' and j."docId" = p."parentId" and j.at >= ${after}
    cross join lateral jsonb_array_elements(case jsonb_typeof(j.changes) when 'array' then j.changes else '[]'::jsonb end) c
    where p.id = x.id and c ->> 'p' like '%' || x.id || '].${key}' order by j.no limit 1) as was) z)`;

/** Is the line in force on the day, as things stood then? Today's lines are read as they are. */
function inForceOn(sql: Statement, day: string, today: string): string {
  const on = sql.at(day);
  const after = day < today ? `${sql.at(toUtc(`${addDays(day, 1)} 00:00:00`, houseZone))}::timestamptz` : null;
  const of = (key: string): string => (after === null ? `x."${key}"` : asOf(key, after));
  const cast = after === null ? "" : "::date";
  const status = after === null ? "in ('APPROVED', 'TRIAL')" : "in ('APPROVED', 'TRIAL', 'EXPIRED')";
  return `${of("aslStatus")} ${status} and ${of("startDate")}${cast} <= ${on}::date and (${of("endDate")} is null or ${of("endDate")}${cast} >= ${on}::date)`;
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
  const sql = new Statement();
  const live = inForceOn(sql, day, asking.today);
  return db.query<Covered>(
    `select c.id, min(${named(me, "c", "categoryName")}) as name, count(*)::int as items, count(*) filter (where n = 0)::int as none,
       count(*) filter (where n = 1)::int as single, count(*) filter (where n > 1)::int as several
     from (select category, (select count(distinct x."supplierId") from ${listed} and ${live}) as n
       from (select distinct i.id as item, i."categoryId" as category, case g."orgType" when 'INV' then g."parentOrgId" else g.id end as org
         from ${source(item, sql)} i join ${source(itemOrg, sql)} o on o."itemId" = i.id join "BaseOrganization" g on g.id = o."orgId"
         where i."itemStatus" = 'ACTIVE' and o.status = 'ACTIVE' and o."purchasableFlag" = 'Y') e ${lists(source(aslHeader, sql), "e.org", "e.item", "e.category")}
       where ${sql.within("org", me.orgs)} and ${sql.within("category", me.categories)}
         and ${asked.orgId === null ? "true" : `org = ${sql.at(asked.orgId)}`} and ${asked.categoryIds === null ? "true" : `category = any(${sql.at(asked.categoryIds)}::text[])`}) q
     join "SrmBasePurchaseCategory" c on c.id = q.category group by 1 order by 3 desc`,
    sql.values,
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
  const sql = new Statement();
  const on = `${sql.at(day)}::date`;
  const within = (days: number): string => `count(*) filter (where x."endDate" between ${on} and ${on} + ${days})::int`;
  return db.query<Ending>(
    `with used as materialized (select distinct t."supplierId", t."orgId", t."categoryId", t."itemId" from "SrmPurStorageTransaction" t where t."transactionDate" > ${on} - 365)
     select x."categoryId" as id, ${within(30)} as expiring30, ${within(60)} as expiring60, ${within(90)} as expiring90,
       count(*) filter (where case when x."itemId" is null then c."supplierId" is null else i."supplierId" is null end)::int as idle
     from ${source(aslLine, sql)} x
       left join (select distinct "supplierId", "orgId", "categoryId" from used) c on c."supplierId" = x."supplierId" and c."orgId" = x."orgId" and c."categoryId" = x."categoryId"
       left join (select distinct "supplierId", "orgId", "itemId" from used) i on i."supplierId" = x."supplierId" and i."orgId" = x."orgId" and i."itemId" = x."itemId"
     where ${inForceOn(sql, day, asking.today)}
       and ${asked.orgId === null ? "true" : `x."orgId" = ${sql.at(asked.orgId)}`} and ${asked.categoryIds === null ? "true" : `x."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`} group by 1`,
    sql.values,
  );
}

/** What was ordered from suppliers that stood on no list that day. */
async function outside(asking: Asking, day: string): Promise<ReadonlyMap<string, { readonly off: string; readonly amount: string }>> {
  const sql = new Statement();
  const known = isListed("coalesce(own.id, shared.id)");
  const rows = await asking.db.query<{ id: string; off: string; amount: string }>(
    `select l."categoryId" as id, sum(l."amountExcl" * h."exchangeRate")::text as amount,
       coalesce(sum(l."amountExcl" * h."exchangeRate") filter (where not ${known}), 0)::text as off
     ${joinedTo(orderLines(sql, asking, [addMonths(day, -12), day]), lists('"SrmPurAslHeader"', 'h."orgId"', 'l."itemId"', 'l."categoryId"'))} group by 1`,
    sql.values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How well items are covered by approved sources, category by category. */
export async function sources(asking: Asking): Promise<Answered> {
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

type Fault = "rejected" | "returned" | "changed" | "cancelled" | "reversed";
const faults: readonly Fault[] = ["rejected", "returned", "changed", "cancelled", "reversed"];

/** Was one of these pressed on the document? The journal knows. */
const pressed = (entity: string, ...actions: readonly string[]): string =>
  `exists (select 1 from "Journal" j where j.entity = '${entity}' and j."docId" = x.id and regexp_replace(j.action, '^.*\\.', '') in (${actions.map((one) => `'${one}'`).join(", ")}))`;

/** What counts as a fault of each kind of document. */
const kinds: readonly {
  readonly docType: string;
  readonly entity: Entity;
  readonly number: string;
  readonly live?: string;
  readonly faults: Partial<Record<Fault, string>>;
}[] = [
  {
    docType: "REQUISITION",
    entity: requisition as unknown as Entity,
    number: "requisitionNum",
    faults: {
      rejected: pressed("SrmPurRequisitionHeader", "doReject"),
      returned: pressed("SrmPurRequisitionHeader", "doReturn"),
      cancelled: `(x.status = 'CANCELLED' and ${pressed("SrmPurRequisitionHeader", "doApproval")})`,
    },
  },
  {
    docType: "ORDER",
    entity: order as unknown as Entity,
    number: "orderNum",
    live: `x."liveId" is null`,
    faults: {
      rejected: pressed("SrmPurOrderHeader", "doReject"),
      changed: `exists (select 1 from "SrmPurOrderHistory" v where v."orderId" = x.id and v."askedBy" = 'BUYER' and v."revisionNum" > 0)`,
      cancelled: `(x.status = 'CANCELLED' and ${pressed("SrmPurOrderHeader", "doApproval")})`,
    },
  },
  {
    docType: "NOTICE",
    entity: notice as unknown as Entity,
    number: "noticeNum",
    faults: { returned: pressed("SrmPurDeliveryNotice", "withdraw"), cancelled: `x.status = 'CANCELLED'` },
  },
  {
    docType: "NOTE",
    entity: note as unknown as Entity,
    number: "noteNum",
    faults: { cancelled: `(x.status = 'CANCELLED' and ${pressed("SrmPurDeliveryNote", "doSubmit")})` },
  },
  {
    docType: "RECEIVE",
    entity: receive as unknown as Entity,
    number: "receiveNum",
    faults: {
      reversed: `exists (select 1 from "SrmPurReceiveLine" r where r."parentId" = x.id and r."reversedQty" > 0)`,
    },
  },
];

type Whose = Record<"docType" | "person" | "name", string>;
type Counted = Whose & Record<Fault | "total" | "clean", number>;
type Faulty = Whose & Record<"id" | "num" | "made", string> & Record<Fault, boolean>;

/** The day the first of these documents was made. */
export async function documentsSince({ db, source }: Asking): Promise<string | null> {
  const sql = new Statement();
  const parts = kinds.map(({ entity }) => `select min(x."creationDate") as made from ${source(entity, sql)} x`);
  const found = await db.one<{ day: string | null }>(
    `select (min(made) at time zone '${houseZone}')::date::text as day from (${parts.join(" union all ")}) d`,
    sql.values,
  );
  return found?.day ?? null;
}

/** How many documents went through without a fault, and what the faults were. */
export async function accuracy(asking: Asking): Promise<Answered> {
  const { db, me, asked, filter, source } = asking;
  const [from, to] = spanOf(asking);
  const sql = new Statement();
  const [first, last] = [sql.at(from), sql.at(to)];
  const person = given(filter, "personId");
  const dept = given(filter, "deptId");
  const where = [
    `(x."creationDate" at time zone '${houseZone}')::date between ${first}::date and ${last}::date`,
    asked.orgId === null ? "true" : `x."orgId" = ${sql.at(asked.orgId)}`,
    person === null ? "true" : `x."createdBy" = ${sql.at(person)}`,
    dept === null ? "true" : `u."deptId" = ${sql.at(dept)}`,
  ].join(" and ");
  const parts = kinds.map(
    ({ docType, entity, number, live, faults: own }) =>
      `select '${docType}' as "docType", x.id, x."${number}" as num, x."creationDate" as made, x."createdBy" as person, ${named(me, "u", "displayName")} as name, ${faults.map((one) => `${own[one] ?? "false"} as ${one}`).join(", ")}
       from ${source(entity, sql)} x left join "BaseUsers" u on u.id = x."createdBy" where ${live ?? "true"} and ${where}`,
  );
  const isFaulty = `(${faults.join(" or ")})`;
  // One look at the documents: how many went through, and the newest of those that did not.
  const answer = await db.one<{ readonly rows: readonly Counted[] | null; readonly faulty: readonly Faulty[] | null }>(
    `with d as materialized (${parts.join(" union all ")})
     select (select json_agg(g) from (select "docType", person, min(name) as name, count(*)::int as total, count(*) filter (where not ${isFaulty})::int as clean,
         ${faults.map((one) => `count(*) filter (where ${one})::int as ${one}`).join(", ")} from d group by 1, 2 order by 1, 4 desc) g) as rows,
       (select json_agg(f) from (select "docType", id, num, person, name, (made at time zone '${houseZone}')::date::text as made, ${faults.join(", ")} from d where ${isFaulty} order by made desc, id desc limit 500) f) as faulty`,
    sql.values,
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
