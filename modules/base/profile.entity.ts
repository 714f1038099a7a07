import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** A business switch or parameter: set for the whole platform, for an organisation, or for a category. */
export const configProfile = entity("SrmBaseConfigProfile", "配置参数", "Business parameter", {
  fields: {
    profileCode: code("参数编码", "Code", { max: 80, fixed: "create", width: 260 }),
    ...bilingual("profileName", "参数名称", "Name", { max: 120, width: 320 }),
    moduleCode: pick("所属模块", "Module", "SRM_MODULE"),
    valueType: pick("值类型", "Value type", "PROFILE_VALUE_TYPE", { initial: "TEXT" }),
    lookupType: code("值列表", "Lookup type", { max: 60, optional: true }),
    scopeLevel: pick("层级", "Scope", "PROFILE_SCOPE", { initial: "GLOBAL", fixed: "create" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, fixed: "create", pick: { enabledFlag: "Y" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, fixed: "create", pick: { enabledFlag: "Y" } }),
    profileValue: text("参数值", "Value", { max: 2000 }),
    defaultValue: text("默认值", "Default", { max: 2000, optional: true }),
    minValue: text("最小值", "Minimum", { max: 40, optional: true }),
    maxValue: text("最大值", "Maximum", { max: 40, optional: true }),
    sensitiveFlag: yn("敏感", "Sensitive", { initial: "N" }),
    pendingValue: text("待批参数值", "Value awaiting approval", { max: 2000, optional: true, computed: true }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  requires: {
    lookupType: (doc) => doc.valueType === "LOOKUP",
    orgId: (doc) => doc.scopeLevel === "ORG",
    categoryId: (doc) => doc.scopeLevel === "CATEGORY",
  },
  shownWhen: {
    lookupType: (doc) => doc.valueType === "LOOKUP",
    orgId: (doc) => doc.scopeLevel === "ORG",
    categoryId: (doc) => doc.scopeLevel === "CATEGORY",
    pendingValue: (doc) => doc.pendingValue !== null && doc.pendingValue !== undefined,
  },
  unique: [
    { fields: ["profileCode", "scopeLevel", "orgId", "categoryId"], text: ["该层级已有此参数", "This level already has the parameter"] },
  ],
  approval: {
    bill: "PROFILE_CHANGE",
    label: ["参数变更", "Parameter change"],
    submit: { name: "doAskApproval", label: ["送审", "Send for approval"], button: "btnEdit", who: "system", quiet: true },
    withdraw: { name: "doReject" },
    org: "orgId",
    category: "categoryId",
    summary: ["profileCode", "profileName", "profileValue", "pendingValue"],
  },
  actions: {
    doRestoreDefault: action("恢复默认", "Restore default", { button: "btnRestoreDefault", who: "internal" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["profileCode", "profileName"],
  headline: "profileName",
  list: [
    "profileName",
    "profileValue",
    "defaultValue",
    "scopeLevel",
    "orgId",
    "categoryId",
    "moduleCode",
    "lastUpdatedBy",
    "lastUpdateDate",
  ],
  search: ["profileCode", "profileName", "moduleCode", "scopeLevel", "orgId", "categoryId"],
  order: [
    ["moduleCode", "asc"],
    ["profileCode", "asc"],
  ],
  views: {
    pending: ["待批变更", "Changes to approve", () => ({ pendingValue: { not: null } })],
    narrower: ["组织与品类", "Overrides global", () => ({ scopeLevel: ["ORG", "CATEGORY"] })],
  },
  pages: {
    list: "srmBaseConfigProfileList",
    sections: [
      ["参数", "Parameter", ["profileCode", "profileName", "profileNameEn", "moduleCode", "valueType", "lookupType", "description"]],
      [
        "取值",
        "Value",
        [
          "scopeLevel",
          "orgId",
          "categoryId",
          "profileValue",
          "pendingValue",
          "defaultValue",
          "minValue",
          "maxValue",
          "sensitiveFlag",
          "enabledFlag",
        ],
      ],
    ],
  },
  importKey: ["profileCode", "scopeLevel", "orgId", "categoryId"],
  codes: notFound,
});
