import { refuse, type Refusal } from "#kernel/refusal.ts";
import { joinText, type Text } from "#kernel/text.ts";

export const notMine = (): Refusal => refuse("BPM_NOT_MINE", "任务不属于您或已被处理", "The task is not yours or is already handled");

export const claimed = (user: string): Refusal => refuse("BPM_CLAIMED", `任务已被${user}认领`, `Already claimed by ${user}`);

export const noAssignee = (node: Text): Refusal =>
  refuse("BPM_NO_ASSIGNEE", `节点${node[0]}未找到处理人`, `No handler for node ${node[1]}`);

export const rejectTarget = (): Refusal => refuse("BPM_REJECT_TARGET", "不能驳回到该节点", "Cannot return to that node");

export const commentNeeded = (): Refusal => refuse("BPM_COMMENT", "请填写审批意见", "A comment is required");

export const noWithdraw = (): Refusal => refuse("BPM_WITHDRAW", "当前不允许撤回", "Withdrawal is not allowed now");

export const addSignLimit = (): Refusal => refuse("BPM_ADD_SIGN_LIMIT", "加签人数或层级超限", "Too many added approvers or levels");

export const urgedOften = (minutes: number): Refusal =>
  refuse("BPM_URGE_OFTEN", `催办过于频繁，请${minutes}分钟后再试`, `A reminder was just sent. Try again in ${minutes} min`);

export const documentChanged = (): Refusal =>
  refuse("APPROVAL_DOC_CHANGED", "单据内容已变化，请刷新后再审批", "The document changed, refresh before deciding");

export const suspended = (): Refusal => refuse("BPM_SUSPENDED", "流程已挂起", "The process is suspended");

export const notAllowed = (): Refusal => refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });

export const noReceiver = (
  [cn, en]: Text = ["接收人已停用、是发起人或已在该节点", "The person is disabled, is the submitter or already approves this step"],
): Refusal => refuse("BPM_RECEIVER", cn, en);

export const secondNeeded = (): Refusal =>
  refuse("BPM_FOUR_EYES", "金额超过限额，须由另一名流程管理员确认", "Above the limit a second workflow administrator must confirm");

/** One thing a process check found, pinned to its node. */
export interface Problem {
  readonly nodeId: string;
  readonly text: Text;
}

export const modelInvalid = (problems: readonly Problem[]): Refusal => {
  const [cn, en] = joinText(problems.map((p) => p.text));
  return refuse("BPM_MODEL_INVALID", `流程校验失败：${cn}`, `Process check failed: ${en}`, { data: { problems } });
};
