import { int, percent, pick, qty, ref, text, yn } from "#kernel/field.ts";

/** What a source may be limited by: the same on the list, on an application and, altered, on an alteration. */
export const limitFields = {
  moq: qty("最小订购量", "MOQ", { optional: true, least: "0.000001", adds: false }),
  mpq: qty("最小包装量", "MPQ", { optional: true, least: "0.000001", adds: false }),
  leadTimeDays: int("采购提前期(天)", "Lead time days", { optional: true, least: 0, most: 3650 }),
  overTolerance: percent("超收允差%", "Over tolerance %", { optional: true, least: 0, most: 100, adds: false }),
  underTolerance: percent("欠收允差%", "Under tolerance %", { optional: true, least: 0, most: 100, adds: false }),
  inspectionLevel: pick("检验方式", "Receipt routing", "PUR_RECEIPT_ROUTING", { optional: true }),
  supplierItemCode: text("供应商料号", "Supplier part no.", { max: 80, optional: true }),
  manufacturerName: text("制造商", "Manufacturer", {
    max: 200,
    optional: true,
    hint: ["供应商为贸易商时填写", "When the supplier is a distributor"],
  }),
};

export const allowFields = {
  allowInquiry: yn("允许询价", "Allow inquiry", { initial: "Y" }),
  allowOrder: yn("允许下单", "Allow order", { initial: "Y" }),
  allowDelivery: yn("允许送货", "Allow delivery", { initial: "Y" }),
};

/** Whom a line is about. */
export const sourceFields = {
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
  supplierSiteId: ref("SrmSupSite", "供应商地点", "Site", {
    within: { supplierId: "supplierId" },
    fits: ["trades", "orgId"],
    pick: { siteStatus: "ACTIVE" },
    optional: true,
    hint: ["不填表示全部地点", "Empty: all sites"],
  }),
};

/** What a list is about: one item, or a whole category. */
export const subjectFields = {
  aslLevel: pick("清单层级", "Level", "PUR_ASL_LEVEL", { initial: "ITEM" }),
  itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, pick: { itemStatus: "ACTIVE" } }),
  categoryId: ref("SrmBasePurchaseCategory", "采购分类", "Category", {
    optional: true,
    pick: { leafFlag: "Y", enabledFlag: "Y" },
    hint: ["按物料时取物料的分类", "Taken from the item if there is one"],
  }),
};

type Subject = { readonly aslLevel?: string; readonly itemId?: string | null };
export const ofItem = (row: Subject): boolean => row.aslLevel !== "CATEGORY";
export const ofCategory = (row: Subject): boolean => row.aslLevel === "CATEGORY";

/** What the lines of a document name, each once, so that the document is found by it. */
export const namedOn = (lines: readonly { readonly [key: string]: unknown }[], key: string): string[] => [
  ...new Set(lines.flatMap((line) => (typeof line[key] === "string" ? [line[key]] : []))),
];
