import type { Me } from "#kernel/entity.ts";
import type { Asked } from "#kernel/server/report.ts";
import type { Statement } from "#kernel/server/statement.ts";

/** Suppliers with a grant inside the reader's organisations and categories and inside what was asked; the supplier is called s. */
export function visible(sql: Statement, me: Me, asked: Asked): string {
  const free = me.orgs === "all" && me.categories === "all" && asked.orgId === null && asked.categoryIds === null;
  if (free) return "true";
  const org = asked.orgId === null ? "true" : `(g."orgId" is null or g."orgId" = ${sql.at(asked.orgId)})`;
  const category = asked.categoryIds === null ? "true" : `g."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`;
  return `exists (select 1 from "SrmSupCategories" g where g."supplierId" = s.id and ${org} and ${category}
    and (g."orgId" is null or ${sql.within('g."orgId"', me.orgs)}) and ${sql.within('g."categoryId"', me.categories)})`;
}
