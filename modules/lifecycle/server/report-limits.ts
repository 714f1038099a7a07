import type { Me, Scope } from "#kernel/entity.ts";
import type { Db } from "#kernel/server/db.ts";

/** A statement being written: its values and where they stand. */
export class Statement {
  readonly values: unknown[] = [];

  /** The place of a value. */
  at(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Is the column inside what somebody may see? */
  within(column: string, scope: Scope): string {
    if (scope === "all") return "true";
    return "not" in scope ? `not (${column} = any(${this.at(scope.not)}::text[]))` : `${column} = any(${this.at(scope)}::text[])`;
  }
}

/** Which organisation and category a report was asked about, with the categories below. */
export interface Asked {
  readonly orgId: string | null;
  readonly categoryIds: readonly string[] | null;
}

/** A category and everything below it. */
export async function branchOf(db: Db, categoryId: string | null): Promise<readonly string[] | null> {
  if (categoryId === null) return null;
  const rows = await db.query<{ id: string }>(
    `with recursive tree as (
       select id from "SrmBasePurchaseCategory" where id = $1
       union all select c.id from "SrmBasePurchaseCategory" c join tree t on c."parentId" = t.id
     ) select id from tree`,
    [categoryId],
  );
  return rows.map((row) => row.id);
}

/** Suppliers with a grant inside the reader's organisations and categories and inside what was asked; the supplier is called s. */
export function visible(sql: Statement, me: Me, asked: Asked): string {
  const free = me.orgs === "all" && me.categories === "all" && asked.orgId === null && asked.categoryIds === null;
  if (free) return "true";
  const org = asked.orgId === null ? "true" : `(g."orgId" is null or g."orgId" = ${sql.at(asked.orgId)})`;
  const category = asked.categoryIds === null ? "true" : `g."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`;
  return `exists (select 1 from "SrmSupCategories" g where g."supplierId" = s.id and ${org} and ${category}
    and (g."orgId" is null or ${sql.within('g."orgId"', me.orgs)}) and ${sql.within('g."categoryId"', me.categories)})`;
}

/** The permits that were applied, by name; null where there is no limit. */
export async function permitsOf(db: Db, me: Me): Promise<{ orgs: string[] | null; categories: string[] | null }> {
  const names = async (table: string, name: string, scope: Scope): Promise<string[] | null> => {
    if (scope === "all") return null;
    const sql = new Statement();
    const rows = await db.query<{ name: string }>(
      `select "${name}" as name from "${table}" t where ${sql.within("t.id", scope)} order by 1 limit 50`,
      sql.values,
    );
    return rows.map((row) => row.name);
  };
  return {
    orgs: await names("BaseOrganization", "orgName", me.orgs),
    categories: await names("SrmBasePurchaseCategory", "categoryName", me.categories),
  };
}
