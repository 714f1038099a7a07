import { createsFrom } from "#kernel/chooser.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, files, longtext, payload, pick, qty, ref, snapshot, yn } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { alterChooser } from "./asl.chooser.ts";
import { aslDocument, namedFields, statusField } from "./asl-document.ts";

/** One line of the approved list that is to change: how it stood when this was submitted, and how it is to stand. */
export const aslAlterationLine = entity("SrmPurAslAlterationLine", "货源变更行", "ASL change line", {
  fields: {
    aslLineId: ref("SrmPurAslLine", "准入行", "ASL line"),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "采购分类", "Category", { computed: true, optional: true }),
    beforeJson: snapshot("变更前", "Before", { computed: true, optional: true }),
    afterJson: payload("变更后", "After", { optional: true }),
    openOrderQty: qty("未交订单数量", "Open order quantity", { computed: true, optional: true, adds: false }),
    keepOpenOrders: yn("在途订单可继续送货", "Keep open orders", { initial: "Y" }),
    appliedDate: date("执行日期", "Applied on", { computed: true, optional: true }),
    /** Y while its document is in approval: a line of the list is altered by one document at a time. */
    openFlag: yn("审批中", "In approval", { computed: true, initial: "N" }),
  },
  computes: { openFlag: (_, doc) => (doc.status === "APPROVING" ? "Y" : "N") },
  unique: [
    {
      fields: ["aslLineId"],
      while: { openFlag: "Y" },
      code: "PUR-1006",
      text: ["准入行已有在审批的变更单", "The ASL line already has a change in approval"],
    },
  ],
  sees: {},
  title: ["supplierId", "itemId"],
  list: ["supplierId", "itemId", "categoryId", "keepOpenOrders", "openOrderQty", "appliedDate"],
  codes: purchaseCodes,
});

/** A change of suppliers that are on the list: suspended, resumed, extended, limited otherwise, or disqualified. */
export const aslAlteration = entity("SrmPurAslAlteration", "货源变更单", "ASL change", {
  fields: {
    alterNum: code("变更单号", "Change no.", { max: 40, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    alterType: pick("变更类型", "Change type", "PUR_ASL_ALTER_TYPE", { initial: "LIMIT" }),
    alterReason: longtext("变更原因", "Reason", { max: 500 }),
    effectiveDate: date("生效日期", "Effective on", { optional: true, hint: ["不填则批准时生效", "Empty: when it is approved"] }),
    appliedDate: date("执行日期", "Applied on", { computed: true, optional: true }),
    ...namedFields,
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: statusField,
  },
  lines: { lines: aslAlterationLine },
  number: ["alterNum", "AL{yyyyMMdd}{0001}"],
  unique: [{ fields: ["effectiveDate", "id"], while: { status: "APPROVED", appliedDate: null } }],
  ...aslDocument,
  shownWhen: { appliedDate: (doc) => Boolean(doc.appliedDate) },
  approval: {
    bill: "PUR_ASL_ALTERATION",
    label: ["货源变更", "ASL change"],
    to: "APPROVED",
    org: "orgId",
    summary: ["alterNum", "orgId", "alterType", "alterReason", "effectiveDate", "lineCount"],
  },
  actions: {
    doCreateFrom: createsFrom("发起变更", "Create ASL changes", alterChooser, {
      button: "btnAdd",
      who: "internal",
      input: {
        alterType: pick("变更类型", "Change type", "PUR_ASL_ALTER_TYPE"),
        alterReason: longtext("变更原因", "Reason", { max: 500 }),
      },
    }),
    doApply: action("执行", "Apply", { button: "btnApproval", who: "system", from: ["APPROVED"], quiet: true }),
  },
  timed: [{ does: "doApply", in: ["APPROVED"], where: { appliedDate: null }, on: "effectiveDate", program: "applyAslAlteration" }],
  title: ["alterNum"],
  list: ["alterNum", "alterType", "orgId", "supplierIds", "status", "lineCount", "effectiveDate", "appliedDate", "alterReason"],
  search: ["alterNum", "alterType", "orgId", "lines.supplierId", "lines.itemId", "status", "effectiveDate"],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    waiting: ["待执行", "To be applied", () => ({ status: "APPROVED", appliedDate: null })],
  },
  pages: {
    list: "purAslAlterationList",
    edit: "aslAlterationManage/AslAlterationEdit",
    sections: [["变更", "Change", ["alterNum", "orgId", "alterType", "effectiveDate", "appliedDate", "lineCount", "alterReason"]]],
  },
});
