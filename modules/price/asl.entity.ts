import { action, entity } from "#kernel/entity.ts";
import { code, date, int, payload, pick, ref, snapshot, text, yn } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { allowFields, limitFields, ofCategory, ofItem, sourceFields } from "./asl.fields.ts";

/** One supplier on a list: since when, how far and under which limits it may supply. */
export const aslLine = entity("SrmPurAslLine", "合格货源行", "ASL line", {
  fields: {
    aslHeaderId: ref("SrmPurAslHeader", "清单", "ASL header", { computed: true }),
    orgId: ref("BaseOrganization", "业务实体", "Business unit", { computed: true }),
    aslLevel: pick("清单层级", "Level", "PUR_ASL_LEVEL", { computed: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "采购分类", "Category", { computed: true, optional: true }),
    ...sourceFields,
    aslStatus: pick("准入状态", "ASL status", "PUR_ASL_STATUS", { initial: "APPROVED" }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
    ...limitFields,
    ...allowFields,
    sourceType: pick("来源", "Source", "PUR_ASL_SOURCE", { computed: true, initial: "IMPORT" }),
    sourceId: text("来源单据", "Source document", { max: 64, computed: true, optional: true }),
    lastSupplyDate: date("最近供货日", "Last supplied", { computed: true, optional: true }),
    freezeSourceId: text("冻结来源", "Freeze source", { max: 64, computed: true, optional: true }),
    statusBeforeFreeze: pick("冻结前状态", "Status before freeze", "PUR_ASL_STATUS", { computed: true, optional: true }),
    /** How it stood when it could last be ordered from: what a resumption, an extension or the end of a freeze puts back. */
    liveBefore: snapshot("有效时状态", "As approved", { computed: true, optional: true }),
    /** The day whose warning was told: the same end is warned of once at thirty, seven and one days. */
    warnedFor: code("已提醒", "Warned", { max: 20, computed: true, optional: true, hidden: "all" }),
  },
  computes: {
    aslHeaderId: (_, header) => header.id,
    orgId: (_, header) => header.orgId,
    aslLevel: (_, header) => header.aslLevel,
    itemId: (_, header) => header.itemId,
    categoryId: (_, header) => header.categoryId,
  },
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  unique: [
    {
      fields: ["aslHeaderId", "supplierId", "supplierSiteId"],
      code: "PUR-1001",
      text: ["供应商在该物料/分类的合格清单中已存在", "The supplier is already on this list"],
    },
    // Unique with the id at the end: plain indexes for what is asked by supplier and by day.
    { fields: ["supplierId", "id"] },
    { fields: ["endDate", "id"], while: { aslStatus: ["TRIAL", "APPROVED"] } },
  ],
  timed: [
    { does: "doExpire", of: "aslHeaderId", where: { aslStatus: ["TRIAL", "APPROVED"] }, after: "endDate", program: "expireAsl" },
    {
      // An obsolete item has no sources, whatever their dates.
      does: "doExpire",
      of: "aslHeaderId",
      due: { of: ["startDate"], at: () => "0001-01-01" },
      program: "expireAsl",
      where: { aslStatus: ["TRIAL", "APPROVED", "SUSPENDED"], itemId: { row: { itemStatus: "OBSOLETE" }, of: "SrmBaseItem" } },
    },
  ],
  remind: [
    {
      does: "doExpire",
      of: "aslHeaderId",
      before: "endDate",
      by: [30, 7, 1],
      program: "expireAsl",
      where: { aslStatus: ["TRIAL", "APPROVED"] },
    },
  ],
  sees: {},
  title: ["supplierId", "itemId"],
  list: [
    ...(["orgId", "itemId", "categoryId", "supplierId", "supplierSiteId", "aslStatus", "startDate", "endDate", "moq", "mpq"] as const),
    ...(["leadTimeDays", "overTolerance", "allowInquiry", "allowOrder", "allowDelivery", "sourceType", "lastSupplyDate"] as const),
  ],
  search: ["orgId", "itemId", "categoryId", "supplierId", "aslStatus", "endDate", "aslLevel", "sourceType"],
  views: {
    inForce: ["有效", "Active", () => ({ aslStatus: ["APPROVED", "TRIAL"] })],
    trial: ["试用", "On trial", () => ({ aslStatus: "TRIAL" })],
    suspended: ["暂停", "Suspended", () => ({ aslStatus: "SUSPENDED" })],
    ended: ["已过期或取消", "Expired or disqualified", () => ({ aslStatus: ["EXPIRED", "DISQUALIFIED"] })],
  },
  codes: purchaseCodes,
});

const result = { by: payload("依据", "Cause", { optional: true }) };

/** Who may supply one item, or one category, to an organisation. An item's own list replaces its category's altogether. */
export const aslHeader = entity("SrmPurAslHeader", "合格货源清单", "Approved supplier list", {
  fields: {
    orgId: ref("BaseOrganization", "业务实体", "Business unit", { fixed: "create", pick: { enabledFlag: "Y" } }),
    aslLevel: pick("清单层级", "Level", "PUR_ASL_LEVEL", { initial: "ITEM", fixed: "create" }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, fixed: "create", pick: { itemStatus: "ACTIVE" } }),
    categoryId: ref("SrmBasePurchaseCategory", "采购分类", "Category", {
      optional: true,
      pick: { leafFlag: "Y", enabledFlag: "Y" },
      hint: ["按物料时取物料的分类", "Taken from the item if there is one"],
    }),
    enabledFlag: yn("有效", "Enabled", { initial: "Y" }),
    approvedCount: int("有效供应商数", "Active suppliers", { computed: true, initial: 0 }),
  },
  lines: { lines: aslLine },
  requires: { itemId: ofItem, categoryId: ofCategory },
  shownWhen: { itemId: ofItem },
  computes: {
    approvedCount: (doc) => doc.lines.filter((line: { aslStatus: string }) => ["APPROVED", "TRIAL"].includes(line.aslStatus)).length,
  },
  unique: [
    {
      fields: ["orgId", "itemId"],
      while: { itemId: { not: null } },
      text: ["该组织已有此物料的清单", "This item already has a list there"],
    },
    {
      fields: ["orgId", "categoryId"],
      while: { itemId: null },
      text: ["该组织已有此分类的清单", "This category already has a list there"],
    },
  ],
  actions: {
    doAdmit: action("准入", "Admit", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { admitted: payload("准入行", "Lines") },
    }),
    doAlter: action("变更", "Change", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { altered: payload("变更行", "Lines"), ...result },
    }),
    doFollow: action("跟随供应商状态", "Follow the supplier", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier") },
    }),
    doDisqualify: action("取消资格", "Disqualify", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier"), ...result },
    }),
    doEndSources: action("物料淘汰", "Item made obsolete", { button: "btnApproval", who: "system", quiet: true }),
    doExpire: action("到期", "Expire", { button: "btnApproval", who: "system", quiet: true }),
    doSupplied: action("登记供货", "Record a delivery", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier"), supplyDate: date("供货日", "Supplied on") },
    }),
  },
  sees: {
    internal: (me) => ({ orgId: me.orgs, ...ofGoods(me) }),
  },
  saves: "internal",
  deletes: "internal",
  title: ["itemId", "categoryId"],
  list: ["orgId", "aslLevel", "itemId", "categoryId", "approvedCount", "enabledFlag", "lastUpdateDate"],
  search: ["orgId", "itemId", "categoryId", "lines.supplierId", "lines.aslStatus", "lines.endDate", "aslLevel", "enabledFlag"],
  pages: {
    list: "srmPurAslList",
    sections: [["清单", "List", ["orgId", "aslLevel", "itemId", "categoryId", "enabledFlag", "approvedCount"]]],
  },
  importKey: ["orgId", "aslLevel", "itemId", "categoryId"],
  codes: purchaseCodes,
});
