import type { Text } from "#kernel/text.ts";
import { startOf } from "./definition.ts";
import { conclude } from "./decide.ts";
import type { EventOf } from "./event.ts";
import { handOver } from "./hand.ts";
import { leave } from "./move.ts";
import { tellHolders } from "./notice.ts";
import { canReceive, personSeat, requireAdmin } from "./people.ts";
import { returnTo, targetOf } from "./back.ts";
import { adminGroup } from "./question.ts";
import { notMine } from "./refusals.ts";
import { isActionable, type Task, type Timer, type Token } from "./state.ts";
import { close, enter } from "./token.ts";
import type { Walk } from "./walk.ts";

/** Minutes between the tries of work that failed; afterwards it waits for a person. */
const pauses = [1, 5, 30];

/** A timer went off. */
export function fire(walk: Walk, event: EventOf<"fire">): void {
  const timer = walk.timers.find((t) => t.id === event.timerId);
  if (!timer || timer.firedAt !== null || Date.parse(timer.fireAt) > Date.parse(walk.now)) throw notMine();
  walk.set("timers", timer.id, { firedAt: walk.now });
  walk.log("TIMER", { taskId: timer.taskId, nodeId: timer.nodeId, byUserId: null });
  if (timer.kind === "DUE") timeout(walk, timer);
  else if (timer.kind === "WAIT") leave(walk, walk.token(timer.tokenId!));
  else if (timer.kind === "RETRY") work(walk, walk.token(timer.tokenId!));
  else {
    const token = walk.token(timer.tokenId!);
    close(walk, token, "DONE", ["超时转走，任务取消", "Cancelled: time limit reached"]);
    enter(walk, timer.nodeId, token, token.branchPath);
  }
}

function timeout(walk: Walk, timer: Timer): void {
  const task = walk.tasks.find((t) => t.id === timer.taskId);
  if (!task || !isActionable(task)) return;
  switch (walk.settings(task.nodeId).timeoutAction) {
    case "PASS":
      return decideFor(walk, task, "PASS", ["超时自动通过", "Passed automatically on timeout"]);
    case "REJECT":
      return decideFor(walk, task, "REJECT", ["超时自动驳回", "Rejected automatically on timeout"]);
    case "ESCALATE":
      return tellHolders(walk, "BPM_OVERDUE", task, superiors(walk, task));
    case "TRANSFER": {
      const next = superiors(walk, task).find((u) => canReceive(walk, walk.token(task.tokenId), u));
      if (next === undefined) return tellHolders(walk, "BPM_OVERDUE", task);
      walk.log("TRANSFER", {
        taskId: task.id,
        nodeId: task.nodeId,
        targetUserIds: [next],
        note: ["超时自动转办", "Transferred on timeout"],
      });
      handOver(walk, task, personSeat(next));
      return;
    }
    case "REMIND":
      return tellHolders(walk, "BPM_OVERDUE", task);
  }
}

const superiors = (walk: Walk, task: Task): readonly string[] => walk.ask({ ask: "upper", nodeId: task.nodeId, of: task.assigneeUserId });

function decideFor(walk: Walk, task: Task, action: "PASS" | "REJECT", note: Text): void {
  const targetNodeId = action === "REJECT" ? "START" : null;
  walk.log(action, { taskId: task.id, nodeId: task.nodeId, forUserId: task.assigneeUserId, targetNodeId, note });
  conclude(walk, task, { action, comment: note[0] });
}

function active(walk: Walk, tokenId: string, kind: "work" | "call"): Token {
  const token = walk.tokens.find((t) => t.id === tokenId && t.state === "ACTIVE");
  if (!token || walk.node(token.nodeId).kind !== kind) throw notMine();
  return token;
}

function work(walk: Walk, token: Token): void {
  walk.effects.push({ kind: "work", tokenId: token.id, nodeId: token.nodeId, code: walk.node(token.nodeId).code ?? "" });
}

export function worked(walk: Walk, event: EventOf<"worked">): void {
  const token = active(walk, event.tokenId, "work");
  walk.log("WORKED", { nodeId: token.nodeId });
  walk.settle({ variables: { ...walk.instance.variables, ...event.variables } });
  leave(walk, token);
}

/** Failed work keeps its token: it is tried again after a while, then waits for a person. */
export function failed(walk: Walk, event: EventOf<"failed">): void {
  const token = active(walk, event.tokenId, "work");
  walk.log("FAILED", { nodeId: token.nodeId, comment: event.message });
  walk.set("tokens", token.id, { error: event.message });
  const tries = walk.timers.filter((t) => t.kind === "RETRY" && t.tokenId === token.id).length;
  const minutes = pauses[tries];
  if (minutes !== undefined) {
    const fireAt = walk.ask({ ask: "due", from: walk.now, minutes, useCalendar: false });
    walk.add("timers", { taskId: null, tokenId: token.id, kind: "RETRY", nodeId: token.nodeId, fireAt, firedAt: null });
  }
  walk.tell("BPM_ERROR", [], { nodeId: token.nodeId, msg: event.message }, [adminGroup]);
}

export function retry(walk: Walk, event: EventOf<"retry">): void {
  requireAdmin(walk, event.by);
  const token = active(walk, event.tokenId, "work");
  if (token.error === null) throw notMine();
  walk.log("RETRY", { nodeId: token.nodeId });
  walk.timers = walk.timers.filter((t) => t.tokenId !== token.id);
  work(walk, token);
}

/** A called process came to its end: passed goes on, everything else goes back to the start. */
export function returned(walk: Walk, event: EventOf<"returned">): void {
  const token = active(walk, event.tokenId, "call");
  walk.log("CALL_ENDED", { nodeId: token.nodeId, comment: event.result });
  if (event.result === "PASSED") leave(walk, token);
  else returnTo(walk, token, targetOf(walk, token, startOf(walk.definition).id), event.result);
}
