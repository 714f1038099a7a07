import { entity, some } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, percent, pick, ref, text, yn } from "#kernel/field.ts";
import { revisionFields } from "#kernel/revision.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { agreementLedger } from "./agreement.ledger.ts";
import { agreementActions } from "./agreement.actions.ts";
import { agreementLists, agreementSections } from "./agreement-pages.ts";
import { agreementLine, agreementOrg } from "./agreement-line.entity.ts";
import { agreementRevision } from "./agreement.revision.ts";
import { agreedAmount, openAmount, usedPct } from "./agreement-figures.ts";

/** What a supplier and the house agreed on: prices, and how much may be bought at them. A revision in the making is a draft beside the one in force. */
export const agreement = entity("SrmPurAgreementHeader", "采购协议", "Purchase agreement", {
  fields: {
    agreementNum: code("协议编号", "Agreement no.", { computed: true, optional: true }),
    ...revisionFields("SrmPurAgreementHeader"),
    billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
      optional: true,
      pick: { billCategory: "AGREEMENT", status: "EFFECTIVE" },
      fits: ["documentTypes", "orgId"],
      begins: { where: { defaultFlag: "Y" } },
      hint: ["不填取默认类型", "Empty: the default type"],
    }),
    agreementType: pick("协议类型", "Type", "PUR_AGREEMENT_TYPE", { initial: "PRICE" }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", {
      within: { supplierId: "supplierId" },
      fits: ["trades", "orgId"],
      optional: true,
      pick: { siteStatus: "ACTIVE" },
      begins: { like: { orgId: "orgId" } },
    }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY", fixed: "create" }),
    startDate: date("有效期起", "Valid from", { begins: "today" }),
    endDate: date("有效期至", "Valid to"),
    priority: int("优先级", "Priority", { initial: 1, least: 1, most: 99, hint: ["小者优先", "The smaller number comes first"] }),
    priceType: pick("价格类型", "Price type", "PUR_PRICE_TYPE", { initial: "STANDARD" }),
    amountLimit: money("协议金额", "Amount limit", { optional: true, least: 0, currency: "currency", adds: false }),
    overLimitPct: percent("超额允许%", "Over-limit %", { initial: "0", least: 0, most: 100, adds: false }),
    agreedAmount: money("协议总额", "Agreed amount", { computed: true, optional: true, currency: "currency" }),
    ...agreementLedger.fields,
    openAmount: money("可用金额", "Open", { computed: true, optional: true, currency: "currency" }),
    usedPct: percent("已用%", "Used %", { computed: true, initial: "0", adds: false }),
    paymentTermId: ref("SrmBasePaymentTerm", "付款条款", "Payment term", {
      pick: { status: "EFFECTIVE", applyScope: "AGREEMENT" },
      begins: { of: "supplierSiteId", field: "termId" },
    }),
    deliveryTerm: pick("交货条款", "Delivery term", "INCOTERM", { optional: true }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { initial: "T13" }),
    taxIncludedFlag: yn("含税报价", "Prices include tax", { initial: "N" }),
    contractId: text("合同", "Contract", { max: 60, computed: true, optional: true }),
    sourceType: pick("来源", "Source", "PUR_PRICE_SOURCE", { computed: true, initial: "MANUAL" }),
    sourceId: text("来源单据", "Source document", { max: 60, computed: true, optional: true }),
    supplierConfirmFlag: yn("需供应商确认", "Supplier must confirm", { initial: "N" }),
    confirmStatus: pick("确认状态", "Confirmation", "PUR_CONFIRM_STATUS", { computed: true, initial: "NONE" }),
    refuseReason: text("拒绝原因", "Reason for declining", { max: 500, computed: true, optional: true }),
    changeStatus: pick("变更状态", "Change state", "PUR_DOC_STATUS", { computed: true, optional: true }),
    warnedDays: int("到期提醒", "Expiry notified", { computed: true, optional: true }),
    toldPct: int("已提醒用量", "Usage notified", { computed: true, initial: 0 }),
    closeReason: text("关闭原因", "Reason for ending", { max: 500, computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 2000, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "PUR_AGREEMENT_STATUS", { computed: true }),
  },
  lines: { lines: agreementLine, orgs: agreementOrg },
  number: ["agreementNum", "AG{yyyyMM}{0001}"],
  revises: agreementRevision,
  unique: [{ fields: ["agreementNum"], while: { liveId: null } }],
  stateLookup: "PUR_AGREEMENT_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    TO_CONFIRM: ["待供应商确认", "Awaiting supplier", "waiting"],
    EFFECTIVE: ["生效", "Effective", "done"],
    CHANGING: ["变更中", "Change pending", "running"],
    EXPIRED: ["已到期", "Expired", "ended"],
    CLOSED: ["已关闭", "Closed", "ended"],
    ABOLISHED: ["已作废", "Voided", "ended"],
  },
  computes: { agreedAmount, openAmount, usedPct },
  requires: { amountLimit: (doc) => doc.agreementType === "AMOUNT" },
  shownWhen: {
    amountLimit: (doc) => doc.agreementType === "AMOUNT",
    openAmount: (doc) => doc.agreementType === "AMOUNT",
    overLimitPct: (doc) => doc.agreementType !== "PRICE",
    agreedAmount: (doc) => doc.agreementType !== "PRICE",
    usedPct: (doc) => doc.agreementType !== "PRICE",
    refuseReason: (doc) => Boolean(doc.refuseReason),
    closeReason: (doc) => Boolean(doc.closeReason),
  },
  holds: {
    validPeriod: ["startDate", "<=", "endDate"],
  },
  approval: {
    bill: "PUR_AGREEMENT",
    label: ["采购协议", "Purchase agreement"],
    submit: { label: ["提交审批", "Submit"] },
    withdraw: { name: "doTakenBack" },
    amount: "agreedAmount",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    summary: [
      ...(["agreementNum", "revisionNum", "agreementType", "supplierId", "orgId", "startDate", "endDate"] as const),
      ...(["amountLimit", "agreedAmount", "paymentTermId", "changeReason"] as const),
    ],
  },
  actions: agreementActions,
  waiting: [
    {
      todo: "AGREEMENT_CONFIRM",
      label: ["采购协议确认", "Confirm price agreement"],
      route: "purAgreementManage/purAgreementEdit",
      title: ["请确认采购协议{bizNo}", "Confirm purchase agreement {bizNo}"],
      in: ["TO_CONFIRM"],
      who: { supplier: "SALES" },
      org: "orgId",
      list: "desk",
      view: ["toConfirm", "待供应商确认", "Awaiting supplier"],
      tile: { code: "SUP_AGREEMENT_TO_CONFIRM", label: ["待确认的协议", "Agreements to confirm"], seq: 24 },
    },
  ],
  timed: [
    { does: "doTick", in: ["EFFECTIVE"], where: { liveId: null }, after: "endDate", program: "expireAgreement" },
    {
      does: "doTick",
      in: ["CHANGING"],
      after: "endDate",
      program: "expireAgreement",
      where: { liveId: null, lines: some({ lineStatus: "EFFECTIVE", endDate: null }) },
    },
  ],
  remind: [
    {
      does: "doTick",
      in: ["EFFECTIVE", "CHANGING"],
      before: "endDate",
      by: [60, 30, 7],
      program: "expireAgreement",
      where: { liveId: null },
    },
  ],
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({
      supplierId: me.supplierId ?? "-",
      status: ["TO_CONFIRM", "EFFECTIVE", "CHANGING", "EXPIRED", "CLOSED"],
    }),
  },
  shows: {
    supplier: [
      ...(["agreementNum", "revisionNum", "agreementType", "orgId", "supplierId", "supplierSiteId", "currency"] as const),
      ...(["startDate", "endDate", "priceType", "amountLimit", "releasedAmount", "paymentTermId", "deliveryTerm", "taxRate"] as const),
      ...([
        "taxIncludedFlag",
        "supplierConfirmFlag",
        "confirmStatus",
        "refuseReason",
        "changeReason",
        "fileIds",
        "status",
        "lines",
      ] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["agreementNum"],
  list: [
    ...(["agreementNum", "status", "supplierId", "agreementType", "startDate", "endDate", "usedPct", "amountLimit"] as const),
    ...(["releasedAmount", "occupiedAmount", "openAmount", "currency", "revisionNum", "orgId"] as const),
  ],
  search: ["agreementNum", "supplierId", "lines.itemId", "agreementType", "orgId", "status", "startDate", "endDate"],
  order: [["id", "desc"]],
  lists: agreementLists,
  pages: {
    edit: "purAgreementManage/purAgreementEdit",
    key: "agreedAmount",
    sections: agreementSections,
  },
  codes: purchaseCodes,
});
