import { remedy, type Remedies } from "#kernel/remedy.ts";

export const workflowRemedies: Remedies = {
  BPM_NO_ASSIGNEE: [
    remedy("systemsetting/userresponsibility", "分配审批职责", "Assign the approver role", { button: "btnAdd" }),
    remedy("processList", "调整流程", "Change the process", { button: "btnSave" }),
  ],
  BPM_NO_MODEL: [
    remedy("processList", "发布流程", "Publish the process", { button: "btnPublish" }),
    remedy("baseApprovalBillTypeList", "设置审批方式", "Choose the approval process", { button: "btnSave" }),
  ],
  BPM_LEVEL_CHAIN: remedy("position", "检查岗位", "Check the positions"),
  BPM_START_SCOPE: remedy("processList", "调整发起范围", "Change who can start it", { button: "btnSave" }),
};
