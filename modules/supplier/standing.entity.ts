import { entity } from "#kernel/entity.ts";
import { code, date, datetime, files, money, pick, picks, qty, ref, refs, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

const supplierId = ref("SrmSupInfo", "供应商", "Supplier", { computed: true, merging: "own" });
const ofParent = { supplierId: (_: unknown, supplier: { readonly id: string }) => supplier.id } as const;

/** What a supplier may do for us: by organisation and category. An empty organisation means all of the group. */
export const supplierCategory = entity("SrmSupCategories", "供应商品类", "Supplier category", {
  fields: {
    supplierId,
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, computed: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true }),
    categoryStatus: pick("品类状态", "Status", "SUP_CATEGORY_STATUS", { computed: true }),
    gradeLevel: pick("品类等级", "Category level", "SUP_LEVEL", { optional: true, computed: true }),
    qualifiedDate: date("合格日", "Qualified on", { optional: true, computed: true }),
    validTo: date("有效至", "Valid to", { optional: true, computed: true }),
    trialQtyLimit: qty("试用数量上限", "Trial quantity limit", { optional: true, computed: true, adds: false }),
    trialAmountLimit: money("试用金额上限", "Trial amount limit", { optional: true, computed: true, adds: false }),
    trialValidTo: date("试用期限", "Trial until", { optional: true, computed: true }),
    trialUsedQty: qty("试用已用数量", "Trial quantity used", { computed: true, initial: "0", adds: false }),
    trialUsedAmount: money("试用已用金额", "Trial amount used", { computed: true, initial: "0", adds: false }),
    sourceDocType: code("来源单据类型", "Source type", { max: 60, computed: true }),
    sourceDocId: text("来源单据", "Source document", { max: 60, computed: true }),
    statusReason: text("状态原因", "Reason", { max: 300, optional: true, computed: true }),
  },
  computes: ofParent,
  unique: [{ fields: ["supplierId", "orgId", "categoryId"] }],
  sees: {},
  shows: {
    supplier: [
      ...(["supplierId", "orgId", "categoryId", "categoryStatus", "gradeLevel", "qualifiedDate", "validTo"] as const),
      ...(["trialQtyLimit", "trialAmountLimit", "trialValidTo"] as const),
    ],
  },
  title: ["categoryId"],
  list: [
    "categoryId",
    "supplierId",
    "orgId",
    "categoryStatus",
    "gradeLevel",
    "qualifiedDate",
    "validTo",
    "trialQtyLimit",
    "trialAmountLimit",
    "statusReason",
  ],
  search: ["categoryId", "supplierId", "orgId", "categoryStatus", "gradeLevel", "validTo"],
  pages: {
    sections: [
      [
        "资格",
        "Qualification",
        ["supplierId", "categoryId", "orgId", "categoryStatus", "gradeLevel", "qualifiedDate", "validTo", "statusReason"],
      ],
      ["试用", "Trial", ["trialQtyLimit", "trialUsedQty", "trialAmountLimit", "trialUsedAmount", "trialValidTo"]],
    ],
  },
  lists: {
    library: {
      route: "categoryLibrarySupplier",
      title: ["品类供应商库", "Category library"],
      columns: ["categoryId", "supplierId", "orgId", "categoryStatus", "gradeLevel", "qualifiedDate", "validTo", "statusReason"],
      search: ["categoryId", "supplierId", "orgId", "categoryStatus", "gradeLevel", "validTo"],
      where: () => ({ categoryStatus: { not: "EXITED" } }),
      views: {
        qualified: ["合格", "Qualified", () => ({ categoryStatus: "QUALIFIED" })],
        trial: ["试用", "Trial", () => ({ categoryStatus: "TRIAL" })],
        candidate: ["候选", "Candidates", () => ({ categoryStatus: "CANDIDATE" })],
        suspended: ["暂停", "Suspended", () => ({ categoryStatus: "SUSPENDED" })],
      },
    },
  },
  codes: notFound,
});

/** A proof a supplier holds. A newer one replaces the older, which is kept. */
export const supplierCertificate = entity("SrmSupQualification", "供应商资质", "Supplier certificate", {
  fields: {
    supplierId,
    certType: pick("资质类型", "Type", "CERT_TYPE", { computed: true }),
    certName: text("资质名称", "Name", { max: 200, computed: true }),
    certNo: text("证号", "Number", { max: 100, optional: true, computed: true }),
    issuer: text("发证机构", "Issuer", { max: 200, optional: true, computed: true }),
    issueDate: date("发证日", "Issued on", { optional: true, computed: true }),
    validFrom: date("有效期起", "Valid from", { optional: true, computed: true }),
    validTo: date("有效期至", "Valid to", { optional: true, computed: true }),
    longTermFlag: yn("长期有效", "Long-term", { initial: "N", computed: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "适用品类", "Categories", { optional: true, computed: true }),
    scopeDesc: text("适用范围", "Scope", { max: 300, optional: true, computed: true }),
    certStatus: pick("资质状态", "Status", "CERT_STATUS", { computed: true }),
    replacedById: ref("SrmSupQualification", "替换为", "Replaced by", { optional: true, computed: true }),
    verifiedBy: ref("BaseUsers", "审核人", "Verified by", { optional: true, computed: true }),
    verifyDate: date("审核日期", "Verified on", { optional: true, computed: true }),
    fileIds: files("附件", "Files", { optional: true, max: 10, computed: true }),
    sourceDocType: code("来源单据类型", "Source type", { max: 60, optional: true, computed: true }),
    sourceDocId: text("来源单据", "Source document", { max: 60, optional: true, computed: true }),
  },
  computes: ofParent,
  holds: { validPeriod: ["validFrom", "<=", "validTo"] },
  sees: {},
  shows: {
    supplier: [
      ...(["supplierId", "certType", "certName", "certNo", "issuer", "issueDate", "validFrom", "validTo", "longTermFlag"] as const),
      ...(["categoryIds", "scopeDesc", "certStatus", "replacedById", "fileIds"] as const),
    ],
  },
  title: ["certName", "certNo"],
  list: ["supplierId", "certType", "certName", "certNo", "issuer", "validFrom", "validTo", "longTermFlag", "certStatus", "fileIds"],
  search: ["supplierId", "certType", "certName", "certNo", "certStatus", "validTo"],
  views: { inForce: ["有效", "Active", () => ({ certStatus: ["VALID", "EXPIRING"], longTermFlag: "N" })] },
  codes: notFound,
});

/** What is blocked with a supplier, where and until when. */
export const supplierControl = entity("SrmSupControl", "供应商管控", "Supplier control", {
  fields: {
    supplierId,
    scopeType: pick("范围", "Scope", "CONTROL_SCOPE", { computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, computed: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, computed: true }),
    siteId: ref("SrmSupSite", "地点", "Site", { optional: true, computed: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, computed: true }),
    blockedOps: picks("禁止操作", "Blocked operations", "SUP_OPERATION", { computed: true }),
    startDate: date("生效日", "Effective date", { computed: true }),
    endDate: date("失效日", "Expiry date", { optional: true, computed: true }),
    controlReason: pick("原因", "Reason", "CONTROL_REASON", { computed: true }),
    reasonDesc: text("说明", "Note", { max: 500, optional: true, computed: true }),
    sourceDocType: code("来源单据类型", "Source type", { max: 60, computed: true }),
    sourceDocId: text("来源单据", "Source document", { max: 60, computed: true }),
    liftDocId: text("解除单据", "Lifting document", { max: 60, optional: true, computed: true }),
    controlStatus: pick("状态", "Status", "CONTROL_STATUS", { computed: true, initial: "ACTIVE" }),
  },
  computes: ofParent,
  // A control of a document with a program of its own ends with that document.
  timed: [
    {
      does: "doControl",
      of: "supplierId",
      where: { controlStatus: "ACTIVE" },
      after: "endDate",
      program: "SUP_CONTROL_TICK",
      input: (control) => ({ expire: [control.id], docType: "SrmSupControl", docId: control.id, reason: "到期" }),
    },
  ],
  sees: {},
  title: ["startDate", "reasonDesc"],
  list: [
    "supplierId",
    "scopeType",
    "orgId",
    "categoryId",
    "siteId",
    "itemId",
    "blockedOps",
    "startDate",
    "endDate",
    "controlReason",
    "controlStatus",
  ],
  search: ["supplierId", "scopeType", "orgId", "categoryId", "controlReason", "controlStatus", "endDate"],
  codes: notFound,
});

/** Every change of a supplier's standing, so that any past day can be told. */
export const statusLog = entity("SrmSupStatusLog", "供应商状态日志", "Supplier status log", {
  appendOnly: true,
  fields: {
    supplierId,
    scopeKind: pick("范围", "Scope", "STATUS_SCOPE", { computed: true }),
    scopeId: text("对象", "Object", { max: 60, optional: true, computed: true }),
    fromStatus: code("原状态", "From", { max: 40, optional: true, computed: true }),
    toStatus: code("新状态", "To", { max: 40, computed: true }),
    reason: text("原因", "Reason", { max: 500, optional: true, computed: true }),
    docType: code("单据类型", "Document type", { max: 60, optional: true, computed: true }),
    docId: text("单据", "Document", { max: 60, optional: true, computed: true }),
    changeDate: datetime("时间", "At", { computed: true }),
    operatorId: ref("BaseUsers", "操作人", "By", { optional: true, computed: true }),
  },
  computes: ofParent,
  sees: {},
  title: ["changeDate"],
  list: ["changeDate", "scopeKind", "fromStatus", "toStatus", "reason", "docType", "operatorId"],
  search: ["supplierId", "scopeKind", "toStatus", "changeDate"],
  order: [["changeDate", "desc"]],
  codes: notFound,
});

/** A part of a cap that a document has taken; the same key takes it once. */
export const capUse = entity("SrmSupCapUse", "限额占用", "Use of a cap", {
  fields: {
    supplierId,
    capKind: pick("限额类型", "Cap", "CAP_KIND", { computed: true }),
    capKey: text("占用键", "Key", { max: 120, computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, computed: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, computed: true }),
    grantId: ref("SrmSupCategories", "品类授权", "Grant", { optional: true, computed: true }),
    qty: qty("数量", "Quantity", { computed: true, initial: "0" }),
    amount: money("金额", "Amount", { computed: true, initial: "0" }),
    refType: code("单据类型", "Document type", { max: 60, optional: true, computed: true }),
    refId: text("单据", "Document", { max: 60, optional: true, computed: true }),
    releasedFlag: yn("已释放", "Released", { computed: true, initial: "N" }),
  },
  computes: ofParent,
  unique: [{ fields: ["supplierId", "capKey"] }],
  // Amounts of documents: a part for all organisations or categories is everybody's, any other only theirs.
  sees: {
    internal: (me) => ({
      all: [{ any: [{ orgId: null }, { orgId: me.orgs }] }, { any: [{ categoryId: null }, { categoryId: me.categories }] }],
    }),
  },
  title: ["capKey"],
  list: ["capKind", "orgId", "categoryId", "qty", "amount", "refType", "refId", "releasedFlag", "creationDate"],
  search: ["supplierId", "capKind", "refType", "releasedFlag"],
  codes: notFound,
});
