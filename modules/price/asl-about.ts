import type { Find } from "#kernel/rule.ts";
import { tell, type Effect } from "#kernel/rule.ts";
import { category, item, resolveBuyer } from "#modules/base/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { statusName, type AslHeader } from "./asl.ts";

type Place = Pick<AslHeader, "id" | "orgId" | "itemId" | "categoryId">;

/** What a list and its suppliers are called, and who buys there: what people are told when something changes. */
export interface About {
  readonly subject: readonly [cn: string, en: string];
  readonly suppliers: ReadonlyMap<string, string>;
  readonly buyerId: string | null;
}

/** Suppliers by their ids, asked so that many documents are answered together. */
export const suppliersOf = async (find: Find, ids: readonly string[]) =>
  (await Promise.all([...new Set(ids)].map((id) => find.maybe(supplierInfo, id)))).flatMap((one) => one ?? []);

/** Without a day nobody is looked for who would be told. */
export async function aboutList(find: Find, place: Place, supplierIds: readonly string[], today: string | null): Promise<About> {
  const [what, group, suppliers] = await Promise.all([
    find.maybe(item, place.itemId),
    find.maybe(category, place.categoryId),
    suppliersOf(find, supplierIds),
  ]);
  const categoryId = place.categoryId ?? what?.categoryId ?? null;
  const buyerId = categoryId && today ? await resolveBuyer(find, { categoryId, orgId: place.orgId, role: "EXECUTION", day: today }) : null;
  const subject = what
    ? ([`${what.itemCode} ${what.itemName}`, `${what.itemCode} ${what.itemNameEn ?? what.itemName}`] as const)
    : ([group?.categoryName ?? "", group?.categoryNameEn ?? group?.categoryName ?? ""] as const);
  return { subject, suppliers: new Map(suppliers.map((one) => [one.id, one.supplierName])), buyerId };
}

/** One changed line: whose, and how it stands now. */
export interface Changed {
  readonly lineId: string;
  readonly supplierId: string;
  readonly status: string;
}

/** Tells that lines of a list have changed, once for each status they now have. */
export function changedEvents(place: Place, about: About, changes: readonly Changed[]): Effect[] {
  return [...Map.groupBy(changes, (one) => one.status)].map(([status, lines]) =>
    tell("PUR_ASL_CHANGED", {
      ...{ id: place.id, orgId: place.orgId, supplierId: lines[0]!.supplierId, buyerId: about.buyerId },
      supplier: [...new Set(lines.map((one) => about.suppliers.get(one.supplierId) ?? ""))].join("、"),
      ...{ item: about.subject[0], itemEn: about.subject[1], status: statusName(status)[0], statusEn: statusName(status)[1] },
      lines: lines.map((one) => ({ ...one, orgId: place.orgId, itemId: place.itemId, categoryId: place.categoryId })),
    }),
  );
}
