import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, files, int, longtext, pick, picks, ref, refs, text } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** One category that is to be granted. */
export const qualifiedCategory = entity("SrmSlcQualifiedCategories", "授予品类", "Category to grant", {
  fields: {
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { pick: { enabledFlag: "Y" } }),
    grantStatus: pick("授予状态", "Grant", "SUP_CATEGORY_STATUS", { initial: "QUALIFIED" }),
    validTo: date("有效至", "Valid to", { optional: true, hint: ["不填取申请的有效期", "Empty: the application's end date"] }),
  },
  sees: {},
  title: ["categoryId"],
  list: ["categoryId", "grantStatus", "validTo"],
  codes: notFound,
});

/** One site that is to be used: one the supplier has, or the fields of a new one. */
export const qualifiedSite = entity("SrmSlcQualifiedSites", "授予地点", "Site to use", {
  fields: {
    siteId: ref("SrmSupSite", "已有地点", "Existing site", { optional: true }),
    siteCode: code("地点编码", "Site code", { max: 30, optional: true }),
    ...bilingual("siteName", "地点名称", "Site name", { max: 80, optional: true }),
    locationId: ref("SrmSupLocation", "地址", "Location", { optional: true, pick: { enabledFlag: "Y" } }),
    siteUse: picks("用途", "Use", "SITE_USE", { optional: true }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { optional: true }),
    termId: ref("SrmBasePaymentTerm", "付款条件", "Payment term", {
      optional: true,
      pick: { status: "EFFECTIVE", applyScope: "SUPPLIER" },
    }),
    accountId: ref("SrmSupAccount", "收款账号", "Bank account", { optional: true }),
  },
  requires: Object.fromEntries(
    ["siteCode", "siteName", "locationId", "siteUse", "currency", "taxRate", "termId"].map((key) => [
      key,
      (row: { siteId?: string | null }) => !row.siteId,
    ]),
  ),
  sees: {},
  title: ["siteCode", "siteName"],
  list: ["siteId", "siteCode", "siteName", "siteNameEn", "locationId", "siteUse", "currency", "taxRate", "termId", "accountId"],
  codes: notFound,
});

/** The application at the end of an introduction: what has been passed, and what the supplier may do from now on. */
export const qualified = entity("SrmSlcQualifiedSupplier", "合格供应商申请", "Qualified supplier application", {
  fields: {
    applyNo: code("申请单号", "Application no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { fixed: "create" }),
    trackId: ref("SrmSlcIntroduceTrack", "引入跟踪", "Track", {
      optional: true,
      fixed: "create",
      pick: { trackStatus: "RUNNING" },
      hint: ["不填取该供应商在该组织进行中的引入", "Empty: the supplier's current onboarding in this organisation"],
    }),
    sceneId: ref("SrmSlcIntroduceScenes", "引入场景", "Scenario", { computed: true, optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { computed: true, optional: true }),
    applyLevel: pick("申请等级", "Level", "SUP_LEVEL", { initial: "GENERAL" }),
    validFrom: date("有效期起", "Valid from", { optional: true }),
    validTo: date("有效期至", "Valid to", { optional: true }),
    doneNodes: int("引入进度", "Progress", { computed: true, initial: 0 }),
    allNodes: int("节点总数", "Nodes", { computed: true, initial: 0 }),
    summary: longtext("总结", "Summary", { max: 4000, optional: true }),
    riskDesc: text("风险", "Risks", { max: 1000, optional: true }),
    conditionDesc: text("附带条件", "Conditions", { max: 1000, optional: true }),
    conditionDueDate: date("条件期限", "Condition due", { optional: true }),
    abolishReason: text("作废原因", "Reason for voiding", { max: 300, computed: true, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "SrmSlcQualifiedSupplier.status", { computed: true }),
  },
  lines: { categories: qualifiedCategory, sites: qualifiedSite },
  number: ["applyNo", "HG{yyyyMMdd}{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "done"],
    ABOLISHED: ["已作废", "Voided", "ended"],
  },
  computes: { categoryIds: (doc) => doc.categories.map((category: { categoryId: string }) => category.categoryId) },
  holds: { validPeriod: ["validFrom", "<=", "validTo"] },
  requires: { conditionDueDate: (doc) => Boolean(doc.conditionDesc) },
  shownWhen: { abolishReason: (doc) => Boolean(doc.abolishReason) },
  approval: {
    bill: "SLC_QUALIFIED_SUPPLIER",
    to: "APPROVED",
    submit: { label: ["提交审批", "Submit"] },
    org: "orgId",
    supplier: "supplierId",
    summary: [
      "applyNo",
      "supplierId",
      "orgId",
      "categoryIds",
      "applyLevel",
      "validFrom",
      "validTo",
      "summary",
      "riskDesc",
      "conditionDesc",
    ],
  },
  actions: {
    pullTrack: action("带出引入信息", "Pull from track", { button: "btnPullTrack", who: "internal", from: ["DRAFT", "REJECTED"] }),
    doAbolish: action("作废", "Void", {
      button: "btnDelete",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      to: "ABOLISHED",
      tone: "danger",
      input: { abolishWhy: longtext("作废原因", "Reason", { max: 300 }) },
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["applyNo"],
  list: ["applyNo", "supplierId", "status", "orgId", "categoryIds", "doneNodes", "applyLevel", "validTo"],
  search: ["applyNo", "supplierId", "status", "orgId", "categoryIds", "applyLevel"],
  order: [["id", "desc"]],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    approved: ["已批准", "Approved", () => ({ status: "APPROVED" })],
  },
  pages: {
    list: "slcQualifiedSupplierList",
    edit: "slcQualifiedSupplierEdit",
    sections: [
      ["基本信息", "Basics", ["applyNo", "supplierId", "orgId", "trackId", "sceneId", "applyLevel", "validFrom", "validTo"]],
      ["评价与条件", "Assessment and conditions", ["summary", "riskDesc", "conditionDesc", "conditionDueDate", "abolishReason"]],
    ],
  },
  codes: notFound,
});
