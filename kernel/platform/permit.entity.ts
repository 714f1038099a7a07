import { action, entity } from "#kernel/entity.ts";
import { code, date, longtext, pick, ref, yn } from "#kernel/field.ts";

const period = {
  startDate: date("生效日期", "Valid from", { optional: true }),
  endDate: date("失效日期", "Valid to", { optional: true }),
};

/** Which responsibilities a person may have, for which company, from when to when. Only ACTIVE rows grant anything. */
export const userResp = entity("BaseUserResp", "用户职责", "User responsibility", {
  service: "baseServer",
  fields: {
    grantNum: code("授权编号", "Grant number", { computed: true, optional: true }),
    userId: ref("BaseUsers", "用户", "User", { fixed: "create" }),
    responsibilityId: ref("BaseResponsibility", "职责", "Responsibility", { fixed: "create", pick: { enabledFlag: "Y" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", optional: true, fixed: "create" }),
    ...period,
    grantedBy: ref("BaseUsers", "授权人", "Granted by", { optional: true, computed: true }),
    grantReason: longtext("授权原因", "Reason", { max: 500, optional: true }),
    confirmedBy: ref("BaseUsers", "复核人", "Confirmed by", { optional: true, computed: true }),
    status: pick("状态", "Status", "GRANT_STATUS", { computed: true }),
  },
  number: ["grantNum", "GR{yyyyMMdd}{0001}"],
  stateLookup: "GRANT_STATUS",
  states: {
    ACTIVE: ["生效", "Active", "done"],
    PENDING: ["待复核", "Awaiting second person", "waiting"],
    OFFERED: ["待供应商接受", "Awaiting the company", "waiting"],
    REFUSED: ["未通过", "Rejected", "refused"],
    REQUESTED: ["申请中", "Requested", "waiting"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
  },
  approval: {
    bill: "GRANT_REQUEST",
    label: ["权限申请", "Grant request"],
    title: ["${userName}申请职责「${responsibilityName}」", "${userName} asks for ${responsibilityName}"],
    during: "REQUESTED",
    submit: {
      name: "doRequest",
      label: ["申请职责", "Request a responsibility"],
      who: "system",
      from: null,
      quiet: true,
      input: {
        userId: ref("BaseUsers", "用户", "User"),
        responsibilityId: ref("BaseResponsibility", "职责", "Responsibility"),
        ...period,
        grantReason: longtext("申请原因", "Reason", { max: 500 }),
      },
    },
    approve: { name: "doGrant", label: ["批准申请", "Grant"] },
    reject: { name: "doRefuse", label: ["驳回申请", "Reject request"], to: "REFUSED" },
    withdraw: { label: ["撤回申请", "Withdraw"], to: "WITHDRAWN" },
    summary: ["userId", "responsibilityId", "grantReason", "startDate", "endDate"],
  },
  actions: {
    doConfirm: action("复核", "Confirm", {
      button: "btnConfirm",
      who: "internal",
      from: ["PENDING"],
      to: "ACTIVE",
      batch: "each",
      proof: "recent",
    }),
    doAccept: action("接受", "Accept", { button: "btnAccept", who: "supplier", from: ["OFFERED"], to: "ACTIVE", batch: "each" }),
    doReject: action("驳回", "Reject", { button: "btnReject", who: "internal", from: ["PENDING"], to: "REFUSED", batch: "each" }),
    doDecline: action("拒绝", "Decline", { button: "btnDecline", who: "supplier", from: ["OFFERED"], to: "REFUSED", batch: "each" }),
  },
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  lines: {},
  shows: {
    supplier: [
      "id",
      "versionNum",
      "grantNum",
      "userId",
      "responsibilityId",
      "supplierId",
      "startDate",
      "endDate",
      "grantReason",
      "status",
      "creationDate",
    ],
  },
  saves: ["internal", "supplier"],
  deletes: ["internal", "supplier"],
  unique: [
    { fields: ["userId", "responsibilityId", "supplierId"], while: { status: ["ACTIVE", "PENDING", "OFFERED", "REQUESTED"] } },
    // What was granted before grants were numbered has none.
    { fields: ["grantNum"], while: { grantNum: { not: null } } },
  ],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  title: ["userId", "responsibilityId"],
  list: ["userId", "responsibilityId", "supplierId", "startDate", "endDate", "status", "grantedBy", "grantReason", "grantNum"],
  search: ["userId", "responsibilityId", "supplierId", "status", "grantNum"],
  views: { waiting: ["待复核", "To confirm", () => ({ status: "PENDING" })] },
  pages: { list: "systemsetting/userresponsibility" },
  importKey: ["userId", "responsibilityId"],
});

const permit = {
  includeChildren: yn("含下级", "With children", { initial: "Y" }),
  permitType: pick("方式", "Kind", "PERMIT_TYPE", { initial: "INCLUDE" }),
  ...period,
};

/** Organisations a person is narrowed to or kept out of, within what the responsibility allows. */
export const userOrgPermit = entity("BaseUserOrgPermit", "用户组织权限", "User organisation permit", {
  service: "baseServer",
  fields: {
    userId: ref("BaseUsers", "用户", "User"),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    ...permit,
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["userId", "orgId", "permitType"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  title: ["userId", "orgId"],
  search: ["userId", "orgId", "permitType"],
});

/** Purchase categories a person is narrowed to or kept out of. */
export const userCategoryPermit = entity("BaseUserCategoryPermit", "用户品类权限", "User category permit", {
  service: "baseServer",
  fields: {
    userId: ref("BaseUsers", "用户", "User"),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { pick: { enabledFlag: "Y" } }),
    ...permit,
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["userId", "categoryId", "permitType"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  title: ["userId", "categoryId"],
  search: ["userId", "categoryId", "permitType"],
});

/** Materials a person is narrowed to or kept out of. */
export const userMaterialPermit = entity("BaseUserMaterialPermit", "用户物料权限", "User material permit", {
  service: "baseServer",
  fields: { userId: ref("BaseUsers", "用户", "User"), itemId: ref("SrmBaseItem", "物料", "Item"), ...permit },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["userId", "itemId", "permitType"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  title: ["userId", "itemId"],
  search: ["userId", "itemId", "permitType"],
});
