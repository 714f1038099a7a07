import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, longtext, payload, percent, pick, ref, yn } from "#kernel/field.ts";
import { effectActions, effectStates, notFound } from "./common.ts";

/** One step of an introduction path; steps of the same number run side by side. */
export const processNode = entity("SrmBaseProcessTemplateNode", "流程模板节点", "Template node", {
  fields: {
    templateId: ref("SrmBaseProcessTemplate", "模板", "Template", { computed: true }),
    nodeSeq: int("顺序", "Sequence", { least: 1, initial: 10 }),
    nodeCode: pick("节点", "Node", "SLC_NODE"),
    requiredType: pick("必须性", "Requirement level", "NODE_REQUIRED_TYPE", { initial: "MUST" }),
    skipCondition: payload("跳过条件", "Skip condition", { optional: true }),
    ownerRespId: ref("BaseResponsibility", "责任职责", "Owner responsibility", { optional: true, pick: { audience: "INTERNAL" } }),
    slaDays: int("时限（天）", "SLA days", { optional: true, least: 1 }),
    passScore: percent("及格分", "Pass score", { optional: true, least: 0, most: 100, adds: false }),
    allowConcession: yn("允许让步", "Concession allowed", { initial: "N" }),
    surveyTemplateId: ref("SrmQstSurveyTemplate", "问卷/评分模板", "Survey template", { optional: true }),
  },
  computes: { templateId: (_, template) => template.id },
  unique: [{ fields: ["templateId", "nodeCode"] }],
  sees: {},
  title: ["nodeSeq", "nodeCode"],
  list: [
    "nodeSeq",
    "nodeCode",
    "requiredType",
    "ownerRespId",
    "slaDays",
    "passScore",
    "allowConcession",
    "surveyTemplateId",
    "skipCondition",
  ],
  order: [["nodeSeq", "asc"]],
  codes: notFound,
});

/** By which path a supplier is introduced. A version in use is never changed: a new one is made. */
export const processTemplate = entity("SrmBaseProcessTemplate", "流程模板", "Process template", {
  fields: {
    templateCode: code("模板编码", "Template code", { max: 40, fixed: "create" }),
    ...bilingual("templateName", "模板名称", "Name", { max: 120, width: 240 }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    bizScope: pick("适用业务", "Scope", "PROCESS_SCOPE", { initial: "INTRODUCE" }),
    status: pick("状态", "Status", "TEMPLATE_STATUS", { computed: true }),
    effectiveFrom: date("生效日期", "Effective from"),
    nodeCount: int("节点数", "Nodes", { computed: true, initial: 0 }),
    usageCount: int("引用数", "Used by", { computed: true, initial: 0, adds: false, uses: true }),
    description: longtext("说明", "Description", { max: 1000, optional: true }),
  },
  lines: { nodes: processNode },
  stateLookup: "TEMPLATE_STATUS",
  states: effectStates,
  computes: { nodeCount: (doc) => doc.nodes.length },
  // a version that begins later leaves the present one in force until its day
  versioned: {
    of: ["templateCode"],
    number: "version",
    next: "copy",
    changes: ["templateName", "templateNameEn", "bizScope", "effectiveFrom", "description"],
    leaves: ["effectiveFrom", "usageCount"],
    lines: {
      nodes: {
        by: ["nodeSeq", "nodeCode"],
        called: ["节点", "Node", "nodeSeq"],
        changes: ["requiredType", "skipCondition", "ownerRespId", "slaDays", "passScore", "allowConcession", "surveyTemplateId"],
        leaves: ["templateId"],
      },
    },
  },
  actions: {
    ...effectActions,
    copy: action("复制新版本", "New version", { button: "btnCopy", who: "internal" }),
    doSucceed: action("由新版本接替", "Succeed by a newer version", {
      button: "btnInvalid",
      who: "system",
      quiet: true,
      loads: "row",
      from: ["EFFECTIVE"],
      to: "INVALID",
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["templateCode", "templateName"],
  list: ["templateCode", "templateName", "version", "bizScope", "nodeCount", "usageCount", "status", "effectiveFrom"],
  search: ["templateCode", "templateName", "bizScope", "status"],
  order: [
    ["templateCode", "asc"],
    ["version", "desc"],
  ],
  views: {
    effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
  },
  pages: {
    list: "srmBaseProcessTemplateList",
    edit: "srmBaseProcessTemplateEdit",
    sections: [
      ["基本信息", "Basics", ["templateCode", "templateName", "templateNameEn", "version", "bizScope", "effectiveFrom", "description"]],
    ],
  },
  codes: notFound,
});
