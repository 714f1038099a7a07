import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, pick, ref, refs, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** One proof of a review: what was asked when the review began, what was given, and how it was judged. */
export const qualifyLine = entity("SrmSlcQualifyLine", "资质清单", "Proof", {
  fields: {
    requireId: ref("SrmSlcQualificationRequire", "要求", "Requirement", { computed: true }),
    certType: pick("资质类型", "Certificate type", "CERT_TYPE", { computed: true }),
    requireName: { ...text("资质名称", "Proof", { max: 120, computed: true }), english: "requireNameEn" },
    requireNameEn: text("资质名称（英文）", "Proof (English)", { max: 120, computed: true, optional: true }),
    mustFlag: yn("必须", "Required", { computed: true }),
    needNo: yn("需证号", "Needs number", { computed: true, initial: "N" }),
    needValidity: yn("需有效期", "Needs validity", { computed: true, initial: "N" }),
    minRemainDays: int("最短剩余天数", "Min days left", { computed: true, optional: true }),
    explainCn: { ...text("说明", "Note", { max: 500, computed: true, optional: true }), english: "explainEn" },
    explainEn: text("说明（英文）", "Note (English)", { max: 500, computed: true, optional: true }),
    askFlag: yn("待补充", "Requested", { computed: true, initial: "N" }),
    qualificationId: ref("SrmSupQualification", "现有资质", "Existing certificate", { computed: true, optional: true }),
    certNo: text("证号", "Number", { max: 100, optional: true }),
    validFrom: date("有效期起", "Valid from", { optional: true }),
    validTo: date("有效期至", "Valid to", { optional: true }),
    longTermFlag: yn("长期有效", "Long-term", { initial: "N" }),
    fileIds: files("附件", "Files", { optional: true, max: 10 }),
    lineResult: pick("审核", "Review", "LINE_JUDGE", { initial: "PENDING" }),
    lineRemark: text("意见", "Remark", { max: 500, optional: true }),
  },
  holds: { validPeriod: ["validFrom", "<=", "validTo"] },
  sees: {},
  shows: {
    supplier: [
      ...(["certType", "requireName", "requireNameEn", "mustFlag", "needNo", "needValidity", "minRemainDays", "explainCn"] as const),
      ...(["explainEn", "askFlag", "certNo", "validFrom", "validTo", "longTermFlag", "fileIds", "lineResult", "lineRemark"] as const),
    ],
  },
  title: ["requireName"],
  list: [
    ...(["requireName", "certType", "mustFlag", "askFlag", "qualificationId", "certNo", "validFrom", "validTo", "longTermFlag"] as const),
    ...(["fileIds", "lineResult", "lineRemark", "explainCn"] as const),
  ],
  codes: notFound,
});

/** One category a review is for; the organisation is the review's. */
export const qualifyCategory = entity("SrmSlcQualifyCategory", "审查品类", "Reviewed category", {
  fields: {
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { pick: { enabledFlag: "Y" } }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true, optional: true }),
    applyStatus: pick("申请状态", "Applied for", "SUP_CATEGORY_STATUS", { initial: "QUALIFIED" }),
  },
  computes: { orgId: (_, header) => header.orgId },
  sees: {},
  title: ["categoryId"],
  list: ["categoryId", "orgId", "applyStatus"],
  codes: notFound,
});

/** A review of the proofs a supplier owes before it is introduced, or again when its qualification ends. */
export const qualify = entity("SrmSlcQualifyHeader", "资质审查", "Qualification review", {
  fields: {
    qualifyNo: code("审查单号", "Review no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    sceneId: ref("SrmSlcIntroduceScenes", "引入场景", "Scenario", {
      optional: true,
      fixed: "create",
      pick: { status: "EFFECTIVE" },
      hint: ["不填则按品类自动匹配", "Empty: matched by category"],
    }),
    purpose: pick("审查目的", "Purpose", "QUALIFY_PURPOSE", { computed: true, initial: "INTRODUCE" }),
    trackId: ref("SrmSlcIntroduceTrack", "引入跟踪", "Track", { computed: true, optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { computed: true, optional: true }),
    introduceReason: text("引入原因", "Reason", { max: 500 }),
    expectAmount: money("预计年采购额", "Expected yearly spend", { optional: true, least: 0, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true, initial: "CNY" }),
    replaceSupplierId: ref("SrmSupInfo", "替代供应商", "Replaces", { merging: "carry", optional: true }),
    supplierDueDate: date("供应商提交期限", "Supplier due", { computed: true, optional: true }),
    missingCount: int("缺件数", "Missing", { computed: true, initial: 0 }),
    sentFlag: yn("已发供应商", "Sent to supplier", { computed: true, initial: "N" }),
    conclusion: pick("结论", "Conclusion", "QUALIFY_RESULT", { optional: true }),
    conclusionDesc: longtext("结论说明", "Conclusion note", { max: 1000, optional: true }),
    conditionDueDate: date("补充期限", "Condition due", { optional: true }),
    cancelReason: text("取消原因", "Reason for cancellation", { max: 300, computed: true, optional: true }),
    /** The checklist as it was submitted: an approval of anything else does not count. */
    submittedList: longtext("提交清单", "Submitted list", { max: 200_000, computed: true, optional: true, hidden: "all" }),
    fileIds: files("附件", "Files", { optional: true, max: 20, visibleTo: "INTERNAL_ONLY" }),
    status: pick("状态", "Status", "QUALIFY_STATUS", { computed: true }),
  },
  lines: { categories: qualifyCategory, lines: qualifyLine },
  number: ["qualifyNo", "ZS{yyyyMMdd}{0001}"],
  stateLookup: "QUALIFY_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    SUPPLIER_FILLING: ["待供应商提交", "With supplier", "waiting"],
    JUDGING: ["审核中", "In review", "running"],
    APPROVED: ["已批准", "Approved", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: {
    categoryIds: (doc) => doc.categories.map((category: { categoryId: string }) => category.categoryId),
    missingCount: (doc) => doc.lines.filter(isMissing).length,
  },
  requires: { conditionDueDate: (doc) => doc.conclusion === "CONDITIONAL" },
  shownWhen: {
    conditionDueDate: (doc) => doc.conclusion === "CONDITIONAL",
    cancelReason: (doc) => Boolean(doc.cancelReason),
  },
  approval: {
    bill: "SLC_QUALIFY",
    to: "APPROVED",
    submit: { label: ["提交审批", "Submit"], from: ["DRAFT", "JUDGING", "REJECTED"] },
    org: "orgId",
    supplier: "supplierId",
    amount: "expectAmount",
    currency: "currency",
    summary: ["qualifyNo", "supplierId", "orgId", "sceneId", "categoryIds", "introduceReason", "conclusion", "conclusionDesc"],
  },
  actions: {
    doSendSupplier: action("发送供应商", "Send to supplier", {
      button: "btnSendSupplier",
      who: "internal",
      from: ["DRAFT", "JUDGING", "REJECTED"],
      to: "SUPPLIER_FILLING",
      input: { dueDate: date("供应商提交期限", "Supplier due") },
    }),
    doRecall: action("从供应商收回", "Withdraw from supplier", {
      button: "btnSendSupplier",
      who: "internal",
      from: ["SUPPLIER_FILLING"],
      to: "JUDGING",
      confirm: [
        "供应商尚未提交，收回后不能再补充，确定收回吗？",
        "The supplier has not submitted and can no longer add anything. Withdraw it?",
      ],
    }),
    doSupplierSubmit: action("提交资料", "Submit documents", {
      button: "btnSupplierSubmit",
      who: "supplier",
      from: ["SUPPLIER_FILLING"],
      to: "JUDGING",
      tone: "primary",
    }),
    doCancel: action("取消审查", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "SUPPLIER_FILLING", "JUDGING", "REJECTED"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelWhy: longtext("取消原因", "Reason", { max: 300 }) },
    }),
  },
  waiting: [
    {
      todo: "INFO_UPDATE",
      label: ["资料补充", "Supply documents"],
      route: "qualifyCensor/QualifyCensorEdit",
      title: ["请补充资质审查{bizNo}的资料", "Supply the documents of review {bizNo}"],
      in: ["SUPPLIER_FILLING"],
      who: { supplier: "QUALITY" },
      org: "orgId",
      due: "supplierDueDate",
    },
  ],
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", sentFlag: "Y" }),
  },
  shows: {
    supplier: [
      ...(["qualifyNo", "supplierId", "orgId", "purpose", "trackId", "categoryIds", "supplierDueDate", "missingCount", "status"] as const),
      "lines",
    ],
  },
  saves: "both",
  savesFrom: ["DRAFT", "SUPPLIER_FILLING", "JUDGING", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["qualifyNo"],
  list: ["qualifyNo", "supplierId", "status", "categoryIds", "orgId", "missingCount", "conclusion", "supplierDueDate", "sceneId"],
  search: ["qualifyNo", "supplierId", "status", "sceneId", "categoryIds", "orgId", "purpose", "conclusion"],
  order: [["id", "desc"]],
  views: {
    drafting: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    filling: ["待供应商提交", "With supplier", () => ({ status: "SUPPLIER_FILLING" })],
    judging: ["审核中", "In review", () => ({ status: "JUDGING" })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    approved: ["已批准", "Approved", () => ({ status: "APPROVED" })],
  },
  pages: {
    list: "qualifyCensorList",
    edit: "qualifyCensor/QualifyCensorEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        [
          ...([
            "qualifyNo",
            "supplierId",
            "orgId",
            "sceneId",
            "purpose",
            "trackId",
            "introduceReason",
            "expectAmount",
            "currency",
          ] as const),
          ...(["replaceSupplierId", "supplierDueDate", "cancelReason"] as const),
        ],
      ],
      ["结论", "Conclusion", ["conclusion", "conditionDueDate", "conclusionDesc"]],
    ],
  },
  codes: notFound,
});

type Proof = {
  readonly mustFlag?: string;
  readonly needNo?: string;
  readonly needValidity?: string;
  readonly qualificationId?: string | null;
  readonly certNo?: string | null;
  readonly validTo?: string | null;
  readonly longTermFlag?: string | null;
  readonly fileIds?: string | null;
  readonly lineResult?: string;
};

/** Nothing that answers the line: neither a certificate in force nor a file with what the requirement wants to know. */
export const isBare = (proof: Proof): boolean =>
  !proof.qualificationId &&
  (!proof.fileIds ||
    (proof.needNo === "Y" && !proof.certNo) ||
    (proof.needValidity === "Y" && !proof.validTo && proof.longTermFlag !== "Y"));

/** Still to be brought: bare and not waived, or judged not good enough. */
export const isMissing = (proof: Proof): boolean => (proof.lineResult === "WAIVED" ? false : proof.lineResult === "NG" || isBare(proof));
