import { refuse } from "#kernel/refusal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { category, item, itemOrg } from "#modules/base/index.ts";
import { must, textOr, type Row, type Work } from "./work.ts";

const listed = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]).slice(0, 100) : []);

const nextCode = (codes: readonly string[], prefix: string): string => {
  const used = codes.flatMap((code) => (code.startsWith(prefix) ? Number(code.slice(prefix.length)) || [] : []));
  return `${prefix}${String(Math.max(0, ...used) + 1).padStart(2, "0")}`;
};

/** The category of this name, made where it is missing. */
async function categoryOf(work: Work, name: string, taxRate: string | null): Promise<string> {
  const all = await work.where(category, {});
  const known = all.find((doc) => [doc.categoryName, doc.categoryNameEn, doc.categoryCode].includes(name));
  if (known && known.leafFlag !== "Y")
    throw refuse("SETUP_LEAF", `品类${name}有下级，请选择它的下级`, `Category ${name} has others below it: choose one of them`);
  if (known) return known.id;
  const categoryCode = nextCode(
    all.map((doc) => doc.categoryCode),
    "C",
  );
  const made = await work.save(category, undefined, {
    categoryCode,
    categoryName: name,
    categoryNameEn: name,
    purchaseKind: "DIRECT",
    defaultTaxRate: taxRate,
  });
  return made.id;
}

/** A material is bought for the plants that have it: at the beginning all of them do. */
export async function assignToPlants(work: Work, itemId: string): Promise<void> {
  const [plants, rows] = await Promise.all([
    work.where(organization, { orgType: "INV", enabledFlag: "Y" }),
    work.where(itemOrg, { itemId }),
  ]);
  const has = new Set(rows.map((row) => row.orgId as string));
  for (const plant of plants) if (!has.has(plant.id)) await work.save(itemOrg, undefined, { itemId, orgId: plant.id });
}

/** Materials in use, with the categories they name. A name that is known already is not made twice. */
export async function saveGoods(work: Work, body: Row): Promise<number> {
  let count = 0;
  for (const row of listed(body["goods"])) {
    const itemName = must(row, "name", "物料名称", "Name");
    const taxRate = textOr(row, "taxRate", "") || null;
    const categoryId = await categoryOf(work, must(row, "category", "品类", "Category"), taxRate);
    const [known] = await work.where(item, { itemName, categoryId });
    const made =
      known ??
      (await work.save(item, undefined, {
        itemName,
        itemNameEn: itemName,
        categoryId,
        itemType: "RAW",
        primaryUom: textOr(row, "uom", "PCS"),
        defaultTaxRate: taxRate,
        ...(textOr(row, "code", "") ? { itemCode: textOr(row, "code", "") } : {}),
      }));
    if (!known || known.itemStatus === "DRAFT") await work.act(item, "doSubmit", made.id, {});
    await assignToPlants(work, made.id);
    count++;
  }
  return count;
}
