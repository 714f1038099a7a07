import { entity } from "#kernel/entity.ts";
import { bilingual, code, files, int, longtext, pick, picks, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { configActions, configStates } from "./scene.entity.ts";

/** Which proof is asked of whom, at which stage, and what its expiry does. */
export const requirement = entity("SrmSlcQualificationRequire", "资质要求", "Qualification requirement", {
  fields: {
    requireCode: code("要求编码", "Code", { max: 40, fixed: "create" }),
    ...bilingual("requireName", "要求名称", "Name", { max: 120 }),
    certType: pick("资质类型", "Certificate type", "CERT_TYPE"),
    sceneId: ref("SrmSlcIntroduceScenes", "场景", "Scenario", { optional: true, pick: { status: "EFFECTIVE" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    supplierType: pick("供应商类型", "Supplier type", "SUP_TYPE", { optional: true }),
    supplierNature: pick("供应商性质", "Nature", "SUP_NATURE", { optional: true }),
    useAt: picks("使用环节", "Used at", "REQUIRE_STAGE"),
    mustFlag: yn("必须", "Required", { initial: "Y" }),
    needNo: yn("需证号", "Needs number", { initial: "Y" }),
    needValidity: yn("需有效期", "Needs validity", { initial: "Y" }),
    minRemainDays: int("最短剩余天数", "Min days left", { optional: true, least: 0, most: 3650 }),
    warnDays: text("预警天数", "Warn days", {
      optional: true,
      max: 30,
      pattern: "^\\d{1,4}(,\\d{1,4})*$",
      hint: ["如 90,60,30", "e.g. 90,60,30"],
    }),
    expireAction: pick("过期动作", "On expiry", "EXPIRE_ACTION", { initial: "WARN" }),
    graceDays: int("宽限天数", "Grace days", { least: 0, most: 365, initial: 0 }),
    sampleFileId: files("样例", "Sample", { optional: true, max: 1 }),
    explainCn: { ...longtext("说明", "Note", { max: 500, optional: true }), english: "explainEn" },
    explainEn: longtext("说明（英文）", "Note (English)", { max: 500, optional: true }),
    status: pick("状态", "Status", "CONFIG_STATUS", { computed: true }),
  },
  stateLookup: "CONFIG_STATUS",
  states: configStates,
  unique: [{ fields: ["requireCode"], caseless: true }],
  actions: configActions,
  // Applicants name the proof a certificate is meant for.
  sees: { internal: "all", registrant: () => ({ status: "EFFECTIVE" }) },
  shows: {
    supplier: [
      ...(["requireCode", "requireName", "requireNameEn", "certType", "mustFlag", "needNo", "needValidity", "minRemainDays"] as const),
      ...(["sampleFileId", "explainCn", "explainEn"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["requireCode", "requireName"],
  list: [
    ...([
      "requireCode",
      "requireName",
      "certType",
      "sceneId",
      "categoryId",
      "supplierType",
      "supplierNature",
      "useAt",
      "mustFlag",
    ] as const),
    ...(["needNo", "needValidity", "minRemainDays", "warnDays", "expireAction", "graceDays", "status"] as const),
  ],
  search: ["certType", "requireName", "sceneId", "categoryId", "status"],
  order: [["requireCode", "asc"]],
  views: {
    effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
  },
  pages: {
    list: "qualificationRequireList",
    sections: [
      ["要求", "Requirement", ["requireCode", "requireName", "requireNameEn", "certType", "useAt", "mustFlag"]],
      ["适用范围（空表示不限）", "Applies to (empty is any)", ["sceneId", "categoryId", "supplierType", "supplierNature"]],
      ["有效期与预警", "Validity and warning", ["needNo", "needValidity", "minRemainDays", "warnDays", "expireAction", "graceDays"]],
      ["给供应商的说明", "Note to suppliers", ["explainCn", "explainEn", "sampleFileId"]],
    ],
  },
  importKey: ["requireCode"],
  codes: notFound,
});
