import type { Doc } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { BusinessScope } from "#modules/supplier/index.ts";
import { supplierSite } from "#modules/supplier/index.ts";
import type { dailyManage } from "./daily-manage.entity.ts";

type Line = Pick<Doc<typeof dailyManage>["lines"][number], "scopeType" | "orgId" | "categoryId" | "siteId" | "itemId">;

/** Where a measure reaches, as open business is asked for: one line about everything means everything. */
export function scopeOf(doc: { readonly supplierId: string; readonly lines: readonly Line[] }): BusinessScope {
  const { supplierId, lines } = doc;
  const all = lines.length === 0 || lines.some((line) => line.scopeType === "ALL");
  const ids = (key: "orgId" | "categoryId"): readonly string[] | null => {
    const found = lines.map((line) => line[key]);
    return all || found.some((id) => id === null) ? null : [...new Set(found as string[])];
  };
  return { supplierId, orgIds: ids("orgId"), categoryIds: ids("categoryId") };
}

/** What the lines are about, by name. */
export async function namesOf(find: Find, lines: readonly Line[]): Promise<string> {
  const named = await Promise.all(
    lines.map(async ({ orgId, categoryId, siteId, itemId }) => {
      const [org, category, site, item] = await Promise.all([
        find.maybe(organization, orgId),
        find.maybe(find.entity("SrmBasePurchaseCategory"), categoryId),
        find.maybe(supplierSite, siteId),
        find.maybe(find.entity("SrmBaseItem"), itemId),
      ]);
      const name = (row: unknown, key: string): string[] => (row ? [String((row as Record<string, unknown>)[key])] : []);
      return [
        ...(org ? [org.orgName] : []),
        ...name(category, "categoryName"),
        ...(site ? [site.siteName] : []),
        ...name(item, "itemName"),
      ].join(" / ");
    }),
  );
  return [...new Set(named.filter((value) => value !== ""))].join("；");
}
