import type { Me, Scope } from "#kernel/entity.ts";
import type { Db } from "#kernel/server/db.ts";
import type { Conversion } from "../uom.ts";
import { stepsBetween } from "../uom.ts";

/** What must be known of an item before it can be bought without asking anybody. */
export const qualityChecks = ["CATEGORY", "BUYER", "TAX", "UNIT"] as const;
export type QualityCheck = (typeof qualityChecks)[number];

/** Most items a press on a figure shows. */
const mostShown = 2_000;

const inside = (scope: Scope): readonly [only: readonly string[] | null, not: readonly string[] | null] =>
  scope === "all" ? [null, null] : "not" in scope ? [null, scope.not] : [scope, null];

/** Who may buy a category for an organisation today: named for the category or one above it, there or in an organisation above. */
const served = `
  with recursive up as (
    select id as org, id as at, "parentOrgId" as above from "BaseOrganization"
    union all select up.org, o.id, o."parentOrgId" from up join "BaseOrganization" o on o.id = up.above
  ), served as (
    select distinct c.id as category, up.org from "SrmBasePurchaseCategory" c
    join "SrmBaseCategoryBuyer" b on b."parentId" = any(string_to_array(coalesce(c."idPath", c.id), '/'))
    join up on up.at = b."orgId"
    where b."buyerRole" = 'EXECUTION' and b."startDate" <= $1::date and coalesce(b."endDate", '9999-12-31') >= $1::date
  ), bought as (
    select r."itemId", bool_and(r."buyerId" is not null or s.org is not null) as known from "SrmBaseItemOrg" r
    left join served s on s.category = r."categoryId" and s.org = r."orgId"
    where r.status = 'ACTIVE' group by r."itemId"
  ), active as (
    select i.id, i."itemCode", i."purchaseUom", i."primaryUom",
      coalesce(c."leafFlag" = 'Y' and c."enabledFlag" = 'Y', false) as category,
      coalesce(b.known, false) as buyer,
      i."defaultTaxRate" is not null or c."defaultTaxRate" is not null as tax
    from "SrmBaseItem" i left join "SrmBasePurchaseCategory" c on c.id = i."categoryId" left join bought b on b."itemId" = i.id
    where i."itemStatus" = 'ACTIVE'
      and ($2::text[] is null or i."categoryId" = any($2)) and ($3::text[] is null or i."categoryId" <> all($3))
      and ($4::text[] is null or i.id = any($4)) and ($5::text[] is null or i.id <> all($5))
  )`;

const given = (me: Me, today: string): unknown[] => [today, ...inside(me.categories), ...inside(me.items)];

interface Unlike {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly own: readonly { readonly from: string; readonly to: string; readonly rate: string }[] | null;
}

/** Items bought in another unit than they are kept in, whose units nothing leads between. */
async function withoutConversion(db: Db, me: Me, today: string): Promise<string[]> {
  const [unlike, general] = await Promise.all([
    db.query<Unlike>(
      `${served} select a.id, a."purchaseUom" as "from", a."primaryUom" as "to",
         (select json_agg(json_build_object('from', u."originalUnit", 'to', u."targetUnit", 'rate', u."convertRate"::text))
          from "SrmBaseItemUom" u where u."parentId" = a.id and u."startDate" <= $1::date) as own
       from active a where a."purchaseUom" is not null and a."purchaseUom" <> a."primaryUom" order by a."itemCode"`,
      given(me, today),
    ),
    db.query<{ code: string; rate: string }>(
      `select "lookupCode" as code, meaning as rate from "BaseLookupValues" where "lookupType" = 'UNIT_CONVERSION_RATIO' and "enabledFlag" = 'Y'`,
    ),
  ]);
  const known = general.map(({ code, rate }): Conversion => {
    const [from = "", to = ""] = code.split(">");
    return { from, to, rate, own: false };
  });
  return unlike
    .filter((one) => stepsBetween(one.from, one.to, [...(one.own ?? []).map((row) => ({ ...row, own: true })), ...known]) === null)
    .map((one) => one.id);
}

/** How many of the active items this reader sees lack something. */
export async function itemQuality(db: Db, me: Me, today: string): Promise<{ active: number; lacking: Record<QualityCheck, number> }> {
  const [row, units] = await Promise.all([
    db.one<{ active: number; category: number; buyer: number; tax: number }>(
      `${served} select count(*)::int as active, count(*) filter (where not category)::int as category,
         count(*) filter (where not buyer)::int as buyer, count(*) filter (where not tax)::int as tax from active`,
      given(me, today),
    ),
    withoutConversion(db, me, today),
  ]);
  return {
    active: row?.active ?? 0,
    lacking: { CATEGORY: row?.category ?? 0, BUYER: row?.buyer ?? 0, TAX: row?.tax ?? 0, UNIT: units.length },
  };
}

const columns = { CATEGORY: "category", BUYER: "buyer", TAX: "tax" } as const;

/** The first of those that lack it. */
export async function itemsLacking(db: Db, me: Me, today: string, check: QualityCheck): Promise<string[]> {
  if (check === "UNIT") return (await withoutConversion(db, me, today)).slice(0, mostShown);
  const rows = await db.query<{ id: string }>(
    `${served} select id from active where not ${columns[check]} order by "itemCode" limit ${mostShown}`,
    given(me, today),
  );
  return rows.map((row) => row.id);
}

/** Items that share name and specification, or the maker's number, with another one. */
export async function itemsTwice(db: Db, me: Me): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with seen as (
       select id, "itemCode", "nameKey", "partKey" from "SrmBaseItem" where "itemStatus" <> 'OBSOLETE'
         and ($1::text[] is null or "categoryId" = any($1)) and ($2::text[] is null or "categoryId" <> all($2))
         and ($3::text[] is null or id = any($3)) and ($4::text[] is null or id <> all($4))
     ), counted as (
       select id, "itemCode", "nameKey", count(*) over (partition by "nameKey") as names,
         case when "partKey" is null then 0 else count(*) over (partition by "partKey") end as parts from seen
     )
     select id from counted where names > 1 or parts > 1 order by "nameKey", "itemCode" limit ${mostShown}`,
    [...inside(me.categories), ...inside(me.items)],
  );
  return rows.map((row) => row.id);
}
