import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { buyingFor, orgLine } from "./belonging.ts";
import { category, categoryBuyer } from "./category.entity.ts";
import { item, itemOrg } from "./item.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { decideProfile, type Decided } from "./profile.ts";
import { convert, noConversion, stepsBetween, type Conversion, type Converted } from "./uom.ts";

/** The ids of a category and of everything above it, nearest first. */
export async function categoryLine(find: Find, categoryId: string | null | undefined): Promise<readonly string[]> {
  if (!categoryId) return [];
  const found = await find.maybe(category, categoryId);
  return found ? (found.idPath ?? found.id).split("/").toReversed() : [];
}

/** The value of a business parameter here, and the row that decided. */
export async function getProfile(
  find: Find,
  code: string,
  at: { readonly orgId?: string | null; readonly categoryId?: string | null } = {},
): Promise<Decided> {
  const [rows, categories, orgs] = await Promise.all([
    find.where(configProfile, { profileCode: code }),
    categoryLine(find, at.categoryId),
    orgLine(find, at.orgId),
  ]);
  const decided = decideProfile(find.declared.profiles.get(code)?.initial, rows, categories, orgs);
  if (!decided) throw refuse("BASE_PRF_001", `参数值不合法：没有参数 ${code}`, `Invalid value: there is no parameter ${code}`);
  return decided;
}

/** Who is responsible for a category in an organisation on a day: the primary first, and where nobody is, whoever is for the category above. */
export async function resolveBuyer(
  find: Find,
  asked: { readonly categoryId: string; readonly orgId: string; readonly role: "SOURCING" | "EXECUTION" | "QUALITY"; readonly day: string },
): Promise<string | null> {
  const [line, orgs] = await Promise.all([categoryLine(find, asked.categoryId), orgLine(find, asked.orgId)]);
  if (line.length === 0) return null;
  const rows = await find.where(categoryBuyer, {
    parentId: line,
    orgId: orgs.length ? orgs : [asked.orgId],
    buyerRole: asked.role,
    startDate: { to: asked.day },
    any: [{ endDate: null }, { endDate: { from: asked.day } }],
  });
  for (const id of line)
    for (const org of orgs.length ? orgs : [asked.orgId]) {
      const here = rows.filter((row) => row.categoryId === id && row.orgId === org);
      const found = here.find((row) => row.primaryFlag === "Y") ?? here[0];
      if (found) return found.buyerId;
    }
  return null;
}

const generalType = "UNIT_CONVERSION_RATIO";

/** General conversions, kept as lookup values: the code names both units, the meaning is the rate. */
async function generalConversions(find: Find): Promise<readonly Conversion[]> {
  const values = await find.where(lookupValue, { lookupType: generalType, enabledFlag: "Y" });
  return values.flatMap((value) => {
    const [from, to] = value.lookupCode.split(">");
    return from && to && /^\d+(\.\d+)?$/.test(value.meaning) ? [{ from, to, rate: value.meaning, own: false }] : [];
  });
}

/** The item's own conversions that count on a day, the newest first. */
const ownConversions = (of: Doc<typeof item> | null | undefined, day: string): readonly Conversion[] =>
  (of?.uoms ?? [])
    .filter((row) => row.startDate <= day)
    .toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))
    .map((row): Conversion => ({ from: row.originalUnit, to: row.targetUnit, rate: row.convertRate, own: true }));

/** A quantity in another unit: by the item's own conversion, else by a general one, straight, turned round, or over one unit between. */
export async function convertUom(
  find: Find,
  asked: { readonly itemId: string | null; readonly qty: string; readonly from: string; readonly to: string; readonly day: string },
): Promise<Converted> {
  const [own, general, digits] = await Promise.all([
    find.maybe(item, asked.itemId),
    generalConversions(find),
    getProfile(find, "QTY_DECIMALS"),
  ]);
  return convert({ ...asked, digits: Number(digits.value) }, [...ownConversions(own, asked.day), ...general]);
}

/** Units in which nobody knows how much of the item's stock unit they are: the refusal for each line, or nothing. General conversions are read once, and only when a unit differs. */
export async function withoutConversion(
  find: Find,
  lines: readonly { readonly item: Doc<typeof item> | undefined; readonly uom: string | null }[],
  day: string,
): Promise<readonly (Refusal | null)[]> {
  const isOther = ({ item: of, uom }: (typeof lines)[number]): boolean => Boolean(of?.primaryUom && uom && of.primaryUom !== uom);
  const general = lines.some(isOther) ? await generalConversions(find) : [];
  return lines.map((line) => {
    const { item: of, uom } = line;
    if (!isOther(line)) return null;
    const steps = stepsBetween(uom!, of!.primaryUom, [...ownConversions(of, day), ...general]);
    return steps ? null : noConversion(uom!, of!.primaryUom);
  });
}

type ItemPlace = Doc<typeof itemOrg>;

function itemRefusal(found: Doc<typeof item> | undefined, itemId: string, rows: readonly ItemPlace[]): Refusal | null {
  const code = found?.itemCode ?? itemId;
  const because = (cn: string, en: string): Refusal =>
    refuse("BASE_ITEM_008", `物料${code}不可采购：${cn}`, `Item ${code} cannot be purchased: ${en}`, { data: { itemCode: code } });
  if (!found) return because("物料不存在", "there is no such item");
  if (found.itemStatus !== "ACTIVE")
    return found.itemStatus === "FROZEN"
      ? because("已冻结", "it is frozen")
      : found.itemStatus === "OBSOLETE"
        ? because("已淘汰", "it is obsolete")
        : because("尚未生效", "it is not active yet");
  if (rows.some((row) => row.status === "ACTIVE" && row.purchasableFlag === "Y")) return null;
  const [row] = rows;
  if (!row) return because("未分配给该组织", "the organisation does not have it");
  return row.status === "ACTIVE"
    ? because("在该组织设为不可采购", "it is not purchasable in the organisation")
    : because("在该组织已冻结或失效", "it is frozen or invalid in the organisation");
}

/** May organisations buy items on this day? Answers for each question why not, or nothing; the number of statements does not grow with the questions.
 * An organisation without stock of its own buys an item when one of those it buys for does. */
export async function itemsNotBuyable(
  find: Find,
  asked: readonly { readonly itemId: string; readonly orgId: string }[],
  day: string | null,
): Promise<readonly (Refusal | null)[]> {
  const itemIds = [...new Set(asked.map((entry) => entry.itemId))];
  if (itemIds.length === 0) return [];
  const [items, rows] = await Promise.all([
    find.where(item, { id: itemIds }, itemIds.length + 1),
    find.where(itemOrg, { itemId: itemIds }, 20_000),
  ]);
  const [known, places] = [new Map(items.map((doc) => [doc.id as string, doc])), Map.groupBy(rows, (row) => row.itemId as string)];
  const ownRows = ({ itemId, orgId }: (typeof asked)[number]): readonly ItemPlace[] =>
    (places.get(itemId) ?? []).filter((row) => row.orgId === orgId);
  const elsewhere =
    day === null ? [] : asked.filter((candidate) => ownRows(candidate).length === 0).flatMap((entry) => places.get(entry.itemId) ?? []);
  const buyers = elsewhere.length
    ? await buyingFor(find, [...new Set(elsewhere.map((row) => row.orgId as string))], day!)
    : new Map<string, readonly string[]>();
  return asked.map((entry) => {
    const own = ownRows(entry);
    const bought = own.length ? own : (places.get(entry.itemId) ?? []).filter((row) => buyers.get(row.orgId)?.includes(entry.orgId));
    return itemRefusal(known.get(entry.itemId), entry.itemId, bought);
  });
}

/** Throws the refusal when the item cannot be bought there. */
export async function assertItemBuyable(find: Find, asked: { readonly itemId: string; readonly orgId: string }): Promise<void> {
  const [refusal] = await itemsNotBuyable(find, [asked], null);
  if (refusal) throw refusal;
}
