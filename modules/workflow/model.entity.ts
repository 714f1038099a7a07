import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, money, payload, percent, pick, picks, ref, refs, rows, text, yn } from "#kernel/field.ts";
import { named } from "#kernel/platform/names.ts";

const service = "bpmServer";
const clockTime = "([01]\\d|2[0-3]):[0-5]\\d";

/** The shelves processes stand on. */
export const bpmCategory = entity("BpmCategory", "流程分类", "Process category", {
  service,
  open: true,
  fields: {
    categoryCode: code("分类编码", "Code", { max: 60 }),
    ...named("分类名称", "Name", { max: 100 }),
    parentCategoryId: ref("BpmCategory", "上级分类", "Parent", { optional: true, pick: { enabledFlag: "Y" } }),
    seqNum: int("顺序", "Order", { initial: 10, least: 0 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  tree: { parent: "parentCategoryId", depth: 5 },
  unique: [{ fields: ["categoryCode"] }],
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["categoryCode", "nameCn"],
  list: ["categoryCode", "nameCn", "parentCategoryId", "seqNum", "enabledFlag"],
  search: ["categoryCode", "nameCn", "enabledFlag"],
  order: [["seqNum", "asc"]],
  importKey: ["categoryCode"],
});

/** What a person's node of a published version is set to. */
export const bpmNodeConfig = entity("BpmNodeConfig", "节点配置", "Node settings", {
  service,
  appendOnly: true,
  fields: {
    nodeId: text("节点", "Node", { max: 100 }),
    nodeName: { ...text("节点名称", "Node name", { max: 200, optional: true }), english: "nodeNameEn" },
    nodeNameEn: text("节点名称（英文）", "Node name (English)", { max: 200, optional: true }),
    approverRule: pick("处理人规则", "Approver rule", "APPROVER_RULE", { optional: true }),
    ruleValue: payload("规则值", "Value", { optional: true }),
    multiMode: pick("签核方式", "Sign-off mode", "MULTI_MODE"),
    votePercent: percent("通过比例", "Percent", { optional: true }),
    vetoFlag: yn("一票否决", "Veto", { initial: "Y" }),
    emptyPolicy: pick("无人处理", "If no approver", "BPM_EMPTY"),
    samePolicy: pick("同一处理人", "Same person", "BPM_SAME"),
    starterPolicy: pick("发起人审批", "Submitter is approver", "BPM_STARTER"),
    allowActions: picks("允许操作", "Allowed actions", "BPM_ALLOW", { optional: true }),
    editableFields: payload("可改字段", "Editable fields", { optional: true }),
    requiredFields: payload("必填字段", "Required fields", { optional: true }),
    hiddenFields: payload("隐藏字段", "Hidden fields", { optional: true }),
    rejectReturn: pick("驳回后", "After reject", "BPM_REJECT_RETURN"),
    timeLimitHours: int("时限（小时）", "Time limit (hours)", { optional: true, least: 0 }),
    useCalendar: yn("按工作日历", "Working hours", { initial: "Y" }),
    timeoutAction: pick("超时处理", "On timeout", "TIMEOUT_ACTION"),
    commentRequired: pick("意见必填", "Comment", "BPM_COMMENT_RULE"),
    copyRule: payload("抄送", "Copy to", { optional: true }),
    supplierVisible: yn("供应商可见", "Shown to supplier", { initial: "N" }),
  },
  sees: { internal: "all" },
  title: ["nodeId", "nodeName"],
  list: ["nodeId", "nodeName", "approverRule", "multiMode", "timeLimitHours", "timeoutAction"],
});

/** A process as it was published: it never changes, whoever runs on it ends on it. */
export const bpmModelVersion = entity("BpmModelVersion", "流程版本", "Process version", {
  service,
  appendOnly: true,
  fields: {
    modelId: ref("BpmModel", "流程", "Process", { computed: true }),
    version: int("版本", "Version", { computed: true }),
    bpmnXml: longtext("流程图", "Diagram", { max: 2_000_000, optional: true }),
    nodesJson: payload("流程定义", "Definition", { computed: true }),
    publishedAt: datetime("发布时间", "Published at", { computed: true }),
    publishedBy: ref("BaseUsers", "发布人", "Published by", { computed: true }),
    changeNote: text("变更说明", "Change note", { max: 500, optional: true }),
    checksum: text("校验值", "Checksum", { max: 80, computed: true }),
  },
  lines: { nodes: bpmNodeConfig },
  computes: { modelId: (_, model) => model.id },
  sees: { internal: "all" },
  unique: [{ fields: ["modelId", "version"] }],
  title: ["version"],
  list: ["version", "publishedAt", "publishedBy", "changeNote"],
  order: [["version", "desc"]],
});

const testCase = {
  name: text("用例", "Case", { max: 200 }),
  /** Facts of a document, and the nodes it must walk. */
  variables: payload("变量", "Variables", { optional: true }),
  amount: text("金额", "Amount", { max: 40, optional: true }),
  path: text("应走节点", "Expected nodes", { max: 1000, hint: ["节点编号，逗号分隔", "Node ids, separated by commas"] }),
};

/** A process people draw; what runs is the version they published. */
export const bpmModel = entity("BpmModel", "流程模型", "Process", {
  service,
  fields: {
    modelKey: code("流程编码", "Key", { max: 80, fixed: "create" }),
    ...named("流程名称", "Name", { max: 200 }),
    categoryId: ref("BpmCategory", "分类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    currentVersion: int("当前版本", "Version", { computed: true, optional: true }),
    billTypeCode: pick("单据类型", "Document type", "BILL_TYPE", { optional: true, hint: ["用于校验字段", "Fields are checked"] }),
    ownerUserId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userType: "INTERNAL" } }),
    startScope: payload("可发起范围", "Who can start it freely", { optional: true }),
    formConfig: payload("表单", "Form", { optional: true }),
    routeKeys: payload("路由变量", "Route variables", { optional: true }),
    bpmnXml: longtext("设计中的流程图", "Drawing the diagram", { max: 2_000_000, optional: true }),
    testCases: rows("测试用例", "Test cases", testCase, { optional: true }),
    status: pick("状态", "Status", "BPM_MODEL_STATUS", { computed: true }),
    hiddenFlag: yn("内部生成", "Generated", { computed: true, initial: "N" }),
  },
  owns: { versions: bpmModelVersion },
  stateLookup: "BPM_MODEL_STATUS",
  states: { DRAFT: ["设计中", "Draft", "waiting"], PUBLISHED: ["已发布", "Published", "done"], DISABLED: ["已停用", "Disabled", "ended"] },
  actions: {
    doPublish: action("发布", "Publish", {
      button: "btnPublish",
      who: "internal",
      to: "PUBLISHED",
      input: { changeNote: text("变更说明", "Change note", { max: 500, optional: true }) },
    }),
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", from: ["PUBLISHED"], to: "DISABLED", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnPublish", who: "internal", from: ["DISABLED"], to: "PUBLISHED" }),
    doCopy: action("复制", "Copy", {
      button: "btnCopy",
      who: "internal",
      input: { modelKey: code("新流程编码", "New key", { max: 80 }), nameCn: text("新流程名称", "New name", { max: 200 }) },
    }),
    /** The generated process of a bill type's node chain. */
    doCompile: action("生成", "Compile", {
      button: "btnPublish",
      who: "system",
      quiet: true,
      input: { definition: payload("流程定义", "Definition"), xml: text("流程图", "Diagram", { max: 2_000_000, optional: true }) },
    }),
  },
  unique: [{ fields: ["modelKey"] }],
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["modelKey", "nameCn"],
  list: ["modelKey", "nameCn", "categoryId", "currentVersion", "status", "ownerUserId", "billTypeCode", "lastUpdateDate"],
  search: ["modelKey", "nameCn", "categoryId", "status", "ownerUserId", "billTypeCode"],
  order: [["modelKey", "asc"]],
  lists: {
    processList: { route: "processList", where: () => ({ hiddenFlag: "N" }) },
    /** What a person may start without a document of another area. */
    initiate: {
      route: "processInitiate",
      columns: ["modelKey", "nameCn", "categoryId", "currentVersion"],
      where: () => ({ status: "PUBLISHED", hiddenFlag: "N", billTypeCode: "FREE_FORM" }),
    },
  },
  pages: { list: "processList" },
  importKey: ["modelKey"],
});

/** Who a workflow role means for which organisation, category and amount. */
export const bpmRoleMember = entity("BpmRoleMember", "流程角色成员", "Workflow role member", {
  service,
  fields: {
    roleId: ref("BpmRole", "流程角色", "Workflow role", { computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, pick: { enabledFlag: "Y" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    amountFrom: money("金额从", "Amount from", { optional: true, least: 0, adds: false }),
    amountTo: money("金额至", "Amount to", { optional: true, least: 0, adds: false, hint: ["不含", "Not included"] }),
    userId: ref("BaseUsers", "用户", "User", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    positionId: ref("BasePosition", "岗位", "Position", { optional: true, pick: { enabledFlag: "Y" } }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    seq: int("顺序", "Order", { initial: 10, least: 0 }),
  },
  computes: { roleId: (_, role) => role.id },
  holds: { validPeriod: ["startDate", "<=", "endDate"], amountSpan: ["amountFrom", "<=", "amountTo"] },
  requires: { userId: (doc) => !doc.positionId },
  sees: { internal: "all" },
  title: ["userId", "positionId"],
  list: ["orgId", "categoryId", "amountFrom", "amountTo", "userId", "positionId", "startDate", "endDate", "seq"],
  importKey: ["orgId", "categoryId", "amountFrom", "amountTo", "userId"],
});

/** A role of the workflow, such as the manager of a category in a business unit. */
export const bpmRole = entity("BpmRole", "流程角色", "Workflow role", {
  service,
  fields: {
    roleCode: code("角色编码", "Code", { max: 60, fixed: "create" }),
    ...named("角色名称", "Name", { max: 100 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
    remark: longtext("说明", "Remark", { max: 500, optional: true }),
  },
  lines: { members: bpmRoleMember },
  unique: [{ fields: ["roleCode"] }],
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["roleCode", "nameCn"],
  list: ["roleCode", "nameCn", "enabledFlag", "remark"],
  search: ["roleCode", "nameCn", "enabledFlag"],
  order: [["roleCode", "asc"]],
  pages: { list: "processRoleList" },
  importKey: ["roleCode"],
});

/** When whoever has a task is reminded, how often, and who hears of it at last. */
export const bpmUrgeConfig = entity("BpmUrgeConfig", "催办设置", "Reminder rule", {
  service,
  fields: {
    billTypeCode: pick("单据类型", "Document type", "BILL_TYPE", { optional: true, hint: ["空表示全部", "Empty means all"] }),
    nodeId: text("节点", "Node", { max: 100, optional: true, hint: ["空表示全部", "Empty means all"] }),
    firstAfterHours: int("首次提醒（小时）", "First after (hours)", { least: 1, most: 2000, initial: 24 }),
    repeatHours: int("重复间隔（小时）", "Repeat every (hours)", { least: 1, most: 2000, initial: 24 }),
    maxTimes: int("最多次数", "At most", { least: 1, most: 50, initial: 3 }),
    escalateRule: pick("升级给", "Escalate to", "BPM_ESCALATE", { optional: true }),
    escalateUserIds: refs("BaseUsers", "升级到的人", "Escalate to people", { optional: true, pick: { userStatus: "ACTIVE" } }),
    channels: picks("渠道", "Channels", "MSG_CHANNEL", { optional: true }),
    quietFrom: text("免打扰从", "Quiet from", { max: 5, pattern: clockTime, optional: true, hint: ["时:分", "hh:mm"] }),
    quietTo: text("免打扰至", "Quiet to", { max: 5, pattern: clockTime, optional: true, hint: ["时:分", "hh:mm"] }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  unique: [{ fields: ["billTypeCode", "nodeId"] }],
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["billTypeCode", "nodeId"],
  list: [
    "billTypeCode",
    "nodeId",
    "firstAfterHours",
    "repeatHours",
    "maxTimes",
    "escalateRule",
    "channels",
    "quietFrom",
    "quietTo",
    "enabledFlag",
  ],
  search: ["billTypeCode", "nodeId", "enabledFlag"],
  order: [["billTypeCode", "asc"]],
  pages: { list: "reminderSetting" },
});
