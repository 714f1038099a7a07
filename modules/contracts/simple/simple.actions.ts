import { action } from "#kernel/entity.ts";
import { date, longtext, pick, price, qty, ref, rows, text } from "#kernel/field.ts";
import { creating } from "../common.ts";

const isSimple = (doc: Readonly<Record<string, unknown>>): boolean => doc["contractClass"] === "SIMPLE";

/** A small contract is entered on one form; one that grows becomes a standard contract. */
export const simpleActions = {
  doQuickAdd: creating("新建简易合同", "New simplified contract", {
    button: "btnQuickAdd",
    who: "internal",
    tone: "primary",
    input: {
      contractName: text("标的", "Subject", { max: 200 }),
      orgId: ref("BaseOrganization", "业务实体", "Organisation", { pick: { enabledFlag: "Y" } }),
      supplierId: ref("SrmSupInfo", "供应商", "Supplier", { pick: { infoStatus: "EFFECTIVE" } }),
      templateId: ref("SrmCctTemplate", "模板", "Template", { pick: { status: "APPROVED", editMode: "LOCKED" } }),
      effectiveDate: date("生效日期", "Effective from"),
      expiryDate: date("到期日期", "Expires on"),
      currency: pick("币种", "Currency", "CURRENCY", { optional: true, initial: "CNY" }),
      items: rows("明细", "Items", {
        itemName: text("名称", "Description", { max: 200 }),
        uom: pick("单位", "UOM", "UOM"),
        qty: qty("数量", "Quantity", { least: 0 }),
        unitPrice: price("单价", "Price excl. tax", { least: 0 }),
        taxRate: pick("税率", "Tax rate", "TAX_RATE", { initial: "T13" }),
      }),
      remark: longtext("备注", "Internal remark", { max: 2000, optional: true }),
    },
  }),
  doUpgrade: action("转为标准合同", "Make a standard contract", {
    button: "btnUpgrade",
    who: "internal",
    from: ["DRAFT"],
    offered: isSimple,
    confirm: [
      "转为标准合同后条款可编辑，发布须单独审批。",
      "Its clauses can then be edited, and its publication needs an approval of its own.",
    ],
  }),
} as const;
