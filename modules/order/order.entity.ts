import { entity, some, type Me, type Where } from "#kernel/entity.ts";
import { code, date, datetime, files, int, longtext, money, payload, percent, pick, rate, ref, text, yn } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { orderFigures } from "./ledger/figures.ts";
import { orderLine } from "./order-line.entity.ts";
import { confirmationDue, halfAndEnd, untouched } from "./order-dates.ts";
import { orderActions, orderApprovals } from "./order.actions.ts";
import { orderLists } from "./order.lists.ts";
import { orderRevision } from "./change/order.revision.ts";

const free = (n: number) => text(`扩展字段${n}`, `Extra ${n}`, { max: 200, optional: true });

/** Printed terms and trade data of an order, one row each. */
export const orderExpand = entity("SrmPurOrderExpandHead", "订单扩展信息", "Order terms", {
  fields: {
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", { computed: true, optional: true }),
    billToOrgId: ref("BaseOrganization", "开票组织", "Bill to", { optional: true, pick: { enabledFlag: "Y" } }),
    invoiceTitle: text("发票抬头", "Invoice title", { max: 200, optional: true }),
    invoiceType: pick("发票类型", "Invoice type", "INVOICE_TYPE", { optional: true }),
    shipToDefaultId: ref("SrmBaseDeliveryInfo", "默认收货地址", "Default ship to", {
      optional: true,
      pick: { enabledFlag: "Y" },
      fits: ["shipsTo", "orgId"],
    }),
    shipMethod: text("运输方式", "Ship method", { max: 100, optional: true }),
    packingRequirement: longtext("包装要求", "Packing", { max: 1000, optional: true }),
    qualityRequirement: longtext("质量要求", "Quality", { max: 1000, optional: true }),
    warrantyMonths: int("质保月数", "Warranty months", { optional: true, least: 0 }),
    penaltyClause: longtext("违约条款", "Penalty", { max: 2000, optional: true }),
    retentionPercent: percent("质保金%", "Retention %", { optional: true, least: 0, most: 100, adds: false }),
    prepayPercent: percent("预付%", "Prepaid %", { optional: true, least: 0, most: 100, adds: false }),
    customsMode: text("报关方式", "Customs", { max: 60, optional: true }),
    portOfLoading: text("起运港", "Port of loading", { max: 100, optional: true }),
    portOfDischarge: text("目的港", "Port of discharge", { max: 100, optional: true }),
    projectCode: text("项目", "Project", { max: 60, optional: true }),
    erpOrderNum: text("ERP订单号", "ERP order no.", { max: 60, computed: true, optional: true }),
    erpSyncStatus: text("ERP同步状态", "ERP sync", { max: 30, computed: true, optional: true }),
    erpSyncMsg: text("ERP同步信息", "ERP message", { max: 500, computed: true, optional: true }),
    printCount: int("打印次数", "Printed", { computed: true, initial: 0 }),
    signedFileIds: files("回签文件", "Signed copy", { optional: true, max: 10, computed: true }),
    attr1: free(1),
    attr2: free(2),
    attr3: free(3),
    attr4: free(4),
    attr5: free(5),
    attr6: free(6),
    attr7: free(7),
    attr8: free(8),
    attr9: free(9),
    attr10: free(10),
  },
  single: true,
  computes: { orderId: (_, order) => order?.id ?? null },
  unique: [{ fields: ["orderId"] }],
  sees: {},
  shows: {
    supplier: [
      ...(["orderId", "billToOrgId", "invoiceTitle", "invoiceType", "shipToDefaultId", "shipMethod", "packingRequirement"] as const),
      ...(["qualityRequirement", "warrantyMonths", "penaltyClause", "retentionPercent", "prepayPercent", "customsMode"] as const),
      ...(["portOfLoading", "portOfDischarge", "signedFileIds"] as const),
    ],
  },
  pages: {
    sections: [
      [
        "条款",
        "Terms",
        [
          ...([
            "billToOrgId",
            "invoiceTitle",
            "invoiceType",
            "shipToDefaultId",
            "shipMethod",
            "warrantyMonths",
            "retentionPercent",
          ] as const),
          ...(["prepayPercent", "customsMode", "portOfLoading", "portOfDischarge", "projectCode", "packingRequirement"] as const),
          ...(["qualityRequirement", "penaltyClause", "erpOrderNum", "erpSyncStatus", "erpSyncMsg"] as const),
        ],
      ],
    ],
  },
  title: ["invoiceTitle"],
  list: ["billToOrgId", "invoiceTitle", "invoiceType", "shipToDefaultId", "shipMethod", "warrantyMonths"],
  codes: purchaseCodes,
});

const name = "SrmPurOrderHeader";

/** Shown at a rate that only counts until it is submitted. */
const isPreliminary = (doc: { readonly exchangeRate: string | null; readonly draftRate: string | null }): boolean =>
  !doc.exchangeRate && Boolean(doc.draftRate);

/** The buttons of those who work on orders. */
const working = ["btnSave", "btnSubmit", "btnPublish", "btnChange", "btnBuyerConfirm", "btnUrge", "btnToNotice", "btnCancel", "btnClose"];

/** Whoever works on orders sees those of his organisations; whoever only looks them up also those that bring goods to a place of his. */
function seen(me: Me): Where {
  const isReader = Array.isArray(me.orgs) && !working.some((button) => me.may(name, button));
  return isReader ? { any: [{ orgId: me.orgs }, { lines: some({ deliveries: some({ invOrgId: me.orgs }) }) }] } : { orgId: me.orgs };
}

/** What a supplier is asked to deliver, at which price and when, and how far it has come. */
export const order = entity("SrmPurOrderHeader", "采购订单", "Purchase order", {
  fields: {
    orderNum: code("订单号", "Order no.", { max: 40, computed: true, optional: true }),
    revisionNum: int("版次", "Revision", { computed: true, initial: 0 }),
    billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
      optional: true,
      pick: { billCategory: "ORDER", status: "EFFECTIVE" },
      fits: ["documentTypes", "orgId"],
      begins: { where: { defaultFlag: "Y" } },
      hint: ["不填取默认类型", "Empty: the default type"],
    }),
    orderType: pick("订单类型", "Order type", "PUR_ORDER_TYPE", { initial: "STANDARD" }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { pick: { enabledFlag: "Y" }, begins: { of: "buyerId", field: "orgId" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", {
      within: { supplierId: "supplierId" },
      fits: ["trades", "orgId"],
      pick: { siteStatus: "ACTIVE" },
      begins: { like: { orgId: "orgId" } },
    }),
    supplierContactId: ref("SrmSupContact", "供应商联系人", "Supplier contact", {
      within: { supplierId: "supplierId" },
      optional: true,
      pick: { enabledFlag: "Y" },
    }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" }, begins: "me" }),
    orderDate: date("下单日期", "Order date", { begins: "today" }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY", begins: { of: "supplierSiteId", field: "currency" } }),
    currencyDigits: int("金额小数位", "Digits", { computed: true, initial: 2 }),
    /** Fixed for the order date when it is submitted, with the rows it was read from; two of them where it goes through the group's currency. */
    exchangeRate: rate("汇率", "Rate", { computed: true, optional: true }),
    exchangeRateId: ref("SrmBaseExchangeRate", "汇率行", "Rate row", { computed: true, optional: true }),
    crossRateId: ref("SrmBaseExchangeRate", "汇率行（交叉）", "Rate row (cross)", { computed: true, optional: true }),
    draftRate: rate("暂定汇率", "Preliminary rate", { computed: true, optional: true }),
    rateNote: { ...text("汇率说明", "About the rate", { max: 300, computed: true, optional: true }), english: "rateNoteEn" },
    rateNoteEn: text("汇率说明（英文）", "About the rate (English)", { max: 300, computed: true, optional: true }),
    taxIncludedFlag: yn("含税报价", "Price includes tax", { initial: "N" }),
    paymentTermId: ref("SrmBasePaymentTerm", "付款条款", "Payment term", {
      pick: { status: "EFFECTIVE", applyScope: "ORDER" },
      begins: { of: "supplierSiteId", field: "termId" },
    }),
    deliveryTerm: pick("贸易条款", "Delivery term", "INCOTERM", { optional: true }),
    settleMode: pick("结算方式", "Settlement", "PUR_SETTLE_MODE", { optional: true }),
    agreementId: ref("SrmPurAgreementHeader", "协议", "Agreement", { within: { supplierId: "supplierId" }, optional: true }),
    contractId: ref("SrmCctContract", "合同", "Contract", {
      within: { supplierId: "supplierId" },
      optional: true,
      pick: { status: "EFFECTIVE" },
    }),
    /** What the order came to on its contract when it was last posted there. */
    contractUse: payload("合同用量", "Use of the contract", { computed: true, optional: true, hidden: "all" }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true, optional: true }),
    amountExcl: money("未税金额", "Total excl. tax", { computed: true, initial: "0", currency: "currency" }),
    taxAmount: money("税额", "Tax", { computed: true, initial: "0", currency: "currency" }),
    amountIncl: money("价税合计", "Total incl. tax", { computed: true, initial: "0", currency: "currency" }),
    baseAmount: money("本位币金额", "Base amount", { computed: true, initial: "0" }),
    receivedAmount: money("已收金额", "Received amount", { computed: true, initial: "0", currency: "currency" }),
    invoicedAmount: money("已开票金额", "Invoiced amount", { computed: true, initial: "0", currency: "currency" }),
    paidAmount: money("已付金额", "Paid amount", { computed: true, initial: "0", currency: "currency" }),
    status: pick("状态", "Status", "PUR_ORDER_STATUS", { computed: true }),
    confirmStatus: pick("确认状态", "Confirmation", "PUR_CONFIRM_STATUS", { computed: true, initial: "NONE" }),
    receiptStatus: pick("收货状态", "Receipt", "PUR_PROGRESS", { computed: true, initial: "NONE" }),
    invoiceStatus: pick("开票状态", "Invoicing", "PUR_PROGRESS", { computed: true, initial: "NONE" }),
    receiptPercent: percent("收货%", "Received %", { computed: true, initial: "0", adds: false }),
    invoicePercent: percent("开票%", "Invoiced %", { computed: true, initial: "0", adds: false }),
    nextDueDate: date("最近应交", "Next due", { computed: true, optional: true }),
    changeStatus: pick("变更状态", "Change state", "PUR_DOC_STATUS", { computed: true, optional: true }),
    statusBeforeChange: pick("变更前状态", "Status before change", "PUR_ORDER_STATUS", { computed: true, optional: true }),
    changeReason: text("变更原因", "Change reason", { max: 500, optional: true }),
    changeSummary: { ...longtext("变更内容", "What changes", { max: 4000, computed: true, optional: true }), english: "changeSummaryEn" },
    changeSummaryEn: longtext("变更内容（英文）", "What changes (English)", { max: 4000, computed: true, optional: true }),
    changeId: text("变更稿", "Draft revision", { max: 64, computed: true, optional: true }),
    /** On a draft revision: the order it changes. */
    liveId: ref("SrmPurOrderHeader", "现行订单", "Current order", { computed: true, optional: true }),
    changeRows: payload("变更内容", "What changed", { computed: true, optional: true }),
    deliveryMode: pick("送货方式", "Delivery mode", "PUR_DELIVERY_MODE", { optional: true }),
    publishDate: datetime("发布时间", "Published", { computed: true, optional: true }),
    confirmDeadline: datetime("确认期限", "Confirm by", { computed: true, optional: true }),
    confirmDate: datetime("确认时间", "Confirmed", { computed: true, optional: true }),
    refuseReason: text("拒绝原因", "Reason for declining", { max: 500, computed: true, optional: true }),
    endReason: text("取消关闭原因", "Reason for ending", { max: 500, computed: true, optional: true }),
    sourceType: pick("来源", "Source", "PUR_ORDER_SOURCE", { computed: true, initial: "MANUAL" }),
    /** The summary or agreement it was made from: the only document whose holds its lines may carry on. */
    sourceDocId: text("来源单据", "Source document", { max: 64, computed: true, optional: true }),
    /** Requisitions and agreements the lines are made from, by number. */
    sourceNums: text("来源单号", "Source documents", { max: 2000, computed: true, optional: true }),
    priceException: yn("价格例外", "Price exception", { computed: true, initial: "N" }),
    aslException: yn("货源例外", "ASL exception", { computed: true, initial: "N" }),
    planException: yn("计划例外", "Plan exception", { computed: true, initial: "N" }),
    /** One finding a line, "10: PUR-2111 …", each language for its readers. */
    exceptionNote: { ...longtext("例外说明", "Exceptions", { max: 4000, computed: true, optional: true }), english: "exceptionNoteEn" },
    exceptionNoteEn: longtext("例外说明（英文）", "Exceptions (English)", { max: 4000, computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    supplierRemark: longtext("给供应商的说明", "Note to supplier", { max: 1000, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
  },
  lines: { lines: orderLine, expand: orderExpand },
  number: ["orderNum", "PO{yyyyMMdd}{0001}"],
  stateLookup: "PUR_ORDER_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "running"],
    PUBLISHED: ["待确认", "Awaiting supplier", "waiting"],
    CONFIRMED: ["执行中", "Open", "running"],
    REFUSED: ["供应商拒绝", "Declined by supplier", "refused"],
    CHANGING: ["变更中", "Change pending", "waiting"],
    COMPLETED: ["已完成", "Completed", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  approval: orderApprovals,
  actions: orderActions,
  computes: orderFigures,
  // what belongs to a change, or has nothing to say yet, takes no room on other orders
  shownWhen: {
    changeReason: (doc) => Boolean(doc.liveId),
    changeSummary: (doc) => Boolean(doc.liveId),
    exceptionNote: (doc) => Boolean(doc.exceptionNote),
    sourceNums: (doc) => Boolean(doc.sourceNums),
    refuseReason: (doc) => Boolean(doc.refuseReason),
    exchangeRate: (doc) => !isPreliminary(doc),
    draftRate: isPreliminary,
    rateNote: (doc) => Boolean(doc.rateNote),
    baseAmount: (doc) => Boolean(doc.rateNote),
  },
  // Silence past the deadline confirms where the bill type says so; both sides are reminded in any case.
  timed: [
    {
      does: "doAutoConfirm",
      in: ["PUBLISHED"],
      after: "confirmDeadline",
      program: "PUR_AUTO_CONFIRM",
      where: { liveId: null, billTypeId: { row: { supplierConfirmMode: "AUTO_AFTER_DAYS" }, of: "SrmBasePurchaseBillType" } },
    },
  ],
  remind: [
    {
      tells: "PUR_ORDER_CONFIRM_OVERDUE",
      in: ["PUBLISHED"],
      where: { liveId: null },
      program: "PUR_AUTO_CONFIRM",
      steps: { of: ["publishDate", "confirmDeadline"], at: halfAndEnd },
      says: confirmationDue,
    },
    {
      tells: "PUR_ORDER_STALE",
      in: ["DRAFT", "REJECTED"],
      where: { liveId: null },
      program: "PUR_ORDER_STALE",
      since: "lastUpdateDate",
      by: [30],
      every: 30,
      says: untouched,
    },
  ],
  sees: {
    internal: seen,
    supplier: (me) => ({
      supplierId: me.supplierId ?? "-",
      status: ["PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
      publishDate: { not: null },
    }),
  },
  shows: {
    supplier: [
      ...(["orderNum", "revisionNum", "orderType", "orgId", "supplierId", "supplierSiteId", "supplierContactId", "buyerId"] as const),
      ...(["orderDate", "currency", "taxIncludedFlag", "paymentTermId", "deliveryTerm", "settleMode", "amountExcl"] as const),
      ...(["taxAmount", "amountIncl", "receivedAmount", "invoicedAmount", "paidAmount", "status", "confirmStatus"] as const),
      ...(["receiptStatus", "invoiceStatus", "receiptPercent", "nextDueDate", "deliveryMode", "publishDate"] as const),
      ...(["confirmDeadline", "confirmDate", "refuseReason", "supplierRemark", "fileIds", "lines", "expand"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  revises: orderRevision,
  title: ["orderNum"],
  list: [
    ...(["orderNum", "revisionNum", "orderType", "supplierId", "orgId", "currency", "amountExcl", "amountIncl", "status"] as const),
    ...(["confirmStatus", "receiptPercent", "invoicePercent", "buyerId", "orderDate", "nextDueDate"] as const),
  ],
  search: [
    ...(["orderNum", "supplierId", "lines.itemId", "status", "orderDate", "buyerId", "sourceNums", "confirmStatus"] as const),
    ...(["orgId", "orderType", "sourceType", "agreementId", "contractId", "nextDueDate"] as const),
  ],
  order: [["id", "desc"]],
  lists: orderLists,
  pages: {
    edit: "purOrderManage/purchaseOrderEdit",
    key: "amountIncl",
    sections: [
      [
        "基本信息",
        "Basics",
        [
          ...(["billTypeId", "supplierId", "supplierSiteId", "paymentTermId", "orgId", "buyerId", "orderDate", "currency"] as const),
          ...(["orderType", "taxIncludedFlag", "deliveryMode", "sourceNums"] as const),
        ],
      ],
      [
        "更多条件",
        "More terms",
        [
          ...([
            "orderNum",
            "revisionNum",
            "sourceType",
            "agreementId",
            "contractId",
            "supplierContactId",
            "exchangeRate",
            "draftRate",
            "rateNote",
          ] as const),
          ...(["deliveryTerm", "settleMode", "amountExcl", "taxAmount", "amountIncl", "baseAmount"] as const),
        ],
      ],
      [
        "进度",
        "Progress",
        ["status", "confirmStatus", "receiptStatus", "invoiceStatus", "publishDate", "confirmDeadline", "confirmDate", "refuseReason"],
      ],
      ["例外与说明", "Exceptions and notes", ["exceptionNote", "changeReason", "changeSummary", "supplierRemark", "remark"]],
    ],
  },
  codes: purchaseCodes,
});
