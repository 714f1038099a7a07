import type { Me } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { columns, every, raw, sql, type Sql } from "#kernel/query.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { category, categoryBuyer } from "../category.entity.ts";
import { item, itemOrg, itemUom } from "../item.entity.ts";
import type { Conversion } from "../uom.ts";
import { stepsBetween } from "../uom.ts";

/** What must be known of an item before it can be bought without asking anybody. */
export const qualityChecks = ["CATEGORY", "BUYER", "TAX", "UNIT"] as const;
export type QualityCheck = (typeof qualityChecks)[number];

/** Most items a press on a figure shows. */
const mostShown = 2_000;

interface Asked {
  readonly kernel: Pick<Kernel, "db" | "finder">;
  readonly me: Me;
  readonly today: string;
}

const [u, c, o] = [every(itemUom), every(category), every(itemOrg)];

/** Who may buy a category for an organisation today: named for the category or one above it, there or in an organisation above. Of the items themselves only those the reader sees. */
function served({ kernel, me, today }: Asked): Sql {
  const [org, above, buyer, bought] = [every(organization), every(organization), every(categoryBuyer), every(category)];
  const i = kernel.finder.sourceFor(me)(item);
  const day = sql`${today}::date`;
  return sql`
  with recursive up as (
    select ${org.id} as org, ${org.id} as at, ${org.parentOrgId} as above from ${org}
    union all select up.org, ${above.id}, ${above.parentOrgId} from up join ${above} on ${above.id} = up.above
  ), served as (
    select distinct ${bought.id} as category, up.org from ${bought}
    join ${buyer} on ${buyer.parentId} = any(string_to_array(coalesce(${bought.idPath}, ${bought.id}), '/'))
    join up on up.at = ${buyer.orgId}
    where ${buyer.buyerRole} = 'EXECUTION' and ${buyer.startDate} <= ${day} and coalesce(${buyer.endDate}, '9999-12-31') >= ${day}
  ), bought as (
    select ${o.itemId}, bool_and(${o.buyerId} is not null or s.org is not null) as known from ${o}
    left join served s on s.category = ${o.categoryId} and s.org = ${o.orgId}
    where ${o.status} = 'ACTIVE' group by ${o.itemId}
  ), active as (
    select ${columns(i, "id", "itemCode", "purchaseUom", "primaryUom")},
      coalesce(${c.leafFlag} = 'Y' and ${c.enabledFlag} = 'Y', false) as category,
      coalesce(b.known, false) as buyer,
      ${i.defaultTaxRate} is not null or ${c.defaultTaxRate} is not null as tax
    from ${i} left join ${c} on ${c.id} = ${i.categoryId} left join bought b on b."itemId" = ${i.id}
    where ${i.itemStatus} = 'ACTIVE'
  )`;
}

interface Unlike {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly own: readonly { readonly from: string; readonly to: string; readonly rate: string }[] | null;
}

/** Items bought in another unit than they are kept in, whose units nothing leads between. */
async function withoutConversion(asked: Asked): Promise<string[]> {
  const { db } = asked.kernel;
  const v = every(lookupValue);
  const [unlike, general] = await Promise.all([
    db.query<Unlike>(
      sql`${served(asked)} select a.id, a."purchaseUom" as "from", a."primaryUom" as "to",
         (select json_agg(json_build_object('from', ${u.originalUnit}, 'to', ${u.targetUnit}, 'rate', ${u.convertRate}::text))
          from ${u} where ${u.parentId} = a.id and ${u.startDate} <= ${asked.today}::date) as own
       from active a where a."purchaseUom" is not null and a."purchaseUom" <> a."primaryUom" order by a."itemCode"`,
    ),
    db.query<{ code: string; rate: string }>(
      sql`select ${v.lookupCode} as code, ${v.meaning} as rate from ${v} where ${v.lookupType} = 'UNIT_CONVERSION_RATIO' and ${v.enabledFlag} = 'Y'`,
    ),
  ]);
  const known = general.map(({ code, rate }): Conversion => {
    const [from = "", to = ""] = code.split(">");
    return { from, to, rate, own: false };
  });
  return unlike
    .filter(
      (candidate) =>
        stepsBetween(candidate.from, candidate.to, [...(candidate.own ?? []).map((row) => ({ ...row, own: true })), ...known]) === null,
    )
    .map((row) => row.id);
}

/** How many of the active items this reader sees lack something. */
export async function itemQuality(asked: Asked): Promise<{ active: number; lacking: Record<QualityCheck, number> }> {
  const [row, units] = await Promise.all([
    asked.kernel.db.one<{ active: number; category: number; buyer: number; tax: number }>(
      sql`${served(asked)} select count(*)::int as active, count(*) filter (where not category)::int as category,
         count(*) filter (where not buyer)::int as buyer, count(*) filter (where not tax)::int as tax from active`,
    ),
    withoutConversion(asked),
  ]);
  return {
    active: row?.active ?? 0,
    lacking: { CATEGORY: row?.category ?? 0, BUYER: row?.buyer ?? 0, TAX: row?.tax ?? 0, UNIT: units.length },
  };
}

const checkColumns = { CATEGORY: "category", BUYER: "buyer", TAX: "tax" } as const;

/** The first of those that lack it. */
export async function itemsLacking(asked: Asked, check: QualityCheck): Promise<string[]> {
  if (check === "UNIT") return (await withoutConversion(asked)).slice(0, mostShown);
  const rows = await asked.kernel.db.query<{ id: string }>(
    sql`${served(asked)} select id from active where not ${raw(checkColumns[check])} order by "itemCode" limit ${mostShown}`,
  );
  return rows.map((row) => row.id);
}

/** Items that share name and specification, or the maker's number, with another one. */
export async function itemsTwice({ kernel, me }: Pick<Asked, "kernel" | "me">): Promise<string[]> {
  const [i, key] = [kernel.finder.sourceFor(me)(item), every(item)];
  const rows = await kernel.db.query<{ id: string }>(
    sql`with counted as (
       select ${i.id}, ${i.itemCode}, ${key.nameKey}, count(*) over (partition by ${key.nameKey}) as names,
         case when ${key.partKey} is null then 0 else count(*) over (partition by ${key.partKey}) end as parts
       from ${i} join ${key} on ${key.id} = ${i.id} where ${i.itemStatus} <> 'OBSOLETE'
     )
     select id from counted where names > 1 or parts > 1 order by "nameKey", "itemCode" limit ${mostShown}`,
  );
  return rows.map((row) => row.id);
}
