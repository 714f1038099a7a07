import type { ScopeField } from "#kernel/expression/scope.ts";
import type { Text } from "#kernel/text.ts";
import type { Cells, HitPolicy, Outputs } from "./rule-set.ts";

/** A kind of question the product asks of rules: what may be answered, and what holds when nobody answers. */
export interface Family {
  readonly prefix: string;
  readonly question: Text;
  readonly askedBy: Text;
  readonly outputs: Outputs;
  readonly hitPolicy: HitPolicy;
  readonly defaults: Cells;
  /** What the default means to those who ask. */
  readonly otherwise: Text;
}

const output = (cn: string, en: string, type: ScopeField["type"], more: Partial<ScopeField> = {}): ScopeField => ({
  label: [cn, en],
  type,
  ...more,
});
const many = { many: true } as const;

export const families: readonly Family[] = [
  {
    prefix: "ROUTE_",
    question: ["走哪个流程，或免审？", "Which process, or no approval?"],
    askedBy: ["单据类型提交时", "Document type at submission"],
    outputs: { processKey: output("流程", "Process", "text") },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["采用单据类型自身的流程", "The document type's own process"],
  },
  {
    prefix: "NODE_",
    question: ["该节点是否适用？", "Does this node apply?"],
    askedBy: ["顺序流、审批节点", "Sequence flow, document node"],
    outputs: { applies: output("适用", "Applies", "yesNo") },
    hitPolicy: "FIRST",
    defaults: { applies: "Y" },
    otherwise: ["节点适用", "The node applies"],
  },
  {
    prefix: "ASSIGN_",
    question: ["由谁处理？", "Who handles it?"],
    askedBy: ["处理人规则", "Approver rule"],
    outputs: {
      userIds: output("用户", "Users", "text", many),
      roleIds: output("角色", "Roles", "text", many),
      positionIds: output("岗位", "Positions", "text", many),
    },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["按节点的无人处理策略", "The node's policy for nobody"],
  },
  {
    prefix: "TOL_",
    question: ["价格、数量、日期、金额的容差是多少？", "Which tolerance for price, quantity, date, amount?"],
    askedBy: ["订单变更、收货、对账、发票匹配", "Order change, receipt, statement, invoice match"],
    outputs: {
      pricePercent: output("价格容差%", "Price %", "number"),
      quantityPercent: output("数量容差%", "Quantity %", "number"),
      days: output("日期容差（天）", "Days", "number"),
      amount: output("金额容差", "Amount", "number"),
    },
    hitPolicy: "FIRST",
    defaults: { pricePercent: "0", quantityPercent: "0", days: "0", amount: "0" },
    otherwise: ["无容差", "No tolerance"],
  },
  {
    prefix: "BUYER_",
    question: ["申请行由哪位采购员处理？", "Which buyer gets a requisition line?"],
    askedBy: ["采购申请下达", "Requisition release"],
    outputs: { userId: output("采购员", "Buyer", "text") },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["留待人工分配", "Left for a person to assign"],
  },
  {
    prefix: "METHOD_",
    question: ["允许哪些寻源方式？", "Which sourcing methods are allowed?"],
    askedBy: ["寻源发起", "Sourcing start"],
    outputs: { methods: output("寻源方式", "Methods", "text", many) },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["没有规则允许任何方式", "No rule allows any method"],
  },
  {
    prefix: "ACCESS_",
    question: ["供应商准入需要哪些步骤？", "Which onboarding steps does a supplier need?"],
    askedBy: ["供应商生命周期", "Supplier lifecycle"],
    outputs: { steps: output("步骤", "Steps", "text", many) },
    hitPolicy: "ALL",
    defaults: {},
    otherwise: ["按准入模板的全部必须步骤", "All required steps of the template"],
  },
  {
    prefix: "LEVEL_",
    question: ["该分数属于哪个等级？", "Which grade for this score?"],
    askedBy: ["绩效", "Performance"],
    outputs: { level: output("等级", "Level", "text") },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["不评级", "No grade"],
  },
  {
    prefix: "WARN_",
    question: ["何时预警，多严重，通知谁？", "When to warn, how severe, whom?"],
    askedBy: ["预警程序", "Warning programs"],
    outputs: { severity: output("严重度", "Severity", "text"), receivers: output("接收人", "Receivers", "text", many) },
    hitPolicy: "FIRST",
    defaults: {},
    otherwise: ["不预警", "No warning"],
  },
  {
    prefix: "MSG_",
    question: ["该订阅是否匹配事件？", "Does this subscription match the event?"],
    askedBy: ["消息", "Messaging"],
    outputs: { matches: output("匹配", "Matches", "yesNo") },
    hitPolicy: "FIRST",
    defaults: { matches: "N" },
    otherwise: ["不发送", "Nothing is sent"],
  },
  {
    prefix: "FIELD_",
    question: ["哪些字段必填、只读或隐藏？", "Which fields are required, read-only or hidden?"],
    askedBy: ["编辑页面与服务端校验", "Edit pages and server checks"],
    outputs: {
      fields: output("字段", "Fields", "text", many),
      mode: output("方式", "Mode", "text", { codes: ["REQUIRED", "READ_ONLY", "HIDDEN"] }),
    },
    hitPolicy: "ALL",
    defaults: {},
    otherwise: ["字段按单据自身声明", "Fields as the document declares them"],
  },
  {
    prefix: "SPLIT_",
    question: ["需求如何按供货比例拆分？", "How is demand split by supply proportion?"],
    askedBy: ["订单生成", "Order creation"],
    outputs: { supplierId: output("供应商", "Supplier", "text"), share: output("比例%", "Share %", "number") },
    hitPolicy: "ALL",
    defaults: {},
    otherwise: ["按已维护的供货比例", "By the maintained proportions"],
  },
];

/** The family a code belongs to, by its beginning. */
export const familyOf = (ruleCode: string): Family | null => families.find(({ prefix }) => ruleCode.startsWith(prefix)) ?? null;
