import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { confirm } from "#kernel/web/message.ts";
import { askedBy } from "#kernel/web/page/action/asks.ts";
import { instances, tasks, type MyTask, type Sheet } from "./wire.tsx";

export type Verb = "pass" | "reject" | "transfer" | "delegate" | "addSign" | "copy" | "withdraw" | "urge";

/** What has been filled in so far. */
export interface Filled {
  readonly comment: string;
  readonly fileIds: string;
  readonly target: string;
  readonly users: readonly string[];
  readonly mode: "BEFORE" | "AFTER" | "PARALLEL";
  readonly fields: Row;
  readonly picks: Readonly<Record<string, readonly string[]>>;
}

export const nothingFilled: Filled = { comment: "", fileIds: "", target: "", users: [], mode: "BEFORE", fields: {}, picks: {} };

export const verbLabels: Readonly<Record<Verb, Text>> = {
  pass: ["同意", "Approve"],
  reject: ["驳回", "Reject"],
  transfer: ["转办", "Transfer"],
  delegate: ["委派", "Delegate"],
  addSign: ["加签", "Add approvers"],
  copy: ["抄送", "Copy"],
  withdraw: ["撤回", "Withdraw"],
  urge: ["催办", "Remind"],
};

const doneWords: Readonly<Record<Verb, Text>> = {
  pass: ["已同意", "Approved"],
  reject: ["已驳回", "Rejected"],
  transfer: ["已转办", "Transferred"],
  delegate: ["已委派，对方给出意见后回到您的待办", "Delegated. The task returns to you with the comment"],
  addSign: ["已加签", "Approvers added"],
  copy: ["已抄送", "Copied"],
  withdraw: ["已撤回，单据可以修改", "Withdrawn; the document can be changed"],
  urge: ["已催办", "Reminded"],
};

/** Asked beforehand or lent the task by whoever decides: an opinion, whatever it says. */
export const advises = (mine: MyTask | null): boolean => mine?.taskKind === "ADD_SIGN_BEFORE" || (mine?.lenderName ?? null) !== null;

/** Whoever gets that opinion. */
const decider = (mine: MyTask | null): Text =>
  mine?.lenderName ? [mine.lenderName, mine.lenderName] : ["请您加签的人", "the person who added you"];

/** What is said once it is done, above all where to look for it next. */
export function done(verb: Verb, filled: Filled, mine: MyTask | null): Text {
  if (advises(mine) && (verb === "pass" || verb === "reject")) return ["意见已交回", "You have commented"];
  if (verb === "addSign" && filled.mode === "BEFORE")
    return ["已加签，收齐意见后回到您的待办", "Approvers added. The task returns to you with their comments"];
  return doneWords[verb];
}

/** What each choice leads to, in one sentence. */
export function consequence(verb: Verb, filled: Filled, mine: MyTask | null): Text {
  const [decides, decidesEn] = decider(mine);
  if (advises(mine) && verb === "pass") return [`您的意见交给${decides}，由其决定。`, `Your comment goes to ${decidesEn}, who decides.`];
  if (advises(mine) && verb === "reject")
    return [`作为反对意见交给${decides}，单据不会因此退回。`, `Your objection goes to ${decidesEn}; the document is not sent back.`];
  switch (verb) {
    case "pass":
      return ["同意后流转到下一步，您在下一步处理前可以取回。", "It goes to the next approver. You can withdraw it until they act."];
    case "reject":
      return filled.target === "START" || !filled.target
        ? ["单据退回发起人修改，重新提交后开始新一轮。", "The document goes back to the submitter. Resubmitting starts a new round."]
        : [
            `退回到「${mine?.targets.find((target) => target.target === filled.target)?.name ?? ""}」，其后的决定作废重来。`,
            `The document goes back to ${mine?.targets.find((target) => target.target === filled.target)?.name ?? ""}. Later approvals are asked again.`,
          ];
    case "transfer":
      return ["由对方代替您决定，任务离开您的待办。", "The other person decides instead of you."];
    case "delegate":
      return ["对方先给意见，最后仍由您决定。", "The other person comments; you still decide."];
    case "addSign":
      return filled.mode === "BEFORE"
        ? ["您等他们给出意见后再决定，时限暂停。", "You decide after them; your time limit pauses."]
        : filled.mode === "AFTER"
          ? ["您同意后由他们接着审批。", "They decide after you approve."]
          : ["他们与您一起会签。", "They decide in parallel with you."];
    case "copy":
      return ["对方收到消息并能看到单据，不影响审批。", "They are notified and can read the document. The approval is not affected."];
    case "withdraw":
      return ["所有待办取消，单据回到可修改状态。", "All open tasks are cancelled; the document can be changed again."];
    case "urge":
      return ["给当前处理人发提醒，30 分钟内只能一次。", "Sends a reminder to the current approver; once in 30 minutes."];
  }
}

export function lacksComment(verb: Verb, filled: Filled, mine: MyTask | null): boolean {
  const wants = (verb === "pass" && mine?.commentRequired === "ALWAYS") || (verb === "reject" && mine?.commentRequired !== "NEVER");
  return wants && !filled.comment.trim();
}

/** Why it cannot be sent yet, or null. */
export function missing(verb: Verb, filled: Filled, mine: MyTask | null): Text | null {
  if (lacksComment(verb, filled, mine)) return ["请填写审批意见", "A comment is required"];
  if (["transfer", "delegate", "addSign", "copy"].includes(verb) && filled.users.length === 0) return ["请选择人员", "Choose people"];
  if (verb === "pass" && (mine?.picks ?? []).some((pick) => !filled.picks[pick.nodeId]?.length))
    return ["请选择下一步处理人", "Choose the next approvers"];
  return null;
}

/** Lends the task; what speaks against it is asked before it is done. */
async function lend(body: Row): Promise<Row> {
  try {
    return await tasks.delegate(body);
  } catch (error) {
    const asks = askedBy(error);
    const yes =
      asks.length > 0 &&
      (await confirm({
        title: ["仍要委派吗？", "Delegate anyway?"],
        text: asks.map((note) => note.msg).join("\n"),
        confirm: ["委派", "Delegate"],
      }));
    if (!yes) throw error;
    return tasks.delegate({ ...body, confirmed: asks.map((note) => note.code) });
  }
}

/** Sends what was chosen; the request key of the call makes a double press one action. */
export function send(verb: Verb, filled: Filled, sheet: Sheet, versionNum: unknown): Promise<Row> {
  const { comment } = filled;
  const taskId = sheet.mine?.taskId ?? "";
  const { instanceId } = sheet;
  switch (verb) {
    case "pass":
      return tasks.pass({
        taskId,
        comment,
        versionNum,
        ...(filled.fileIds ? { fileIds: filled.fileIds } : {}),
        ...(Object.keys(filled.fields).length ? { fields: filled.fields } : {}),
        ...(Object.keys(filled.picks).length ? { nextChosenUsers: filled.picks } : {}),
      });
    case "reject":
      return tasks.reject({
        taskId,
        comment,
        versionNum,
        targetNodeId: filled.target || "START",
        ...(filled.fileIds ? { fileIds: filled.fileIds } : {}),
      });
    case "transfer":
      return tasks.transfer({ taskId, comment, toUserId: filled.users[0] });
    case "delegate":
      return lend({ taskId, comment, toUserId: filled.users[0] });
    case "addSign":
      return tasks.addSign({ taskId, comment, userIds: filled.users, mode: filled.mode });
    case "copy":
      return instances.copy({ instanceId, userIds: filled.users, comment, ...(taskId ? { taskId } : {}) });
    case "withdraw":
      return instances.withdraw({ instanceId, comment });
    case "urge":
      return instances.urge({ instanceId });
  }
}
