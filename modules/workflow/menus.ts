import { page, type MenuFolder } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { approval } from "./approval.entity.ts";
import { billType } from "./bill-type.entity.ts";
import { freeForm } from "./free-form.entity.ts";
import { bpmInstance } from "./instance.entity.ts";
import { bpmCategory, bpmModel, bpmRole, bpmUrgeConfig } from "./model.entity.ts";
import { bpmCopied, bpmHandled, bpmTodo } from "./todo.entity.ts";

/** Work first, design and supervision after it. */
export const workflowMenus: readonly MenuFolder[] = [
  root("HOME", [
    page("myBpmMatterList", "我的事项", "My submissions", {
      entities: [approval],
      buttons: [
        ...["btnWithdraw", "btnUrge", "btnCopy", "btnAsk", "btnExport"],
        ...["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"],
      ],
      audience: "BOTH",
    }),
  ]),
  root("BASE_DATA", [
    page("baseApprovalBillTypeList", "审批单据类型", "Approval document types", {
      entities: [billType],
      reads: [bpmModel, bpmRole],
      buttons: ["btnAdd", "btnSave", "btnDelete", "btnEnable", "btnInvalid", "btnSimulate", "btnImport", "btnExport"],
    }),
  ]),
  root("WORKFLOW", [
    page("myUpcoming", "我的待办", "My to-dos", {
      entities: [bpmTodo],
      reads: [approval],
      buttons: [
        ...["btnPass", "btnReject", "btnTransfer", "btnDelegate", "btnAddSign", "btnCopy", "btnAsk", "btnBatchPass", "btnExport"],
        ...["btnClaim", "btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment"],
      ],
    }),
    page("gtasks", "组任务", "Group tasks", { entities: [bpmTodo], buttons: ["btnClaim", "btnUnclaim"] }),
    page("myApproval", "我的审批", "My approvals", {
      entities: [bpmHandled, bpmCopied],
      reads: [approval],
      buttons: ["btnWithdraw", "btnUrge", "btnRead", "btnExport"],
    }),
    page("processInitiate", "发起流程", "Start a process", {
      entities: [freeForm],
      reads: [bpmModel, bpmCategory],
      buttons: [
        "btnAdd",
        "btnSave",
        "btnStart",
        "btnSaveDraft",
        "btnDelete",
        "btnUploadAttachment",
        "btnPreviewAttachment",
        "btnDownloadAttachment",
        "btnDelAttachment",
      ],
    }),
    page("processList", "流程设计", "Processes", {
      entities: [bpmModel, bpmCategory],
      reads: [bpmRole, billType],
      buttons: [
        ...["btnAdd", "btnSave", "btnDesign", "btnPublish", "btnDisable", "btnCopy", "btnDelete", "btnExport", "btnImport", "btnSimulate"],
        "btnCompare",
      ],
    }),
    page("processRoleList", "流程角色", "Workflow roles", {
      entities: [bpmRole],
      buttons: ["btnAdd", "btnSave", "btnDelete", "btnCheckGaps", "btnImport", "btnExport"],
    }),
    page("processMonitoring", "流程监控", "Process monitoring", {
      entities: [bpmInstance],
      reads: [approval, bpmModel],
      buttons: ["btnReassign", "btnJump", "btnStop", "btnSuspend", "btnResume", "btnRetry", "btnConfirm", "btnExport"],
    }),
    page("reminderSetting", "催办设置", "Reminders", {
      entities: [bpmUrgeConfig],
      buttons: ["btnAdd", "btnSave", "btnDelete"],
    }),
  ]),
];
