import { all, every, sql, within, type Column, type Sql } from "#kernel/query.ts";
import type { Asking } from "#kernel/server/find/report.ts";
import { supplierCategory } from "#modules/supplier/index.ts";

/** Suppliers with a grant inside the reader's organisations and categories and inside what was asked. */
export function visible(s: { readonly id: Column }, { me, asked }: Pick<Asking, "me" | "asked">): Sql | null {
  const free = me.orgs === "all" && me.categories === "all" && asked.orgId === null && asked.categoryIds === null;
  if (free) return null;
  const g = every(supplierCategory);
  const seen = within(g.orgId, me.orgs);
  const where = all(
    sql`${g.supplierId} = ${s.id}`,
    asked.orgId !== null && sql`(${g.orgId} is null or ${g.orgId} = ${asked.orgId})`,
    asked.categoryIds !== null && sql`${g.categoryId} = any(${asked.categoryIds}::text[])`,
    seen && sql`(${g.orgId} is null or ${seen})`,
    within(g.categoryId, me.categories),
  );
  return sql`exists (select 1 from ${g} where ${where})`;
}
