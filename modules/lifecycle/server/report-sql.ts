import type { Me } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { all, every, sql, within, worded, type Column, type Source, type Sql, type Table } from "#kernel/query.ts";
import type { Asking } from "#kernel/server/find/report.ts";
import { houseZone } from "#kernel/time.ts";
import { category, district } from "#modules/base/index.ts";
import {
  blacklist,
  blacklistRelated,
  scene,
  statusLog,
  supplierCategory,
  supplierCertificate,
  supplierInfo,
  track,
  trackNode,
  trackScope,
} from "#modules/supplier/index.ts";
import { quit } from "../quit.entity.ts";
import { visible } from "./report-limits.ts";

/** Who looks at what, and what may be seen of it. */
type Looking = Pick<Asking, "db" | "me" | "asked" | "source">;

/** What stands between names in the reader's language. */
export const between = (me: Pick<Me, "language">): string => (me.language === "EN" ? ", " : "、");

const dayOf = (time: Column | Sql): Sql => sql`to_char(${time} at time zone ${houseZone}, 'YYYY-MM-DD')`;

function categoriesOf(s: { readonly id: Column }, { me, source }: Looking): Sql {
  const [g, c] = [every(supplierCategory), source.names(category)];
  return sql`(select string_agg(distinct ${c.name}, ${between(me)}) from ${g}
      join ${c} on ${c.id} = ${g.categoryId} where ${g.supplierId} = ${s.id} and ${g.categoryStatus} <> 'EXITED')`;
}

export interface StandingRow {
  readonly id: string;
  readonly supplierCode: string;
  readonly supplierName: string;
  readonly supStatus: string;
  readonly supplierType: string;
  readonly supLevel: string | null;
  readonly region: string | null;
  readonly categories: string | null;
  readonly categoryNames: readonly string[] | null;
  readonly since: string;
}

/** Every supplier that existed on the day, with the status it had in the evening of that day. */
export function standingOn(looking: Looking, day: string): Promise<StandingRow[]> {
  const { db, me, source } = looking;
  const [s, l, d] = [source(supplierInfo), every(statusLog), source.names(district)];
  const [g, c] = [every(supplierCategory), source.names(category)];
  return db.query<StandingRow>(
    sql`select ${s.id}, ${s.supplierCode}, ${worded(me, s.supplierName)} as "supplierName", l."toStatus" as "supStatus", ${s.supplierType}, ${s.supLevel},
       ${d.name} as region, ${categoriesOf(s, looking)} as categories,
       (select array_agg(distinct ${c.name}) from ${g} join ${c} on ${c.id} = ${g.categoryId} where ${g.supplierId} = ${s.id}) as "categoryNames",
       ${dayOf(sql`l."changeDate"`)} as since
     from ${s}
     join lateral (
       select ${l.toStatus}, ${l.changeDate} from ${l}
       where ${l.supplierId} = ${s.id} and ${l.scopeKind} = 'SUPPLIER' and ${l.changeDate} < ((${day}::date + 1)::timestamp at time zone ${houseZone})
       order by ${l.changeDate} desc, ${l.id} desc limit 1
     ) l on true
     left join ${d} on ${d.id} = coalesce(${s.provinceId}, ${s.countryId})
     where ${all(visible(s, looking))}
     order by ${s.supplierCode}`,
  );
}

export interface IdleRow {
  readonly id: string;
  readonly supplierCode: string;
  readonly supplierName: string;
  readonly supStatus: string;
  readonly supLevel: string | null;
  readonly ownerName: string | null;
  readonly lastTradeDate: string | null;
  readonly qualifiedDate: string | null;
  readonly enteredDate: string | null;
}

/** Suppliers that are qualified or on trial today, with the days their idleness is counted from. */
export function tradersOf(looking: Looking, ownerId: string | null): Promise<IdleRow[]> {
  const { db, me, source } = looking;
  const [s, l] = [source(supplierInfo), every(statusLog)];
  const where = all(sql`${s.supStatus} in ('QUALIFIED', 'TRIAL')`, ownerId !== null && sql`${s.ownerId} = ${ownerId}`, visible(s, looking));
  return db.query<IdleRow>(
    sql`select ${s.id}, ${s.supplierCode}, ${worded(me, s.supplierName)} as "supplierName", ${s.supStatus}, ${s.supLevel}, ${s.ownerName},
       ${s.lastTradeDate}, ${s.qualifiedDate},
       (select ${dayOf(sql`max(${l.changeDate})`)} from ${l}
         where ${l.supplierId} = ${s.id} and ${l.scopeKind} = 'SUPPLIER' and ${l.toStatus} = ${s.supStatus}) as "enteredDate"
     from ${s} where ${where} order by ${s.supplierCode}`,
  );
}

export interface TrackRow {
  readonly id: string;
  readonly trackNo: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly sceneType: string | null;
  readonly categories: string | null;
  readonly ownerName: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly trackStatus: string;
}

type Tracks = Source<typeof track>;

/** Introductions that began or ended in some months, as far as they were asked for. */
function trackLimits(t: Tracks, { me, asked }: Looking, from: string, to: string, buyerId: string | null): Sql {
  const inside = (column: Column): Sql =>
    sql`(${column} >= ${`${from}-01`}::date and ${column} < (${`${to}-01`}::date + interval '1 month'))`;
  const k = every(trackScope);
  const scoped = all(
    sql`${k.parentId} = ${t.id}`,
    asked.categoryIds !== null && sql`${k.categoryId} = any(${asked.categoryIds}::text[])`,
    within(k.categoryId, me.categories),
  );
  return all(
    sql`(${inside(t.startDate)} or ${inside(t.endDate)})`,
    asked.orgId !== null && sql`${t.orgId} = ${asked.orgId}`,
    buyerId !== null && sql`${t.ownerId} = ${buyerId}`,
    (asked.categoryIds !== null || me.categories !== "all") && sql`exists (select 1 from ${k} where ${scoped})`,
  );
}

/** Introductions that began or ended in the months from and to. */
export function tracksIn(looking: Looking, from: string, to: string, buyerId: string | null): Promise<TrackRow[]> {
  const { db, me, source } = looking;
  const [t, c, k, p] = [source(track), every(scene), every(trackScope), source.names(category)];
  return db.query<TrackRow>(
    sql`select ${t.id}, ${t.trackNo}, ${t.supplierId}, ${t.supplierName}, ${c.sceneType}, ${t.ownerName},
       (select string_agg(distinct ${p.name}, ${between(me)}) from ${k} join ${p} on ${p.id} = ${k.categoryId} where ${k.parentId} = ${t.id}) as categories,
       ${t.startDate}, ${t.endDate}, ${t.trackStatus}
     from ${t} left join ${c} on ${c.id} = ${t.sceneId}
     where ${trackLimits(t, looking, from, to, buyerId)}
     order by ${t.startDate} desc, ${t.id} desc limit 5000`,
  );
}

/** How many days each finished node of introductions that ended in those months was open. */
export function nodeDays(
  looking: Looking,
  from: string,
  to: string,
  buyerId: string | null,
): Promise<{ nodeCode: string; days: number }[]> {
  const { db, source } = looking;
  const [n, t] = [every(trackNode), source(track)];
  const day = (time: Column): Sql => sql`(${time} at time zone ${houseZone})::date`;
  return db.query(
    sql`select ${n.nodeCode}, greatest(0, ${day(n.doneDate)} - ${day(n.openDate)})::int as days
     from ${n} join ${t} on ${t.id} = ${n.parentId}
     where ${n.openDate} is not null and ${n.doneDate} is not null and ${n.nodeStatus} in ('PASSED', 'CONDITIONAL', 'FAILED')
       and ${t.trackStatus} in ('PASSED', 'FAILED') and ${trackLimits(t, looking, from, to, buyerId)}`,
  );
}

/** Grants that became qualified: a supplier comes in on that day. */
function comingIn({ orgId, categoryIds }: Looking["asked"]): Sql {
  const [l, g] = [every(statusLog), every(supplierCategory)];
  const where = all(
    sql`${l.scopeKind} = 'CATEGORY' and ${l.toStatus} = 'QUALIFIED' and ${l.fromStatus} is distinct from 'SUSPENDED'`,
    orgId !== null && sql`(${g.orgId} is null or ${g.orgId} = ${orgId})`,
    categoryIds !== null && sql`${g.categoryId} = any(${categoryIds}::text[])`,
  );
  return sql`select ${l.supplierId}, ${dayOf(l.changeDate)} as day, 'IN' as way from ${l} join ${g} on ${g.id} = ${l.scopeId} where ${where}`;
}

/** Exits of whole suppliers, and those from what was asked for. */
function exits({ orgId, categoryIds }: Looking["asked"]): Sql {
  const q = every(quit);
  const ofOrg = orgId === null ? sql`false` : sql`${q.orgIds} ? ${orgId}`;
  const ofCategory = categoryIds === null ? sql`false` : sql`${q.categoryIds} ?| ${categoryIds}::text[]`;
  const inOrg = orgId === null ? sql`true` : sql`(${q.orgIds} is null or ${q.orgIds} = '[]'::jsonb or ${q.orgIds} ? ${orgId})`;
  return sql`select ${q.supplierId}, ${q.effectDate}::text, 'OUT' from ${q} where ${q.status} = 'EFFECTIVE' and (${q.quitScope} = 'ALL'
          or (${q.quitScope} = 'ORG' and ${ofOrg}) or (${q.quitScope} = 'CATEGORY' and ${ofCategory} and ${inOrg}))`;
}

/** Suppliers that were blacklisted, with the companies listed beside them. */
function blacklistings({ orgId }: Looking["asked"]): Sql {
  const [b, r] = [every(blacklist), every(blacklistRelated)];
  const listed = orgId === null ? sql`${b.scope} = 'GROUP'` : sql`(${b.scope} = 'GROUP' or ${b.orgId} = ${orgId})`;
  return sql`select p."supplierId", ${b.effectDate}::text, 'OUT' from ${b}
         join lateral (select ${b.supplierId} union select ${r.supplierId} from ${r}
                        where ${r.parentId} = ${b.id} and ${r.includeFlag} = 'Y') p on p."supplierId" is not null
        where ${b.direction} = 'IN' and ${b.status} in ('EFFECTIVE', 'REMOVED', 'EXPIRED') and ${b.effectDate} is not null and ${listed}`;
}

/** Who came in and who went, until the end of a year. */
export function passages(
  looking: Looking,
  year: string,
): Promise<{ supplierId: string; day: string; way: "IN" | "OUT"; supplierName: string }[]> {
  const { db, me, asked, source } = looking;
  const s = source(supplierInfo);
  return db.query(
    sql`with moves as (${comingIn(asked)} union all ${exits(asked)} union all ${blacklistings(asked)})
     select m."supplierId", m.day, m.way, ${worded(me, s.supplierName)} as "supplierName"
       from moves m join ${s} on ${s.id} = m."supplierId"
      where ${all(sql`m.day < ${`${Number(year) + 1}-01-01`}`, visible(s, looking))}
      order by m.day, m.way`,
  );
}

export interface FactRow {
  readonly id: string;
  readonly supplierCode: string;
  readonly supplierName: string;
  readonly supStatus: string | null;
  readonly supLevel: string | null;
  readonly categories: string | null;
  readonly certificates: string | null;
  readonly sinceYear: string | null;
}

/** What a certificate is called: as it was filed, or by its type for whoever reads English; one of no listed type has only the name it was filed under. */
function certificateName(q: Table<typeof supplierCertificate>, { language }: Me): Column | Sql {
  if (language !== "EN") return q.certName;
  const v = every(lookupValue);
  return sql`case when ${q.certType} = 'OTHER' then ${q.certName} else coalesce((select ${v.meaningEn} from ${v}
         where ${v.lookupType} = 'CERT_TYPE' and ${v.lookupCode} = ${q.certType} limit 1), ${q.certName}) end`;
}

/** The key facts of suppliers for a schedule that customers read. */
export function factsOf(looking: Looking, only: readonly string[] | null): Promise<FactRow[]> {
  const { db, me, source } = looking;
  const [s, q] = [source(supplierInfo), every(supplierCertificate)];
  const meant = only === null ? sql`${s.supStatus} in ('QUALIFIED', 'TRIAL')` : sql`${s.id} = any(${only}::text[])`;
  return db.query<FactRow>(
    sql`select ${s.id}, ${s.supplierCode}, ${worded(me, s.supplierName)} as "supplierName", ${s.supStatus}, ${s.supLevel}, ${categoriesOf(s, looking)} as categories,
       (select string_agg(c.name || coalesce(' ' || c.until::text, ''), ${between(me)} order by c.name)
          from (select ${certificateName(q, me)} as name, ${q.validTo} as until from ${q} where ${q.supplierId} = ${s.id} and ${q.certStatus} in ('VALID', 'EXPIRING')) c) as certificates,
       to_char(coalesce(${s.firstTradeDate}, ${s.qualifiedDate}), 'YYYY') as "sinceYear"
     from ${s} where ${all(meant, visible(s, looking))}
     order by ${s.supplierCode} limit 2000`,
  );
}
