import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { plainCompany, plainTaxId } from "./company.ts";

/** A company tied to a listed one, and whether it is listed with it. */
export const blacklistRelated = entity("SrmSlcSupplierBlacklistRelated", "黑名单关联方", "Related party", {
  fields: {
    companyName: text("关联方", "Related party", { max: 200 }),
    uscc: text("信用代码", "Credit code", { max: 40, optional: true }),
    relationType: pick("关系", "Relation", "RELATED_TYPE"),
    matchText: text("相同之处", "What is shared", { max: 300, optional: true }),
    includeFlag: yn("纳入", "Include", { initial: "N" }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", optional: true }),
    taxKey: text("税号键", "Tax key", { max: 40, computed: true, optional: true, hidden: "all" }),
    nameKey: text("名称键", "Name key", { max: 200, computed: true, optional: true, hidden: "all" }),
  },
  computes: { taxKey: (row) => plainTaxId(row.uscc) || null, nameKey: (row) => plainCompany(row.companyName) || null },
  sees: { internal: "all" },
  title: ["companyName", "uscc"],
});

/** One decision to list a company or to let it off the list again; while an entry is in force nobody does new business with it. */
export const blacklist = entity("SrmSlcSupplierBlacklist", "黑名单", "Blacklist entry", {
  fields: {
    blacklistNo: code("单号", "Number", { max: 40, computed: true, optional: true }),
    direction: pick("方向", "Direction", "BL_DIRECTION", { initial: "IN", fixed: "create" }),
    originId: ref("SrmSlcSupplierBlacklist", "原列入单", "Origin entry", {
      optional: true,
      fixed: "create",
      pick: { direction: "IN", status: "EFFECTIVE" },
    }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", {
      merging: "keep",
      optional: true,
      hint: ["不是供应商的企业也可列入，此处留空", "Leave empty for companies that are not suppliers"],
    }),
    companyName: text("企业", "Company", { max: 200 }),
    uscc: text("信用代码", "Credit code", { max: 40, optional: true, hint: ["境外企业填税号", "Tax number for companies abroad"] }),
    reasonType: pick("原因", "Reason", "BL_REASON"),
    reasonDesc: longtext("说明", "Note", { max: 2000 }),
    startDate: date("生效日", "Effective date"),
    endDate: date("失效日", "Expiry date", { optional: true }),
    permanentFlag: yn("永久", "Permanent", { initial: "N" }),
    scope: pick("范围", "Scope", "BL_SCOPE", { initial: "GROUP" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
    paymentPolicy: pick("付款策略", "Payment policy", "BL_PAY", { initial: "PAY_UNDISPUTED" }),
    effectDate: date("生效日", "Effective since", { computed: true, optional: true }),
    endedDate: date("结束日", "Ended on", { computed: true, optional: true }),
    linkedCount: int("关联方", "Related parties", { computed: true, initial: 0 }),
    taxKey: text("税号键", "Tax key", { max: 40, computed: true, optional: true, hidden: "all" }),
    nameKey: text("名称键", "Name key", { max: 200, computed: true, optional: true, hidden: "all" }),
    fileIds: files("证据", "Evidence", { optional: true, max: 20, visibleTo: "INTERNAL_ONLY" }),
    status: pick("状态", "Status", "BLACKLIST_STATUS", { computed: true }),
  },
  lines: { related: blacklistRelated },
  number: ["blacklistNo", "HM{yyyyMMdd}{0001}"],
  stateLookup: "BLACKLIST_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    EFFECTIVE: ["生效", "Effective", "refused"],
    REMOVED: ["已移出", "Removed", "ended"],
    EXPIRED: ["已到期", "Expired", "ended"],
  },
  computes: {
    taxKey: (doc) => plainTaxId(doc.uscc) || null,
    nameKey: (doc) => plainCompany(doc.companyName) || null,
    linkedCount: (doc) => doc.related.filter((candidate: { includeFlag: string }) => candidate.includeFlag === "Y").length,
  },
  requires: {
    originId: (doc) => doc.direction === "OUT",
    uscc: (doc) => !doc.supplierId,
    endDate: (doc) => doc.direction === "IN" && doc.permanentFlag !== "Y",
    orgId: (doc) => doc.scope === "ORG",
  },
  shownWhen: {
    originId: (doc) => doc.direction === "OUT",
    endDate: (doc) => doc.direction === "IN" && doc.permanentFlag !== "Y",
    permanentFlag: (doc) => doc.direction === "IN",
    paymentPolicy: (doc) => doc.direction === "IN",
    orgId: (doc) => doc.scope === "ORG",
  },
  holds: { endNotBeforeStart: ["startDate", "<=", "endDate"] },
  unique: [
    {
      fields: ["originId"],
      while: { direction: "OUT", status: ["DRAFT", "APPROVING"] },
      code: "SLC_BLK_004",
      text: ["该列入单已有未完成的移出单", "A removal of this entry is already in progress"],
    },
    ...(["supplierId", "taxKey"] as const).map((key) => ({
      fields: [key],
      while: { direction: "IN", status: ["APPROVING", "EFFECTIVE"], [key]: { not: null } },
      code: "SLC_BLK_003",
      text: ["该企业已在黑名单中", "Already listed"] as const,
    })),
    // Unique with the id at the end: plain indexes for the question whether a company is listed.
    { fields: ["taxKey", "id"], while: { status: "EFFECTIVE", direction: "IN" } },
    { fields: ["nameKey", "id"], while: { status: "EFFECTIVE", direction: "IN" } },
  ],
  approval: {
    bill: "SLC_BLACKLIST",
    label: ["黑名单", "Blacklist"],
    to: "EFFECTIVE",
    org: "orgId",
    supplier: "supplierId",
    summary: ["blacklistNo", "direction", "companyName", "uscc", "reasonType", "reasonDesc", "startDate", "endDate", "linkedCount"],
  },
  actions: {
    findRelated: action("查找关联方", "Find related parties", {
      button: "btnFindRelated",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
    }),
    doRemove: action("移出", "Remove from list", {
      button: "btnRemove",
      who: "internal",
      from: ["EFFECTIVE"],
      input: { reasonDesc: longtext("移出说明", "Reason", { max: 2000 }) },
    }),
    doRemoved: action("已移出", "Removed", { button: "btnRemove", who: "system", from: ["EFFECTIVE"], to: "REMOVED", quiet: true }),
    doExpire: action("到期", "Expire", { button: "btnRemove", who: "system", from: ["EFFECTIVE"], to: "EXPIRED", quiet: true }),
  },
  timed: [
    { does: "doExpire", in: ["EFFECTIVE"], where: { direction: "IN", permanentFlag: "N" }, after: "endDate", program: "BLACKLIST_TICK" },
  ],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["blacklistNo", "companyName"],
  list: [
    ...(["blacklistNo", "companyName", "status", "uscc", "direction", "reasonType", "startDate", "endDate"] as const),
    ...(["permanentFlag", "linkedCount"] as const),
  ],
  search: ["companyName", "uscc", "supplierId", "reasonType", "direction", "status"],
  order: [["id", "desc"]],
  views: {
    inForce: ["生效中", "Active", () => ({ direction: "IN", status: "EFFECTIVE" })],
    open: ["办理中", "In progress", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
    past: ["历史", "Past", () => ({ any: [{ status: ["REMOVED", "EXPIRED"] }, { direction: "OUT", status: "EFFECTIVE" }] })],
  },
  pages: {
    list: "srmSlcSupplierBlacklistList",
    edit: "slcSupplierBlacklistEdit",
    sections: [
      ["对象", "Subject", ["direction", "originId", "supplierId", "companyName", "uscc", "scope", "orgId"]],
      ["原因与期限", "Reason and period", ["reasonType", "reasonDesc", "startDate", "permanentFlag", "endDate", "paymentPolicy"]],
      ["证据", "Evidence", ["fileIds"]],
    ],
  },
  codes: { notFound: ["SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible"] },
});
