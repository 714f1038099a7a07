import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, datetime, int, longtext, payload, pick, ref, rows, text, yn } from "#kernel/field.ts";
import { familyOf } from "./engine/family.ts";

/** What a rule may look at or answer, as people declare it: a name, what it is called, and which values it can have. */
const fieldRow = {
  name: text("字段", "Field", { max: 100 }),
  labelCn: text("名称", "Name", { max: 100 }),
  labelEn: text("英文名称", "English name", { max: 100, optional: true }),
  type: pick("类型", "Type", "RULE_FIELD_TYPE"),
  many: yn("多值", "Many values", { optional: true }),
  ofLines: yn("行字段", "Of lines", { optional: true }),
  codes: longtext("可取值", "Possible values", { max: 2000, optional: true }),
};

/** One row of a decision table, or one branch of a condition tree. */
export const ruleLine = entity("BaseRule", "规则行", "Rule", {
  service: "ruleEngineServer",
  fields: {
    seq: int("序号", "No.", { least: 1, initial: 1 }),
    conditions: payload("条件", "Conditions", { optional: true }),
    outputs: payload("结果", "Answer", { optional: true }),
    remark: longtext("备注", "Remark", { max: 500, optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: {},
  title: ["seq"],
  order: [["seq", "asc"]],
});

/** An example that has to come out right before a version may be published. */
export const ruleTestCase = entity("BaseRuleTestCase", "规则用例", "Rule test case", {
  service: "ruleEngineServer",
  fields: {
    seq: int("序号", "No.", { least: 1, initial: 1 }),
    caseName: text("用例", "Case", { max: 100 }),
    inputs: payload("输入", "Inputs", { optional: true }),
    expected: payload("期望结果", "Expected answer", { optional: true }),
  },
  sees: {},
  title: ["caseName"],
  order: [["seq", "asc"]],
});

/** One version of the rules that answer one question. Publishing freezes it; changes go into a new draft. */
export const ruleSet = entity("BaseRuleSet", "规则", "Rules", {
  service: "ruleEngineServer",
  fields: {
    ruleCode: code("规则编码", "Code", { max: 60, fixed: "create" }),
    ...bilingual("name", "名称", "Name", { max: 100 }),
    family: pick("规则族", "Family", "RULE_FAMILY", { computed: true, optional: true }),
    kind: pick("形式", "Kind", "RULE_KIND", { initial: "TABLE" }),
    hitPolicy: pick("命中方式", "Hit policy", "RULE_HIT_POLICY", { initial: "FIRST" }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    status: pick("状态", "Status", "RULE_STATUS", { computed: true }),
    effectiveFrom: date("生效日期", "Effective from", { optional: true }),
    effectiveTo: date("失效日期", "Effective to", { optional: true }),
    inputFields: rows("输入字段", "Inputs", fieldRow, { optional: true }),
    outputFields: rows("输出字段", "Outputs", fieldRow, { optional: true }),
    defaults: payload("默认结果", "Default answer", { optional: true }),
    description: longtext("说明", "Description", { max: 1000, optional: true }),
    publishedBy: ref("BaseUsers", "发布人", "Published by", { optional: true, computed: true }),
    publishedAt: datetime("发布时间", "Published at", { optional: true, computed: true }),
  },
  lines: { rules: ruleLine, cases: ruleTestCase },
  states: {
    DRAFT: ["草稿", "Draft"],
    EFFECTIVE: ["生效", "Effective", "done"],
    INVALID: ["失效", "Invalid", "ended"],
  },
  stateLookup: "RULE_STATUS",
  computes: { family: (doc: { ruleCode?: string | null }) => familyOf(doc.ruleCode ?? "")?.prefix ?? null },
  actions: {
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["DRAFT"], to: "EFFECTIVE", tone: "primary" }),
    doRevise: action("修订", "Revise", { button: "btnSave", who: "internal", from: ["EFFECTIVE", "INVALID"] }),
    doInvalid: action("失效", "Invalidate", {
      button: "btnInvalid",
      who: "internal",
      from: ["EFFECTIVE"],
      to: "INVALID",
      tone: "danger",
      confirm: ["失效后按默认结果处理，确定吗？", "Without it the default applies. Invalidate it?"],
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  // several versions are in force, each from its day
  versioned: {
    of: ["ruleCode"],
    number: "version",
    next: "doRevise",
    open: ["DRAFT"],
    code: "RULE_DRAFT",
    changes: [
      "name",
      "nameEn",
      "kind",
      "hitPolicy",
      "effectiveFrom",
      "effectiveTo",
      "inputFields",
      "outputFields",
      "defaults",
      "description",
    ],
    leaves: ["effectiveFrom", "effectiveTo", "publishedBy", "publishedAt"],
    lines: {
      rules: { by: ["seq"], called: ["规则行", "Rule", "seq"], changes: ["conditions", "outputs", "remark", "enabledFlag"] },
      cases: { by: ["seq"], called: ["用例", "Case", "seq"], changes: ["caseName", "inputs", "expected"] },
    },
  },
  holds: { effectivePeriod: ["effectiveFrom", "<=", "effectiveTo"] },
  title: ["ruleCode", "name"],
  list: ["ruleCode", "name", "family", "version", "status", "kind", "hitPolicy", "effectiveFrom", "effectiveTo", "lastUpdateDate"],
  search: ["ruleCode", "name", "family", "status", "kind"],
  order: [
    ["ruleCode", "asc"],
    ["version", "desc"],
  ],
});

/** What a rule answered, to whom and why. Written once, never changed, kept for 180 days. */
export const ruleDecisionLog = entity("BaseRuleDecisionLog", "规则决策日志", "Rule decision", {
  service: "ruleEngineServer",
  fields: {
    ruleCode: code("规则编码", "Code", { max: 60 }),
    version: int("版本", "Version"),
    bizType: text("单据类型", "Record type", { max: 100, optional: true }),
    bizId: text("单据", "Record", { max: 60, optional: true }),
    askedAt: datetime("时间", "Time"),
    usedDefault: yn("采用默认", "Default used"),
    inputs: payload("输入", "Inputs", { optional: true }),
    outputs: payload("结果", "Answer", { optional: true }),
    matched: payload("命中行", "Rows that apply", { optional: true }),
    explanation: payload("经过", "Reasons", { optional: true }),
    problems: payload("缺失", "Missing values", { optional: true }),
    faultCode: text("故障", "Fault", { max: 60, optional: true }),
    ms: int("毫秒", "ms", { optional: true, adds: false }),
    steps: int("步数", "Steps", { adds: false }),
  },
  sees: { internal: "all" },
  title: ["ruleCode", "bizId"],
  list: ["askedAt", "ruleCode", "version", "bizType", "bizId", "usedDefault", "faultCode", "steps", "ms", "createdBy"],
  search: ["askedAt", "ruleCode", "bizType", "bizId", "usedDefault"],
  order: [["askedAt", "desc"]],
});
