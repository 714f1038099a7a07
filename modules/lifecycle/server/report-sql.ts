import type { Me } from "#kernel/entity.ts";
import type { Asked, Asking } from "#kernel/server/report.ts";
import { named, Statement } from "#kernel/server/statement.ts";
import { houseZone } from "#kernel/time.ts";
import { supplierInfo, track } from "#modules/supplier/index.ts";
import { visible } from "./report-limits.ts";

/** Who looks at what, and what may be seen of it. */
type Looking = Pick<Asking, "db" | "me" | "asked" | "source">;

/** What stands between names in the reader's language. */
export const between = (me: Pick<Me, "language">): string => (me.language === "EN" ? ", " : "、");

const categoriesOf = (me: Me): string =>
  `(select string_agg(distinct ${named(me, "c", "categoryName")}, '${between(me)}') from "SrmSupCategories" g
      join "SrmBasePurchaseCategory" c on c.id = g."categoryId" where g."supplierId" = s.id and g."categoryStatus" <> 'EXITED')`;

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
export function standingOn({ db, me, asked, source }: Looking, day: string): Promise<StandingRow[]> {
  const sql = new Statement();
  const at = sql.at(day);
  return db.query<StandingRow>(
    `select s.id, s."supplierCode", ${named(me, "s", "supplierName")} as "supplierName", l."toStatus" as "supStatus", s."supplierType", s."supLevel",
       ${named(me, "d", "districtName")} as region, ${categoriesOf(me)} as categories,
       (select array_agg(distinct ${named(me, "c", "categoryName")}) from "SrmSupCategories" g
          join "SrmBasePurchaseCategory" c on c.id = g."categoryId" where g."supplierId" = s.id) as "categoryNames",
       to_char(l."changeDate" at time zone '${houseZone}', 'YYYY-MM-DD') as since
     from ${source(supplierInfo, sql)} s
     join lateral (
       select "toStatus", "changeDate" from "SrmSupStatusLog"
       where "supplierId" = s.id and "scopeKind" = 'SUPPLIER' and "changeDate" < ((${at}::date + 1)::timestamp at time zone '${houseZone}')
       order by "changeDate" desc, id desc limit 1
     ) l on true
     left join "SrmBaseDistrict" d on d.id = coalesce(s."provinceId", s."countryId")
     where ${visible(sql, me, asked)}
     order by s."supplierCode"`,
    sql.values,
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
export function tradersOf({ db, me, asked, source }: Looking, ownerId: string | null): Promise<IdleRow[]> {
  const sql = new Statement();
  return db.query<IdleRow>(
    `select s.id, s."supplierCode", ${named(me, "s", "supplierName")} as "supplierName", s."supStatus", s."supLevel", ${named(me, "u", "displayName")} as "ownerName",
       s."lastTradeDate", s."qualifiedDate",
       (select to_char(max(l."changeDate") at time zone '${houseZone}', 'YYYY-MM-DD') from "SrmSupStatusLog" l
         where l."supplierId" = s.id and l."scopeKind" = 'SUPPLIER' and l."toStatus" = s."supStatus") as "enteredDate"
     from ${source(supplierInfo, sql)} s left join "BaseUsers" u on u.id = s."ownerId"
     where s."supStatus" in ('QUALIFIED', 'TRIAL') and ${ownerId === null ? "true" : `s."ownerId" = ${sql.at(ownerId)}`}
       and ${visible(sql, me, asked)}
     order by s."supplierCode"`,
    sql.values,
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

function trackLimits(sql: Statement, me: Me, asked: Asked, from: string, to: string, buyerId: string | null): string {
  const [first, last] = [sql.at(`${from}-01`), sql.at(`${to}-01`)];
  const inside = (column: string): string => `(${column} >= ${first}::date and ${column} < (${last}::date + interval '1 month'))`;
  const scoped = `exists (select 1 from "SrmSlcIntroduceTrackScope" k where k."parentId" = t.id
    and ${asked.categoryIds === null ? "true" : `k."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`}
    and ${sql.within('k."categoryId"', me.categories)})`;
  return `(${inside('t."startDate"')} or ${inside('t."endDate"')})
    and ${asked.orgId === null ? "true" : `t."orgId" = ${sql.at(asked.orgId)}`}
    and ${buyerId === null ? "true" : `t."ownerId" = ${sql.at(buyerId)}`}
    and ${asked.categoryIds === null && me.categories === "all" ? "true" : scoped}`;
}

/** Introductions that began or ended in the months from and to. */
export function tracksIn({ db, me, asked, source }: Looking, from: string, to: string, buyerId: string | null): Promise<TrackRow[]> {
  const sql = new Statement();
  return db.query<TrackRow>(
    `select t.id, t."trackNo", t."supplierId", ${named(me, "s", "supplierName")} as "supplierName", c."sceneType", ${named(me, "u", "displayName")} as "ownerName",
       (select string_agg(distinct ${named(me, "p", "categoryName")}, '${between(me)}') from "SrmSlcIntroduceTrackScope" k
          join "SrmBasePurchaseCategory" p on p.id = k."categoryId" where k."parentId" = t.id) as categories,
       t."startDate", t."endDate", t."trackStatus"
     from ${source(track, sql)} t join "SrmSupInfo" s on s.id = t."supplierId"
     left join "SrmSlcIntroduceScenes" c on c.id = t."sceneId" left join "BaseUsers" u on u.id = t."ownerId"
     where ${trackLimits(sql, me, asked, from, to, buyerId)}
     order by t."startDate" desc, t.id desc limit 5000`,
    sql.values,
  );
}

/** How many days each finished node of introductions that ended in those months was open. */
export function nodeDays(
  { db, me, asked, source }: Looking,
  from: string,
  to: string,
  buyerId: string | null,
): Promise<{ nodeCode: string; days: number }[]> {
  const sql = new Statement();
  return db.query(
    `select n."nodeCode", greatest(0, (n."doneDate" at time zone '${houseZone}')::date - (n."openDate" at time zone '${houseZone}')::date)::int as days
     from "SrmSlcIntroduceTrackNode" n join ${source(track, sql)} t on t.id = n."parentId"
     where n."openDate" is not null and n."doneDate" is not null and n."nodeStatus" in ('PASSED', 'CONDITIONAL', 'FAILED')
       and t."trackStatus" in ('PASSED', 'FAILED') and ${trackLimits(sql, me, asked, from, to, buyerId)}`,
    sql.values,
  );
}

/** Who came in and who went, until the end of a year. A grant counts as coming in on the day it became qualified. */
export function passages(
  { db, me, asked, source }: Looking,
  year: string,
): Promise<{ supplierId: string; day: string; way: "IN" | "OUT"; supplierName: string }[]> {
  const sql = new Statement();
  const end = sql.at(`${Number(year) + 1}-01-01`);
  const org = asked.orgId === null ? null : sql.at(asked.orgId);
  const categories = asked.categoryIds === null ? null : sql.at(asked.categoryIds);
  const grant = `${org ? `(g."orgId" is null or g."orgId" = ${org})` : "true"} and ${categories ? `g."categoryId" = any(${categories}::text[])` : "true"}`;
  const quit =
    org || categories
      ? `(q."quitScope" = 'ALL'
          or (q."quitScope" = 'ORG' and ${org ? `q."orgIds" ? ${org}` : "false"})
          or (q."quitScope" = 'CATEGORY' and ${categories ? `q."categoryIds" ?| ${categories}::text[]` : "false"}
              and ${org ? `(q."orgIds" is null or q."orgIds" = '[]'::jsonb or q."orgIds" ? ${org})` : "true"}))`
      : `q."quitScope" = 'ALL'`;
  const listed = org ? `(b.scope = 'GROUP' or b."orgId" = ${org})` : `b.scope = 'GROUP'`;
  return db.query(
    `with moves as (
       select l."supplierId", to_char(l."changeDate" at time zone '${houseZone}', 'YYYY-MM-DD') as day, 'IN' as way
         from "SrmSupStatusLog" l join "SrmSupCategories" g on g.id = l."scopeId"
        where l."scopeKind" = 'CATEGORY' and l."toStatus" = 'QUALIFIED' and l."fromStatus" is distinct from 'SUSPENDED' and ${grant}
       union all
       select q."supplierId", q."effectDate"::text, 'OUT' from "SrmSlcSupplierQuit" q where q.status = 'EFFECTIVE' and ${quit}
       union all
       select p."supplierId", b."effectDate"::text, 'OUT' from "SrmSlcSupplierBlacklist" b
         join lateral (select b."supplierId" union select r."supplierId" from "SrmSlcSupplierBlacklistRelated" r
                        where r."parentId" = b.id and r."includeFlag" = 'Y') p on p."supplierId" is not null
        where b.direction = 'IN' and b.status in ('EFFECTIVE', 'REMOVED', 'EXPIRED') and b."effectDate" is not null and ${listed}
     )
     select m."supplierId", m.day, m.way, ${named(me, "s", "supplierName")} as "supplierName"
       from moves m join ${source(supplierInfo, sql)} s on s.id = m."supplierId"
      where m.day < ${end} and ${visible(sql, me, asked)}
      order by m.day, m.way`,
    sql.values,
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
const certificateName = (me: Me): string =>
  me.language === "EN"
    ? `case when q."certType" = 'OTHER' then q."certName" else coalesce((select v."meaningEn" from "BaseLookupValues" v
         where v."lookupType" = 'CERT_TYPE' and v."lookupCode" = q."certType" limit 1), q."certName") end`
    : `q."certName"`;

/** The key facts of suppliers for a schedule that customers read. */
export function factsOf({ db, me, asked, source }: Looking, only: readonly string[] | null): Promise<FactRow[]> {
  const sql = new Statement();
  return db.query<FactRow>(
    `select s.id, s."supplierCode", ${named(me, "s", "supplierName")} as "supplierName", s."supStatus", s."supLevel", ${categoriesOf(me)} as categories,
       (select string_agg(q.name || coalesce(' ' || q."validTo"::text, ''), '${between(me)}' order by q.name)
          from (select ${certificateName(me)} as name, q.* from "SrmSupQualification" q) q
          where q."supplierId" = s.id and q."certStatus" in ('VALID', 'EXPIRING')) as certificates,
       to_char(coalesce(s."firstTradeDate", s."qualifiedDate"), 'YYYY') as "sinceYear"
     from ${source(supplierInfo, sql)} s
     where ${only === null ? `s."supStatus" in ('QUALIFIED', 'TRIAL')` : `s.id = any(${sql.at(only)}::text[])`} and ${visible(sql, me, asked)}
     order by s."supplierCode" limit 2000`,
    sql.values,
  );
}
