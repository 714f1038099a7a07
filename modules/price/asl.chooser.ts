import type { Chooser } from "#kernel/chooser.ts";
import { date, pick, ref } from "#kernel/field.ts";

const goods = {
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
  itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
};

/** How people choose the lines of the approved list that a change is about. */
export const alterChooser: Chooser = {
  list: "listAlterable",
  preview: "previewAlterations",
  sources: { LINE: ["准入行", "ASL line"] },
  columns: {
    ...goods,
    categoryId: ref("SrmBasePurchaseCategory", "采购分类", "Category", { optional: true }),
    aslStatus: pick("准入状态", "ASL status", "PUR_ASL_STATUS"),
    endDate: date("失效日期", "Valid to", { optional: true }),
  },
  heads: [["准入行", "ASL line"], "supplierCode", "itemCode"],
  groups: ["orgId"],
  left: null,
  filters: {
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
    alterType: pick("变更类型", "Change type", "PUR_ASL_ALTER_TYPE", { optional: true }),
    ...goods,
  },
  empty: ["没有符合条件的准入行。", "No ASL line fits."],
};
