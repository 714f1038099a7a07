import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { category, categoryBuyer } from "./category.entity.ts";
import { item, itemOrg } from "./item.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { orgRelation } from "./relation.entity.ts";
import { decideProfile, type Decided } from "./profile.ts";
import { convert, type Conversion, type Converted } from "./uom.ts";

/** The ids of a category and of everything above it, nearest first. */
export async function categoryLine(find: Find, categoryId: string | null | undefined): Promise<readonly string[]> {
  if (!categoryId) return [];
  const found = await find.maybe(category, categoryId);
  return found ? (found.idPath ?? found.id).split("/").toReversed() : [];
}

/** The ids of an organisation and of those above it, nearest first. */
export async function orgLine(find: Find, orgId: string | null | undefined): Promise<readonly string[]> {
  const line: string[] = [];
  for (let id = orgId ?? null; id !== null && !line.includes(id);) {
    const found: Doc<typeof organization> | null = await find.maybe(organization, id);
    if (!found) break;
    line.push(id);
    id = found.parentOrgId;
  }
  return line;
}

/** The organisations that buy for some receiving ones: themselves, those above them, and those a relation names. */
export async function buyingFor(find: Find, orgIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const [relations, lines] = await Promise.all([
    find.where(orgRelation, { relationType: "PUR_RECV", targetOrgId: orgIds, enabledFlag: "Y" }, 2000),
    Promise.all(orgIds.map((id) => orgLine(find, id))),
  ]);
  return new Map(
    orgIds.map((id, at) => [
      id,
      [...new Set([id, ...lines[at]!, ...relations.filter((one) => one.targetOrgId === id).map((one) => one.sourceOrgId as string)])],
    ]),
  );
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
  const decided = decideProfile(code, rows, categories, orgs);
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
  const rows = (own?.uoms ?? [])
    .filter((row) => row.startDate <= asked.day)
    .toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))
    .map((row): Conversion => ({ from: row.originalUnit, to: row.targetUnit, rate: row.convertRate, own: true }));
  return convert({ ...asked, digits: Number(digits.value) }, [...rows, ...general]);
}

/** May an organisation buy an item on this day? Answers why not, or nothing. */
export async function notBuyable(find: Find, asked: { readonly itemId: string; readonly orgId: string }): Promise<Refusal | null> {
  const [found, rows] = await Promise.all([
    find.maybe(item, asked.itemId),
    find.where(itemOrg, { itemId: asked.itemId, orgId: asked.orgId }),
  ]);
  const row = rows[0];
  const code = found?.itemCode ?? asked.itemId;
  const because = (cn: string, en: string): Refusal =>
    refuse("BASE_ITEM_008", `物料${code}不可采购：${cn}`, `Item ${code} cannot be purchased: ${en}`);
  if (!found) return because("物料不存在", "there is no such item");
  if (found.itemStatus !== "ACTIVE")
    return found.itemStatus === "FROZEN"
      ? because("已冻结", "it is frozen")
      : found.itemStatus === "OBSOLETE"
        ? because("已淘汰", "it is obsolete")
        : because("尚未生效", "it is not active yet");
  if (!row) return because("未分配给该组织", "the organisation does not have it");
  if (row.status !== "ACTIVE") return because("在该组织已冻结或失效", "it is frozen or invalid in the organisation");
  if (row.purchasableFlag !== "Y") return because("在该组织设为不可采购", "it is not purchasable in the organisation");
  return null;
}

/** Throws the refusal when the item cannot be bought there. */
export async function assertItemBuyable(find: Find, asked: { readonly itemId: string; readonly orgId: string }): Promise<void> {
  const refusal = await notBuyable(find, asked);
  if (refusal) throw refusal;
}
