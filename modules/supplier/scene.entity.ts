import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, int, money, pick, qty, ref } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** The life of a configuration that is drawn up, comes into effect and goes out of it. */
export const configStates = {
  DRAFT: ["拟定", "Draft"],
  EFFECTIVE: ["生效", "Effective", "done"],
  INVALID: ["失效", "Invalid", "ended"],
} as const;
export const configActions = {
  doEnabled: action("启用", "Enable", {
    button: "btnEnable",
    who: "internal",
    from: ["DRAFT", "INVALID"],
    to: "EFFECTIVE",
    tone: "primary",
    batch: "each",
  }),
  doInvalid: action("失效", "Invalidate", {
    button: "btnInvalid",
    who: "internal",
    from: ["EFFECTIVE"],
    to: "INVALID",
    tone: "danger",
    batch: "each",
  }),
};

/** By which occasion and for which categories a supplier is introduced along which path. */
export const scene = entity("SrmSlcIntroduceScenes", "引入场景", "Onboarding scenario", {
  fields: {
    sceneCode: code("场景编码", "Scenario code", { max: 40, fixed: "create" }),
    ...bilingual("sceneName", "场景名称", "Scenario name", { max: 120 }),
    sceneType: pick("场景类型", "Type", "SCENE_TYPE", { initial: "NEW" }),
    purchaseKind: pick("采购性质", "Purchase kind", "PURCHASE_KIND", { optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    supplierType: pick("供应商类型", "Supplier type", "SUP_TYPE", { optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, pick: { enabledFlag: "Y" } }),
    priority: int("优先级", "Priority", { least: 1, most: 9999, initial: 10, hint: ["数字小者优先", "The lower number comes first"] }),
    processTemplateId: ref("SrmBaseProcessTemplate", "流程模板", "Process template", { pick: { status: "EFFECTIVE" } }),
    defaultValidMonths: int("合格有效期（月）", "Validity (months)", { least: 1, most: 60, initial: 24 }),
    trialQtyLimit: qty("试用限量", "Trial quantity", { optional: true, least: 0, adds: false }),
    trialAmountLimit: money("试用限额", "Trial amount", { optional: true, least: 0, adds: false }),
    status: pick("状态", "Status", "CONFIG_STATUS", { computed: true }),
  },
  stateLookup: "CONFIG_STATUS",
  states: configStates,
  unique: [{ fields: ["sceneCode"], caseless: true }],
  actions: configActions,
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["sceneCode", "sceneName"],
  list: [
    ...(["sceneCode", "sceneName", "status", "sceneType", "purchaseKind", "categoryId", "processTemplateId", "priority"] as const),
    ...(["supplierType", "orgId", "defaultValidMonths", "trialQtyLimit", "trialAmountLimit"] as const),
  ],
  search: ["sceneName", "sceneCode", "sceneType", "categoryId", "status"],
  order: [
    ["sceneType", "asc"],
    ["priority", "asc"],
    ["sceneCode", "asc"],
  ],
  views: {
    effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
  },
  pages: {
    list: "introduceSceneList",
    sections: [
      ["场景", "Scenario", ["sceneCode", "sceneName", "sceneNameEn", "sceneType", "priority"]],
      ["适用范围（空表示不限）", "Applies to (empty is any)", ["purchaseKind", "categoryId", "supplierType", "orgId"]],
      ["路径与额度", "Path and limits", ["processTemplateId", "defaultValidMonths", "trialQtyLimit", "trialAmountLimit"]],
    ],
  },
  importKey: ["sceneCode"],
  codes: notFound,
});
