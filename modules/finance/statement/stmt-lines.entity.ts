import { entity } from "#kernel/entity.ts";
import { files, int, longtext, money, percent, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { financeCodes } from "../common.ts";

const stored = { computed: true, optional: true } as const;
const amount = (cn: string, en: string) => money(cn, en, { computed: true, initial: "0" });

const priced = {
  price: price("单价", "Price", { ...stored, adds: false }),
  priceUnit: qty("价格单位", "Price unit", { ...stored, adds: false }),
  priceBasis: pick("计价口径", "Price basis", "PRICE_BASIS", { computed: true, initial: "EXCL" }),
  taxRate: pick("税率", "Tax rate", "TAX_RATE", stored),
  taxPercent: percent("税率%", "Tax %", { computed: true, initial: "0", adds: false }),
  amountExcl: amount("未税金额", "Total excl. tax"),
  taxAmount: amount("税额", "Tax"),
  amountIncl: amount("价税合计", "Total incl. tax"),
} as const;

const seen = ["price", "priceUnit", "priceBasis", "taxRate", "taxPercent", "amountExcl", "taxAmount", "amountIncl"] as const;

/** What a statement takes of one transaction. */
export const stmtTransaction = entity("SrmRcnAccountStmtTransaction", "对账单事务", "Statement transaction", {
  fields: {
    txnId: ref("SrmRcnTransactionInfo", "对账事务", "Reconcilable transaction", { fixed: "create" }),
    lineId: text("对账单行", "Statement line", { max: 64, ...stored, hidden: "all" }),
    txnType: pick("类型", "Type", "RCN_TXN_TYPE", stored),
    receiveNo: text("接收单", "Receipt", { max: 40, ...stored }),
    deliveryNoteNo: text("送货单", "Delivery note", { max: 40, ...stored }),
    itemId: ref("SrmBaseItem", "物料", "Item", stored),
    itemDesc: text("描述", "Description", { max: 500, repeats: "itemId", ...stored }),
    uom: pick("单位", "UOM", "UOM", stored),
    qty: qty("本次对账数量", "Quantity now"),
    ...priced,
    disputeFlag: yn("有异议", "Disputed", { computed: true, initial: "N" }),
    lockState: pick("占用状态", "Reservation", "RCN_LOCK", { computed: true, initial: "RELEASED" }),
  },
  sees: {},
  shows: {
    supplier: [
      ...(["txnId", "txnType", "receiveNo", "deliveryNoteNo", "itemId", "itemDesc", "uom", "qty", "disputeFlag"] as const),
      ...seen,
      "lockState",
    ],
  },
  title: ["txnId"],
  list: [
    ...(["txnId", "txnType", "receiveNo", "deliveryNoteNo", "itemId", "itemDesc", "uom", "qty"] as const),
    ...(["price", "priceUnit", "taxRate", "amountExcl", "taxAmount", "amountIncl", "lockState"] as const),
  ],
  unit: "uom",
  codes: financeCodes,
});

/** Transactions of one order line at one price, as they are shown, printed and invoiced. */
export const stmtLine = entity("SrmRcnAccountStmtLine", "对账单行", "Statement line", {
  fields: {
    lineNum: int("行号", "Line", { computed: true, adds: false, width: 70 }),
    lineKind: pick("行类型", "Kind", "RCN_LINE_KIND", { computed: true, initial: "GOODS" }),
    groupKey: text("分组键", "Group key", { max: 200, computed: true, hidden: "all" }),
    poHeaderId: ref("SrmPurOrderHeader", "采购订单", "Order", stored),
    poLineId: ref("SrmPurOrderLine", "订单行", "Order line", stored),
    itemId: ref("SrmBaseItem", "物料", "Item", stored),
    itemDesc: text("描述", "Description", { max: 500, repeats: "itemId", ...stored }),
    uom: pick("单位", "UOM", "UOM", stored),
    qty: qty("数量", "Quantity", { computed: true, initial: "0" }),
    ...priced,
    roundShare: money("尾差分摊", "Rounding share", { computed: true, initial: "0" }),
    supplierQty: qty("供方数量", "Supplier's quantity", stored),
    supplierPrice: price("供方单价", "Supplier's price", { ...stored, adds: false }),
    lineStatus: pick("行状态", "Line status", "RCN_LINE_STATUS", { computed: true, initial: "OK" }),
    invoicedEx: amount("已开票未税", "Invoiced, net"),
    invoicedTax: amount("已开票税额", "Invoiced, tax"),
    invoicedInc: amount("已开票含税", "Invoiced, gross"),
  },
  sees: {},
  shows: {
    supplier: [
      ...(["lineNum", "lineKind", "poHeaderId", "poLineId", "itemId", "itemDesc", "uom", "qty", "roundShare", "supplierQty"] as const),
      ...seen,
      ...(["supplierPrice", "lineStatus", "invoicedEx", "invoicedTax", "invoicedInc"] as const),
    ],
  },
  title: ["lineNum"],
  list: [
    ...(["lineNum", "lineKind", "poHeaderId", "itemId", "itemDesc", "uom", "qty", "supplierQty", "price", "supplierPrice"] as const),
    ...(["priceUnit", "taxRate", "amountExcl", "taxAmount", "amountIncl", "roundShare", "lineStatus", "invoicedInc"] as const),
  ],
  unit: "uom",
  codes: financeCodes,
});

/** A difference that one side raised, and how it was settled. */
export const stmtDetail = entity("SrmRcnAccountStmtDetail", "对账差异明细", "Statement difference", {
  fields: {
    lineId: text("对账单行", "Statement line", { max: 64, ...stored, hidden: "all" }),
    lineNum: int("行号", "Line", { ...stored, adds: false, width: 70 }),
    diffType: pick("差异类型", "Difference", "RCN_DIFF_TYPE", { computed: true }),
    ourValue: price("我方", "Ours", { ...stored, adds: false }),
    theirValue: price("供方", "Theirs", { ...stored, adds: false }),
    raisedBy: pick("提出方", "Raised by", "RCN_ORIGIN", { computed: true }),
    reason: longtext("原因", "Reason", { max: 500, computed: true }),
    fileIds: files("附件", "Files", { ...stored, max: 5 }),
    resolution: pick("处理方式", "Resolution", "RCN_RESOLUTION", stored),
    adjustEx: money("调整未税", "Adjustment, net", stored),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", stored),
    adjustTax: money("调整税额", "Adjustment, tax", stored),
    adjustInc: money("调整含税", "Adjustment, gross", stored),
    detailStatus: pick("状态", "Status", "RCN_DIFF_STATUS", { computed: true, initial: "OPEN" }),
  },
  sees: {},
  shows: {
    supplier: [
      ...(["lineNum", "diffType", "ourValue", "theirValue", "raisedBy", "reason", "fileIds", "resolution"] as const),
      ...(["adjustEx", "taxRate", "adjustTax", "adjustInc", "detailStatus"] as const),
    ],
  },
  title: ["diffType"],
  list: [
    ...(["lineNum", "diffType", "ourValue", "theirValue", "raisedBy", "reason", "fileIds", "resolution"] as const),
    ...(["adjustEx", "taxRate", "adjustTax", "adjustInc", "detailStatus"] as const),
  ],
  codes: financeCodes,
});
