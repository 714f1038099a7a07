import type { Entity, Me, Scope } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Find } from "#kernel/rule.ts";
import { category } from "./category.entity.ts";

/** A category and everything below it; null asks for no category in particular. */
export async function branchOf(find: Find, categoryId: string | null): Promise<readonly string[] | null> {
  if (categoryId === null) return null;
  const rows = await find.where(category, { idPath: { contains: categoryId } }, 10_000);
  return [categoryId, ...rows.map((row) => row.id).filter((id) => id !== categoryId)];
}

/** The names of what somebody is kept to; null where there is no limit. */
export async function permitsOf(find: Find, me: Me): Promise<{ orgs: string[] | null; categories: string[] | null }> {
  const names = async (entity: Entity, name: string, scope: Scope): Promise<string[] | null> =>
    scope === "all" ? null : (await find.where(entity, { id: scope }, 10_000)).map((row) => String(row[name])).slice(0, 50);
  const [orgs, categories] = await Promise.all([names(organization, "orgName", me.orgs), names(category, "categoryName", me.categories)]);
  return { orgs, categories };
}
