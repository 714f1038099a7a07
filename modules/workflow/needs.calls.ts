import { anyone, each, onPages, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

const beside = anyone("stands beside every document; the matter itself says who may look and who may decide");
const design = onPages("processList", "processRoleList", "baseApprovalBillTypeList");

/** Who needs the calls of this area. */
export const workflowNeeds: NeedsOf = {
  ...each("bpmTaskService", ["findTodoTasks", "findGroupTasks"], readersOf("BpmTodo")),
  ...each("bpmTaskService", ["doClaim", "doUnclaim", "doPass", "doReject", "doTransfer", "doDelegate", "doAddSign"], beside),
  ...each("bpmTaskService", ["doRemoveSign", "doRevokeMine", "batchPass"], beside),
  "bpmListService/findBpmLists": readersOf("BpmInstance"),
  "bpmListService/findCopies": readersOf("BpmCopied"),
  ...each("bpmListService", ["doRead", "doWithdraw", "doUrge", "doCopy", "doConfirm", "whatIf"], beside),
  ...each("bpmListService", ["doStop", "doSuspend", "doResume", "doJump", "doReassign", "doChange", "doMigrate", "doRetry"], beside),
  "bpmHistoryService/findHistoricTasks": readersOf("BpmHandled"),
  ...each("bpmCommuneService", ["doAsk", "doReply", "doCloseAsk"], beside),
  "bpmHistoryService/findTrace": beside,
  ...each("bpmProcessService", ["getTaskUrl", "findCurNode", "predict"], beside),
  ...each("bpmProcessService", ["findStartable", "start"], onPages("processInitiate")),
  ...each(
    "bpmModelService",
    ["publish", "disable", "copy", "countRunning", "check", "simulate", "importBpmn", "exportBpmn", "compare"],
    design,
  ),
  "bpmRoleService/checkGaps": pressersOf("BpmRole", "btnCheckGaps"),
  ...each("bpmHistoryService", ["getTaskEfficiency", "getBottleneck", "findStuck", "findInterventions"], readersOf("BpmInstance")),
  "v1/baseApprovalRestful/listMyMatters": readersOf("BaseApproval"),
  ...each("v1/baseApprovalRestful", ["withdraw", "urge", "findTrack"], beside),
  "v1/srmBaseInsidePendingRestful/batchPass": beside,
};
