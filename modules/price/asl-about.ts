import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { tell, type Effect, type Find } from "#kernel/rule.ts";
import { inBoth, type Text } from "#kernel/text.ts";
import { category, item, resolveBuyer } from "#modules/base/index.ts";
import { supplierInfo, supplierWords } from "#modules/supplier/index.ts";
import { statusName, type AslHeader } from "./asl.ts";

type Place = Pick<AslHeader, "id" | "orgId" | "itemId" | "categoryId">;

/** What a list and its suppliers are called, and who buys there: what people are told when something changes. */
export interface About {
  readonly subject: Text;
  readonly suppliers: ReadonlyMap<string, Text>;
  readonly buyerId: string | null;
  /** The code of the item when it is obsolete: nobody may supply it any more. */
  readonly obsolete: string | null;
}

/** Suppliers by their ids, asked so that many documents are answered together. */
export const suppliersOf = async (find: Find, ids: readonly string[]) =>
  (await Promise.all([...new Set(ids)].map((id) => find.maybe(supplierInfo, id)))).flatMap((doc) => doc ?? []);

/** What a list is about: an item by its code and name, else a category. */
export function subjectWords(what: Doc<typeof item> | null | undefined, group: Doc<typeof category> | null | undefined): Text {
  if (!what) return inBoth(group?.categoryName ?? "", group?.categoryNameEn);
  const [cn, en] = inBoth(what.itemName, what.itemNameEn);
  return [`${what.itemCode} ${cn}`, `${what.itemCode} ${en}`];
}

export const obsoleteCode = (what: Doc<typeof item> | null | undefined): string | null =>
  what?.itemStatus === "OBSOLETE" ? (what.itemCode ?? "") : null;
export const obsoleteRefusal = (code: string): Refusal =>
  refuse("PUR-1007", `物料[${code}]已淘汰，不能新增或恢复货源`, `Item ${code} is obsolete. Its sources cannot be added or restored`);

/** Without a day nobody is looked for who would be told. */
export async function aboutList(find: Find, place: Place, supplierIds: readonly string[], today: string | null): Promise<About> {
  const [what, group, suppliers] = await Promise.all([
    find.maybe(item, place.itemId),
    find.maybe(category, place.categoryId),
    suppliersOf(find, supplierIds),
  ]);
  const categoryId = place.categoryId ?? what?.categoryId ?? null;
  const buyerId = categoryId && today ? await resolveBuyer(find, { categoryId, orgId: place.orgId, role: "EXECUTION", day: today }) : null;
  const names = new Map(suppliers.map((supplier) => [supplier.id as string, supplierWords(supplier)]));
  return { subject: subjectWords(what, group), suppliers: names, buyerId, obsolete: obsoleteCode(what) };
}

/** One changed line: whose, and how it stands now. */
export interface Changed {
  readonly lineId: string;
  readonly supplierId: string;
  readonly status: string;
}

const suppliersIn = (about: About, lines: readonly Changed[], half: 0 | 1): string[] => [
  ...new Set(lines.map((line) => about.suppliers.get(line.supplierId)?.[half] ?? "")),
];

const itemGone: Text = ["（物料已淘汰）", " (item obsolete)"];
const noCause: Text = ["", ""];

/** Tells that lines of a list have changed, once for each status they now have. */
export function changedEvents(place: Place, about: About, changes: readonly Changed[]): Effect[] {
  const cause = about.obsolete === null ? noCause : itemGone;
  return [...Map.groupBy(changes, (change) => change.status)].map(([status, lines]) =>
    tell("PUR_ASL_CHANGED", {
      id: place.id,
      orgId: place.orgId,
      supplierId: lines[0]!.supplierId,
      buyerId: about.buyerId,
      supplier: suppliersIn(about, lines, 0).join("、"),
      supplierEn: suppliersIn(about, lines, 1).join(", "),
      item: about.subject[0],
      itemEn: about.subject[1],
      status: statusName(status)[0],
      statusEn: statusName(status)[1],
      cause: cause[0],
      causeEn: cause[1],
      lines: lines.map((line) => ({ ...line, orgId: place.orgId, itemId: place.itemId, categoryId: place.categoryId })),
    }),
  );
}
