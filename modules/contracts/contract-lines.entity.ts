import { entity } from "#kernel/entity.ts";
import { date, datetime, files, int, longtext, money, percent, pick, price, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { liveRow } from "./change/contract-change.ts";
import { contractCodes, priced } from "./common.ts";
import { tradeFields } from "./contract-fields.ts";
import { itemLedger } from "./execution/contract.ledger.ts";
import { sourceItemComputes, sourceItemFields, sourceItemUnique } from "./source/source.actions.ts";
import { stageRemind, stageTimed } from "./execution/timing.ts";
import { itemComputes, itemExecutionFields, stageHolds, stageComputes, stageExecutionFields } from "./execution/fields.ts";

const amount = { computed: true, initial: "0" } as const;

/** What is bought: goods, quantity, price or prices by quantity. */
export const contractItem = entity("SrmCctItem", "合同明细", "Contract item", {
  fields: priced(
    {
      lineNum: int("行号", "Line", { computed: true, optional: true }),
      itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, pick: { itemStatus: "ACTIVE" } }),
      itemName: { ...text("名称", "Description", { max: 200, repeats: "itemId", optional: true }) },
      spec: text("规格", "Specification", { max: 200, optional: true }),
      uom: pick("单位", "UOM", "UOM"),
      qty: qty("数量", "Quantity", { optional: true, least: 0 }),
      unitPrice: price("单价", "Price excl. tax", { optional: true, least: 0 }),
      unitPriceIncl: price("含税单价", "Price incl. tax", { optional: true, least: 0 }),
      taxRate: pick("税率", "Tax rate", "TAX_RATE", { initial: "T13" }),
      amountExcl: money("不含税金额", "Total excl. tax", amount),
      taxAmount: money("税额", "Tax", amount),
      amountIncl: money("含税金额", "Total incl. tax", amount),
      ladderJson: rows(
        "阶梯价",
        "Prices by quantity",
        { fromQty: qty("起始数量（含）", "From (included)", { least: 0, adds: false }), price: price("单价", "Price", { least: 0 }) },
        { optional: true },
      ),
      deliveryDate: date("交期", "Delivery date", { optional: true }),
      warrantyMonths: int("质保月", "Warranty (months)", { optional: true, least: 0, most: 240, adds: false }),
      assetFlag: yn("资产", "Asset", { initial: "N" }),
      sourceLineId: text("来源行", "Source line", { max: 60, computed: true, optional: true, hidden: "all" }),
      lineStatus: pick("行状态", "Line status", "CCT_LINE_STATUS", { computed: true, initial: "OPEN" }),
      ...itemExecutionFields,
      ...liveRow,
      ...sourceItemFields,
    },
    ["ladderJson"],
  ),
  unique: [sourceItemUnique],
  computes: { ...itemComputes, ...sourceItemComputes },
  holds: itemLedger.holds,
  requires: { itemName: (row) => !row.itemId },
  sees: {},
  shows: {
    supplier: [
      ...(["lineNum", "itemId", "itemName", "spec", "uom", "qty", "unitPrice", "unitPriceIncl", "taxRate", "amountExcl"] as const),
      ...(["taxAmount", "amountIncl", "ladderJson", "deliveryDate", "warrantyMonths", "lineStatus"] as const),
    ],
  },
  title: ["lineNum", "itemName"],
  list: [
    ...(["lineNum", "itemId", "itemName", "spec", "uom", "qty", "unitPrice", "unitPriceIncl", "taxRate", "amountExcl"] as const),
    ...(["amountIncl", "ladderJson", "deliveryDate", "warrantyMonths", "assetFlag", "lineStatus"] as const),
    ...(["orderedQty", "receivedQty", "acceptedQty"] as const),
  ],
  unit: "uom",
  codes: contractCodes,
});

/** A part of the price that falls due by itself. */
export const paymentStage = entity("SrmCctPaymentStage", "付款阶段", "Payment stage", {
  fields: priced({
    stageNo: int("阶段", "Stage", { computed: true, optional: true, adds: false }),
    stageType: pick("类型", "Type", "CCT_STAGE_TYPE", { initial: "ADVANCE" }),
    stageName: { ...text("名称", "Name", { max: 80 }), english: "stageNameEn" },
    stageNameEn: text("名称（英文）", "Name (English)", { max: 80, optional: true }),
    percent: percent("比例%", "Percent", { least: 0, most: 100 }),
    amount: money("金额", "Amount", amount),
    trigger: pick("触发条件", "Trigger", "CCT_STAGE_TRIGGER", { initial: "SIGN" }),
    dueDays: int("触发后天数", "Days after trigger", { optional: true, least: 0, adds: false }),
    dueDate: date("到期日期", "Due date", { optional: true }),
    needInvoice: yn("须发票", "Needs invoice", { initial: "Y" }),
    needDocs: text("须单据", "Needs documents", { max: 200, optional: true }),
    remark: text("备注", "Remark", { max: 200, optional: true }),
    ...stageExecutionFields,
    ...liveRow,
  }),
  computes: stageComputes,
  holds: stageHolds,
  timed: stageTimed,
  remind: stageRemind,
  requires: { dueDate: (row) => row.trigger === "DATE" },
  sees: {},
  shows: {
    supplier: [
      "stageNo",
      "stageType",
      "stageName",
      "stageNameEn",
      "percent",
      "amount",
      "trigger",
      "dueDays",
      "dueDate",
      "needInvoice",
      "needDocs",
    ],
  },
  title: ["stageNo", "stageName"],
  list: [
    "stageNo",
    "stageType",
    "stageName",
    "percent",
    "amount",
    "trigger",
    "dueDays",
    "dueDate",
    "needInvoice",
    "needDocs",
    "remark",
    "stageStatus",
    "dueDateCalc",
  ],
  order: [["stageNo", "asc"]],
  codes: contractCodes,
});

/** A clause as this contract words it, beside the library's text, with who approved the difference. */
export const contractClause = entity("SrmCctContractTerms", "合同条款", "Contract clause", {
  fields: {
    seq: int("顺序", "Order", { least: 1, initial: 10 }),
    termsId: ref("SrmCctTerms", "条款", "Clause", { optional: true, pick: { status: "APPROVED" } }),
    title: text("标题", "Title", { max: 240, optional: true, hint: ["选择条款后带出", "Taken from the clause"] }),
    content: longtext("内容", "Text", { max: 40_000, optional: true, hint: ["选择条款后带出标准文本", "Begins with the standard text"] }),
    originText: longtext("标准文本", "Standard text", { max: 40_000, computed: true, optional: true }),
    editableFlag: yn("文本可改", "Text may be edited", { computed: true, initial: "N" }),
    deviationFlag: yn("偏离", "Deviates", { computed: true, initial: "N" }),
    fallbackSeq: int("替代文本", "Fallback text", { computed: true, optional: true, adds: false }),
    deviationLevel: pick("追加审批", "Additional approval", "CCT_APPROVAL_LEVEL", { computed: true, initial: "NONE" }),
    deviationReason: text("偏离理由", "Reason for deviation", { max: 500, optional: true }),
    deviationApprovedBy: ref("BaseUsers", "偏离批准人", "Deviation approved by", { computed: true, optional: true }),
    ...liveRow,
  },
  requires: { title: (row) => !row.termsId, content: (row) => !row.termsId },
  sees: {},
  shows: { supplier: ["seq", "title", "content"] },
  title: ["seq", "title"],
  list: [
    ...(["seq", "termsId", "title", "content", "deviationFlag", "fallbackSeq", "deviationLevel", "deviationReason"] as const),
    "deviationApprovedBy",
  ],
  order: [["seq", "asc"]],
  codes: contractCodes,
});

/** A file that belongs to the contract; only our own people see it. */
export const contractDocument = entity("SrmCctDocument", "合同文档", "Contract document", {
  fields: {
    docKind: pick("类别", "Kind", "CCT_DOC_KIND", { initial: "ATTACH" }),
    fileId: files("文件", "File", { max: 1 }),
    hash: text("校验值", "Checksum", { max: 64, computed: true, optional: true }),
    versionNo: int("版本", "Version", { computed: true, initial: 1, adds: false }),
    authorId: ref("BaseUsers", "作者", "Author", { computed: true, optional: true }),
    authorSide: pick("作者方", "Author's side", "PUR_SIDE", { computed: true, initial: "BUYER" }),
    sharedFlag: yn("对供应商可见", "Shared with supplier", { initial: "N" }),
    /** Evidence of what was agreed stays as it is. */
    keptFlag: yn("留存", "Kept", { computed: true, initial: "N", hidden: "all" }),
    addedAt: datetime("时间", "Added", { computed: true, optional: true }),
    remark: text("备注", "Remark", { max: 200, optional: true }),
  },
  computes: { keptFlag: (row) => (["FINAL", "PDF", "SIGNED"].includes(row.docKind) ? "Y" : "N") },
  frozen: { once: ["keptFlag", "Y"], but: ["sharedFlag", "remark"] },
  sees: {},
  title: ["docKind", "versionNo"],
  list: ["docKind", "fileId", "versionNo", "authorId", "authorSide", "addedAt", "hash", "sharedFlag", "remark"],
  codes: contractCodes,
});

/** How the goods of a foreign supplier travel: one row for a contract. */
export const contractTrade = entity("SrmCctTrade", "贸易条款", "Trade terms", {
  single: true,
  fields: tradeFields,
  requires: { lcTerms: (row) => row.lcFlag === "Y" },
  sees: {},
  shows: { supplier: Object.keys(tradeFields) as (keyof typeof tradeFields)[] },
  title: ["incoterm", "place"],
  list: Object.keys(tradeFields) as (keyof typeof tradeFields)[],
  codes: contractCodes,
});
