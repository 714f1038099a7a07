import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, int, payload, percent, pick, ref, text, yn } from "#kernel/field.ts";

/** One node of a bill type's simple chain, for firms that draw no process. */
export const billNode = entity("BaseApprovalBillNode", "审批节点", "Approval node", {
  fields: {
    billTypeId: ref("BaseApprovalBillType", "单据类型", "Document type", { computed: true }),
    nodeSeq: int("顺序", "Order", { least: 0, most: 9999, hint: ["顺序相同的节点并行", "Equal numbers run in parallel"] }),
    nodeCode: code("节点编码", "Node code", { max: 60 }),
    ...bilingual("nodeName", "节点名称", "Node name", { max: 80 }),
    conditionJson: payload("进入条件", "Entry condition", { optional: true }),
    approverRule: pick("处理人规则", "Approver rule", "APPROVER_RULE"),
    ruleValue: payload("规则值", "Value", { optional: true }),
    multiMode: pick("签核方式", "Sign-off mode", "MULTI_MODE", { initial: "SINGLE" }),
    votePercent: percent("通过比例", "Percent", { optional: true, least: 1, most: 100 }),
    editableFields: payload("可改字段", "Editable fields", { optional: true }),
    requiredOpinion: yn("意见必填", "Comment required", { initial: "N" }),
    allowTransfer: yn("可转办", "Transfer", { initial: "Y" }),
    allowAddSign: yn("可加签", "Add approver", { initial: "Y" }),
    allowReturn: yn("可退回", "Return", { initial: "Y" }),
    slaHours: int("时限（小时）", "Time limit (hours)", { optional: true, least: 1, most: 9999 }),
    supplierVisible: yn("供应商可见", "Shown to supplier", { initial: "N" }),
  },
  computes: { billTypeId: (_, bill) => bill.id },
  requires: { votePercent: (doc) => doc.multiMode === "VOTE" },
  shownWhen: { votePercent: (doc) => doc.multiMode === "VOTE" },
  sees: { internal: "all" },
  unique: [{ fields: ["billTypeId", "nodeCode"] }],
  title: ["nodeCode", "nodeName"],
  list: ["nodeSeq", "nodeCode", "nodeName", "approverRule", "multiMode", "slaHours"],
});

/** Which facts of a document its task card, its chat card and the mobile page show. */
export const approvalSubject = entity("BaseApprovalSubject", "审批主题", "Approval subject", {
  fields: {
    billTypeId: ref("BaseApprovalBillType", "单据类型", "Document type", { computed: true }),
    subjectCode: code("主题编码", "Code", { max: 60 }),
    ...bilingual("subjectName", "主题名称", "Name", { max: 120 }),
    summaryFields: payload("关键字段", "Summary fields", { optional: true }),
  },
  computes: { billTypeId: (_, bill) => bill.id },
  sees: { internal: "all" },
  unique: [{ fields: ["billTypeId", "subjectCode"] }],
  title: ["subjectCode", "subjectName"],
  list: ["subjectCode", "subjectName"],
});

const fieldName = (cn: string, en: string) => text(cn, en, { max: 60, optional: true });

/** How one kind of document is approved: by a drawn process, a simple chain, one step, or not at all. */
export const billType = entity("BaseApprovalBillType", "审批单据类型", "Approval document type", {
  fields: {
    billTypeCode: code("单据类型", "Document type", { max: 60, fixed: "create" }),
    ...bilingual("billTypeName", "名称", "Name", { max: 120 }),
    moduleCode: code("模块", "Module", { max: 60, optional: true }),
    entityName: text("实体", "Entity", { max: 80 }),
    approvalMode: pick("审批方式", "Mode", "APPROVAL_MODE", {
      optional: true,
      hint: ["空则按流程、节点推定", "Empty: by process or nodes"],
    }),
    processKey: code("流程", "Process", { max: 80, optional: true }),
    processVersion: int("流程版本", "Process version", { optional: true, hint: ["空为最新", "Empty: the newest"] }),
    /** The process a node chain was compiled to. */
    compiledKey: code("生成的流程", "Compiled process", { max: 80, optional: true, computed: true }),
    routeRuleCode: code("路由规则", "Routing rule", { max: 80, optional: true }),
    ...bilingual("titleTemplate", "主题模板", "Subject template", { max: 200, optional: true }),
    formRoute: text("查看路由", "View route", { max: 120, optional: true }),
    amountField: fieldName("金额字段", "Amount field"),
    currencyField: fieldName("币种字段", "Currency field"),
    orgField: fieldName("组织字段", "Organisation field"),
    categoryField: fieldName("品类字段", "Category field"),
    supplierField: fieldName("供应商字段", "Supplier field"),
    approveResource: text("一步审批权限", "One-step resource", { max: 60, initial: "btnApproval" }),
    fallbackRespId: ref("BaseResponsibility", "一步审批职责", "One-step responsibility", {
      optional: true,
      pick: { audience: "INTERNAL" },
    }),
    batchFlag: yn("可批量", "Bulk", { initial: "N" }),
    mobileFlag: yn("移动端", "Mobile", { initial: "Y" }),
    chatSyncFlag: yn("聊天同步", "Chat sync", { initial: "N" }),
    selfApproveFlag: yn("可自批", "Self-approval", { initial: "N" }),
    supplierVisibleFlag: yn("供应商可见进度", "Progress shown to supplier", { initial: "N" }),
    withdrawPolicy: pick("撤回策略", "Withdraw", "WITHDRAW_POLICY", { initial: "BEFORE_FIRST_ACTION" }),
    timeoutHours: int("时限（小时）", "Time limit (hours)", { optional: true, least: 1, most: 9999 }),
    timeoutAction: pick("超时处理", "On timeout", "TIMEOUT_ACTION", { optional: true }),
    callbackApprove: text("通过回调", "On approval", { max: 60, optional: true }),
    callbackReject: text("驳回回调", "On rejection", { max: 60, optional: true }),
    status: pick("状态", "Status", "CONFIG_STATUS", { computed: true }),
    ownerUserId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
  },
  lines: { nodes: billNode, subjects: approvalSubject },
  stateLookup: "CONFIG_STATUS",
  states: { DRAFT: ["拟定", "Draft", "waiting"], EFFECTIVE: ["生效", "Effective", "done"], INVALID: ["失效", "Invalid", "ended"] },
  actions: {
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", from: ["DRAFT", "INVALID"], to: "EFFECTIVE" }),
    doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", from: ["EFFECTIVE"], to: "INVALID", tone: "danger" }),
  },
  unique: [{ fields: ["billTypeCode"] }],
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["billTypeCode", "billTypeName"],
  list: ["billTypeCode", "billTypeName", "moduleCode", "approvalMode", "processKey", "approveResource", "batchFlag", "status"],
  search: ["billTypeCode", "billTypeName", "moduleCode", "approvalMode", "processKey", "status"],
  order: [["billTypeCode", "asc"]],
  pages: {
    list: "baseApprovalBillTypeList",
    sections: [
      ["基本信息", "Base data", ["billTypeCode", "billTypeName", "moduleCode", "entityName", "titleTemplate", "formRoute", "ownerUserId"]],
      [
        "审批方式",
        "Mode",
        ["approvalMode", "processKey", "processVersion", "routeRuleCode", "approveResource", "fallbackRespId", "withdrawPolicy"],
      ],
      ["维度字段", "Dimension fields", ["amountField", "currencyField", "orgField", "categoryField", "supplierField"]],
      [
        "选项",
        "Options",
        [
          ...(["batchFlag", "mobileFlag", "chatSyncFlag", "selfApproveFlag", "supplierVisibleFlag"] as const),
          ...(["timeoutHours", "timeoutAction", "callbackApprove", "callbackReject"] as const),
        ],
      ],
    ],
  },
  importKey: ["billTypeCode"],
});
