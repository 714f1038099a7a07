import { isZero, sub } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, files, longtext, money, month, payload, percent, pick, price, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { ofGoods } from "#modules/base/index.ts";
import { inPlace } from "#modules/order/index.ts";
import { financeCodes } from "../common.ts";
import { leastSigned, transactionLedger } from "./transaction.ledger.ts";

const stored = { computed: true, optional: true } as const;
const amount = (cn: string, en: string) => money(cn, en, { computed: true, initial: "0", currency: "currency" });
const quiet = { button: "btnSave", who: "system", quiet: true } as const;
const isManual = (doc: Readonly<Record<string, unknown>>): boolean => !doc["sourceTransactionId"];
const isUntouched = (doc: Readonly<Record<string, unknown>>): boolean =>
  isZero(String(doc["reconciledQty"] ?? "0")) && isZero(String(doc["reservedQty"] ?? "0")) && !doc["takenStmtId"];

/** One posting as finance reconciles it: copied from purchasing with its amounts, or entered by hand and approved. */
export const transactionInfo = entity("SrmRcnTransactionInfo", "对账事务", "Reconcilable transaction", {
  fields: {
    txnNo: code("事务编号", "Transaction no.", stored),
    txnType: pick("类型", "Type", "RCN_TXN_TYPE", { fixed: "create" }),
    sourceTransactionId: ref("SrmPurStorageTransaction", "来源交易", "Source transaction", stored),
    sourceType: text("手工来源", "Manual source", { max: 40, optional: true }),
    sourceId: text("来源单据", "Source document", { max: 64, optional: true }),
    reversedTxnId: ref("SrmRcnTransactionInfo", "被冲销事务", "Reversed transaction", stored),
    orgId: ref("BaseOrganization", "业务实体", "Business unit"),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory organisation", stored),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry" }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", { optional: true, within: { supplierId: "supplierId" } }),
    poHeaderId: ref("SrmPurOrderHeader", "采购订单", "Order", stored),
    poLineId: ref("SrmPurOrderLine", "订单行", "Order line", stored),
    lineNum: text("订单行号", "Order line no.", { max: 20, ...stored }),
    contractId: ref("SrmCctContract", "合同", "Contract", stored),
    paymentTermId: ref("SrmBasePaymentTerm", "付款条款", "Payment term", { optional: true }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { optional: true }),
    deliveryNoteNo: text("送货单", "Delivery note", { max: 40, ...stored }),
    receiveNo: text("接收单", "Receipt", { max: 40, ...stored }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    itemDesc: text("描述", "Description", { max: 500, repeats: "itemId", optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true }),
    uom: pick("单位", "UOM", "UOM", { optional: true }),
    txnDate: date("事务日期", "Transaction date", { begins: "today" }),
    qty: qty("数量", "Quantity", { initial: "1" }),
    priceBasis: pick("计价口径", "Price basis", "PRICE_BASIS", { initial: "EXCL" }),
    price: price("单价", "Price", { adds: false }),
    priceUnit: qty("价格单位", "Price unit", { initial: "1", adds: false }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE"),
    taxPercent: percent("税率%", "Tax %", { computed: true, initial: "0", adds: false }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    amountExcl: amount("未税金额", "Total excl. tax"),
    taxAmount: amount("税额", "Tax"),
    amountIncl: amount("价税合计", "Total incl. tax"),
    provisionalFlag: yn("暂估价", "Provisional price", { computed: true, initial: "N" }),
    holdFlag: yn("冻结对账", "On hold", { computed: true, initial: "N" }),
    holdReason: text("冻结原因", "Reason for the hold", { max: 500, ...stored }),
    holds: rows(
      "冻结单据",
      "Held by",
      {
        docType: text("单据类型", "Document type", { max: 60 }),
        docId: text("单据", "Document", { max: 64 }),
        reason: text("原因", "Reason", { max: 500 }),
      },
      { computed: true, optional: true, hidden: "all" },
    ),
    heldQty: qty("冲退占用数量", "Held by returns", { computed: true, initial: "0" }),
    ...transactionLedger.fields,
    leastQty: qty("最小余量", "Least balance", { computed: true, initial: "0", hidden: "all" }),
    openAmount: amount("未对账金额", "Open amount"),
    takenStmtId: ref("SrmRcnAccountStmt", "占用对账单", "Taken by", stored),
    reconStatus: pick("对账状态", "Reconciliation", "PUR_RECON_STATUS", { computed: true, initial: "NONE" }),
    invoicedAmount: amount("开票金额", "Invoiced amount"),
    paidAmount: amount("已付金额", "Paid amount"),
    periodId: month("期间", "Period", { computed: true }),
    remark: longtext("备注", "Internal remark", { max: 500, optional: true }),
    fileIds: files("依据文件", "Supporting files", { optional: true, max: 10 }),
    status: pick("状态", "Status", "RCN_TXN_STATUS", { computed: true }),
  },
  number: ["txnNo", "RT{yyyyMMdd}{00001}"],
  stateLookup: "RCN_TXN_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  approval: {
    bill: "RCN_TXN_MANUAL",
    label: ["手工对账事务", "Manual transaction"],
    to: "APPROVED",
    amount: "amountIncl",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    category: "categoryId",
    again: ["taxRate", "txnDate"],
    summary: ["txnNo", "txnType", "supplierId", "orgId", "txnDate", "amountIncl", "currency"],
    submit: { offered: isManual },
  },
  actions: {
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "REJECTED", "APPROVED"],
      to: "CANCELLED",
      tone: "danger",
      offered: (doc) => isManual(doc) && isUntouched(doc),
      input: { cancelReason: text("取消原因", "Reason for cancellation", { max: 500 }) },
    }),
    doHold: action("冻结", "Hold", {
      button: "btnHold",
      who: "internal",
      from: ["APPROVED"],
      offered: (doc) => doc["reconStatus"] !== "NA",
      input: { reason: text("冻结原因", "Reason for the hold", { max: 500 }) },
    }),
    doRelease: action("放行", "Release", {
      button: "btnRelease",
      who: "internal",
      from: ["APPROVED"],
      offered: (doc) => doc["holdFlag"] === "Y",
    }),
    doHoldBy: action("单据冻结", "Held by a document", {
      ...quiet,
      input: { hold: payload("冻结", "Hold") },
    }),
    doReleaseBy: action("单据放行", "Released by a document", {
      ...quiet,
      input: { docType: text("单据类型", "Document type", { max: 60 }), docId: text("单据", "Document", { max: 64 }) },
    }),
    /** A return in approval holds part of the source, or its price is final. */
    doFollow: action("跟随来源", "Follow the source", {
      ...quiet,
      input: { heldQty: qty("冲退占用数量", "Held by returns"), provisionalFlag: yn("暂估价", "Provisional price") },
    }),
    doSettleOffset: action("标记对冲", "Mark as offset", quiet),
    ...ledgerActions,
  },
  computes: {
    ...transactionLedger.computes,
    leastQty: leastSigned,
    openAmount: (row) => (row.reconStatus === "NA" ? "0" : sub(sub(row.amountIncl, row.reconciledInc), row.reservedInc)),
  },
  holds: { ...transactionLedger.holds, withinPosted: ["leastQty", ">=", 0] },
  unique: [
    { fields: ["txnNo"] },
    { fields: ["sourceTransactionId"], while: { sourceTransactionId: { not: null } } },
    {
      fields: ["sourceType", "sourceId"],
      while: { sourceId: { not: null }, status: { not: "CANCELLED" } },
      code: "RCN-101",
      text: ["该来源已有手工事务", "There is a manual transaction of this source already"],
    },
  ],
  requires: { paymentTermId: isManual },
  shownWhen: {
    sourceType: isManual,
    sourceId: isManual,
    holdReason: (doc) => doc.holdFlag === "Y",
    sourceTransactionId: (doc) => !isManual(doc),
    reversedTxnId: (doc) => Boolean(doc.reversedTxnId),
    takenStmtId: (doc) => Boolean(doc.takenStmtId),
  },
  sees: {
    internal: (me) => ({ all: [inPlace(me), ofGoods(me)] }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", status: "APPROVED" }),
  },
  shows: {
    supplier: [
      ...(["txnNo", "txnType", "orgId", "supplierId", "supplierSiteId", "poHeaderId", "poLineId", "lineNum", "deliveryNoteNo"] as const),
      ...(["receiveNo", "itemId", "itemDesc", "uom", "txnDate", "qty", "priceBasis", "price", "priceUnit", "taxRate"] as const),
      ...(["taxPercent", "currency", "amountExcl", "taxAmount", "amountIncl", "provisionalFlag", "holdFlag", "openQty"] as const),
      ...(["reconciledQty", "reservedQty", "openAmount", "reconStatus", "invoicedAmount", "paidAmount", "periodId"] as const),
      ...(["reconciledInc", "reservedInc", "paymentTermId", "reversedTxnId", "status"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["txnNo"],
  list: [
    ...(["txnNo", "txnType", "txnDate", "supplierId", "poHeaderId", "lineNum", "itemId", "uom", "qty", "price", "taxRate"] as const),
    ...(["currency", "amountExcl", "taxAmount", "amountIncl", "reconciledQty", "openQty", "openAmount", "invoicedAmount"] as const),
    ...(["holdFlag", "reconStatus", "periodId", "status", "receiveNo", "deliveryNoteNo", "orgId", "buyerId"] as const),
  ],
  search: [
    ...(["txnNo", "txnType", "txnDate", "supplierId", "orgId", "poHeaderId", "itemId", "receiveNo", "periodId", "reconStatus"] as const),
    ...(["holdFlag", "provisionalFlag", "status", "buyerId"] as const),
  ],
  order: [["id", "desc"]],
  views: {
    open: ["未对账", "Open", () => ({ status: "APPROVED", reconStatus: ["NONE", "PARTIAL"] })],
    onHold: ["已冻结", "On hold", () => ({ holdFlag: "Y" })],
    manual: ["手工事务", "Manual", () => ({ sourceTransactionId: null })],
  },
  pages: {
    list: "rcnTransactionInfoList",
    edit: "rcnTransactionInfoEdit",
    key: "amountIncl",
    sections: [
      [
        "事务",
        "Transaction",
        [
          ...(["txnNo", "txnType", "txnDate", "periodId", "orgId", "supplierId", "supplierSiteId", "paymentTermId", "buyerId"] as const),
          ...(["sourceType", "sourceId", "sourceTransactionId", "reversedTxnId"] as const),
        ],
      ],
      [
        "数量与金额",
        "Quantity and amount",
        [
          ...(["itemId", "itemDesc", "categoryId", "uom", "qty", "priceBasis", "price", "priceUnit", "taxRate", "currency"] as const),
          ...(["amountExcl", "taxAmount", "amountIncl", "provisionalFlag"] as const),
        ],
      ],
      [
        "对账",
        "Reconciliation",
        [
          ...(["reconStatus", "reconciledQty", "reservedQty", "heldQty", "openQty", "openAmount", "takenStmtId"] as const),
          ...(["invoicedAmount", "paidAmount", "holdFlag", "holdReason"] as const),
        ],
      ],
      ["来源", "Origin", ["poHeaderId", "lineNum", "contractId", "receiveNo", "deliveryNoteNo", "invOrgId", "fileIds", "remark"]],
    ],
  },
  unit: "uom",
  codes: financeCodes,
});
