import type { Text } from "#kernel/text.ts";
import type { AllowedAction, ApproverRule, CopyMoment, MultiMode, NodeSettings, TimeoutAction } from "../engine/definition.ts";

/** How people say where a step finds its approvers. */
export const ruleWords: Readonly<Record<ApproverRule, Text>> = {
  USER: ["指定用户", "User"],
  RESP: ["职责", "Responsibility"],
  POSITION: ["岗位", "Position"],
  ORG_MANAGER: ["组织负责人", "Organisation manager"],
  CATEGORY_BUYER: ["品类采购员", "Category buyer"],
  BPM_ROLE: ["流程角色", "Workflow role"],
  LEVEL_CHAIN: ["逐级上报", "Level chain"],
  INITIATOR_MANAGER: ["发起人上级", "Submitter's manager"],
  INITIATOR: ["发起人", "Submitter"],
  INITIATOR_PICK: ["发起人选择", "Chosen by submitter"],
  PREVIOUS_PICK: ["上一节点指定", "Chosen by previous approver"],
  DOC_FIELD: ["单据字段", "Document field"],
  FORMULA: ["规则", "Rule"],
  SUPPLIER_CONTACT: ["供应商联系人", "Supplier contact"],
};

/** What a rule does, in one sentence. */
export const ruleHints: Readonly<Partial<Record<ApproverRule, Text>>> = {
  RESP: ["持有该职责且能看到单据的人，先领取再审批。", "Anyone with the role who can see the document; claimed before deciding."],
  ORG_MANAGER: ["单据所属组织的负责人。", "The manager of the document's organisation."],
  CATEGORY_BUYER: ["单据品类的采购员。", "The buyer of the document's category."],
  LEVEL_CHAIN: [
    "从发起人的岗位逐级向上，直到审批限额不低于单据金额。",
    "From the submitter's position upwards until an approval limit covers the amount.",
  ],
  INITIATOR_MANAGER: ["发起人主岗的上级岗位。", "The person in the position above the submitter's."],
  INITIATOR_PICK: ["发起人提交时选人。", "The submitter chooses when submitting."],
  PREVIOUS_PICK: ["上一节点同意时选人。", "The previous approver chooses when approving."],
  SUPPLIER_CONTACT: ["供应商一方确认，只看到标为供应商可见的内容。", "The supplier confirms and sees only what is marked for it."],
};

export const modeWords: Readonly<Record<MultiMode, Text>> = {
  SINGLE: ["单签", "Single"],
  ALL: ["会签", "All"],
  ANY: ["或签", "Any"],
  VOTE: ["比例表决", "Vote"],
  SEQUENTIAL: ["依次", "In order"],
};

export const modeHints: Readonly<Record<MultiMode, Text>> = {
  SINGLE: ["一人处理，多人候选时先领取。", "One person; with several candidates, it must be claimed first."],
  ALL: ["每个人都须同意。", "Everyone must approve."],
  ANY: ["第一个人的决定算数。", "The first decision counts."],
  VOTE: ["同意人数达到比例即通过。", "Passes once the required share approves."],
  SEQUENTIAL: ["按顺序一个接一个。", "One after the other."],
};

export const emptyWords: Readonly<Record<NodeSettings["emptyPolicy"], Text>> = {
  ADMIN: ["转管理员", "To administrator"],
  SKIP: ["跳过", "Skip"],
  UPPER_LEVEL: ["上级处理", "Escalate"],
  ERROR: ["报错", "Error"],
};

export const sameWords: Readonly<Record<NodeSettings["samePolicy"], Text>> = {
  NONE: ["不处理", "None"],
  AUTO_PASS_ADJACENT: ["相邻自动通过", "Pass adjacent"],
  AUTO_PASS_ANY: ["全程自动通过", "Pass any"],
};

export const starterWords: Readonly<Record<Exclude<NodeSettings["starterPolicy"], "EXCLUDE">, Text>> = {
  NORMAL: ["照常审批", "As anyone"],
  SKIP: ["跳过", "Skip"],
  UPPER_LEVEL: ["上级处理", "Escalate"],
};

export const actionWords: Readonly<Record<AllowedAction, Text>> = {
  TRANSFER: ["转办", "Transfer"],
  DELEGATE: ["委派", "Delegate"],
  ADD_SIGN: ["加签", "Add approvers"],
  REJECT_ANY: ["退回任意节点", "Return to any step"],
  REJECT_START: ["驳回发起人", "Reject to submitter"],
  COPY: ["抄送", "Copy"],
  BATCH: ["批量同意", "Bulk approval"],
  EDIT_FIELDS: ["修改字段", "Edit fields"],
};

export const timeoutWords: Readonly<Record<TimeoutAction, Text>> = {
  REMIND: ["提醒", "Remind"],
  ESCALATE: ["升级", "Escalate"],
  PASS: ["自动通过", "Pass"],
  REJECT: ["自动驳回", "Reject"],
  TRANSFER: ["转办", "Transfer"],
};

export const commentWords: Readonly<Record<NodeSettings["commentRequired"], Text>> = {
  NEVER: ["不必填", "Never"],
  ON_REJECT: ["驳回时必填", "On reject"],
  ALWAYS: ["必填", "Always"],
};

export const returnWords: Readonly<Record<NodeSettings["rejectReturn"], Text>> = {
  BACK_TO_REJECTER: ["直接回到驳回人", "Back to who rejected"],
  WALK_AGAIN: ["重新逐步审批", "Run again"],
};

export const momentWords: Readonly<Record<CopyMoment, Text>> = {
  ARRIVE: ["到达时抄送", "Copy on arrival"],
  PASS: ["通过时抄送", "Copy when passed"],
  END: ["结束时抄送", "Copy at the end"],
};

/** What people call the parts of a drawing. */
export const kindWords: Readonly<Record<string, Text>> = {
  "bpmn:Process": ["流程", "Process"],
  "bpmn:StartEvent": ["开始", "Start"],
  "bpmn:EndEvent": ["结束", "End"],
  "bpmn:UserTask": ["审批节点", "Approval step"],
  "bpmn:ServiceTask": ["系统处理", "Service step"],
  "bpmn:SendTask": ["发送消息", "Send a message"],
  "bpmn:CallActivity": ["调用流程", "Call a process"],
  "bpmn:SubProcess": ["子流程", "Subprocess"],
  "bpmn:ExclusiveGateway": ["条件分支", "Exclusive choice"],
  "bpmn:ParallelGateway": ["并行分支", "Parallel branches"],
  "bpmn:InclusiveGateway": ["包容分支", "Inclusive branches"],
  "bpmn:IntermediateCatchEvent": ["定时等待", "Wait"],
  "bpmn:BoundaryEvent": ["超时出口", "Timeout path"],
  "bpmn:SequenceFlow": ["连线", "Flow"],
};
