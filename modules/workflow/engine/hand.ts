import type { Text } from "#kernel/text.ts";
import type { EventOf } from "./event.ts";
import { unsign } from "./add-sign.ts";
import { requireSecond } from "./whole.ts";
import { adminSeat, canReceive, heldTask, openTask, personSeat, receiver } from "./people.ts";
import { noReceiver, notAllowed } from "./refusals.ts";
import { announce, makeTask, speaker } from "./sign.ts";
import { isOpen, type Seat, type Task, type Token } from "./state.ts";
import { dropTimers } from "./token.ts";
import type { Walk } from "./walk.ts";

/** The same seat with another person: the old task stays as TRANSFERRED, whatever hung on it hangs on the new one. */
export function handOver(walk: Walk, task: Task, seat: Seat): Task {
  const token = walk.token(task.tokenId);
  walk.set("tasks", task.id, { status: "TRANSFERRED", doneAt: walk.now, pausedAt: null });
  dropTimers(walk, { taskId: task.id });
  const { status, pausedAt, dueDate, taskKind, parentTaskId } = task;
  const held = status === "WAITING_SIGN" ? { status, pausedAt, dueDate } : {};
  const made = makeTask(walk, token, seat, { seat: task.seat, taskKind, parentTaskId, ...held });
  for (const child of walk.tasks) if (child.parentTaskId === task.id) walk.set("tasks", child.id, { parentTaskId: made.id });
  const speaksForSeat = taskKind === "APPROVE";
  if (speaksForSeat)
    walk.set("tokens", token.id, {
      seats: token.seats.map((s, i) => (i === task.seat ? { ...seat, ...(s.addedBy ? { addedBy: s.addedBy } : {}) } : s)),
    });
  return made;
}

export function transfer(walk: Walk, event: EventOf<"transfer">): void {
  const task = heldTask(walk, event.taskId, event.by);
  if (!walk.settings(task.nodeId).allowActions.includes("TRANSFER") || task.ownerUserId !== null) throw notAllowed();
  const to = receiver(walk, walk.token(task.tokenId), event.to);
  walk.log("TRANSFER", { taskId: task.id, nodeId: task.nodeId, targetUserIds: [to], comment: event.comment ?? "" });
  handOver(walk, task, personSeat(to));
}

/** Lends the task: the borrower advises, the lender has the last word. */
export function delegate(walk: Walk, event: EventOf<"delegate">): void {
  const task = heldTask(walk, event.taskId, event.by);
  if (!walk.settings(task.nodeId).allowActions.includes("DELEGATE") || task.ownerUserId !== null) throw notAllowed();
  const to = receiver(walk, walk.token(task.tokenId), event.to);
  if (walk.ask({ ask: "person", userId: to }).away)
    walk.warn("BPM_DELEGATE_AWAY", [
      "受托人当前不在岗，其代理人不会收到该任务",
      "The person is away, and his stand-in does not get the task",
    ]);
  walk.log("DELEGATE", { taskId: task.id, nodeId: task.nodeId, targetUserIds: [to], comment: event.comment ?? "" });
  walk.set("tasks", task.id, { assigneeUserId: to, ownerUserId: event.by, readAt: null });
  walk.tell("BPM_TASK_ARRIVED", [to], { taskId: task.id, nodeId: task.nodeId });
}

/** An administrator gives an open task to somebody else. */
export function reassign(walk: Walk, event: EventOf<"reassign">): void {
  requireSecond(walk, event);
  const task = openTask(walk, event.taskId);
  const to = receiver(walk, walk.token(task.tokenId), event.to);
  const { comment } = event;
  walk.log("REASSIGN", { taskId: task.id, nodeId: task.nodeId, targetUserIds: [to], comment, intervened: true });
  handOver(walk, task, personSeat(to));
}

const gone: Text = ["加签人已停用，自动撤回加签", "Removed: the added signer is disabled"];

/** A person left: his seats go to the taker, or to the administrators where the taker already signs; n stays. */
export function leaveOf(walk: Walk, event: EventOf<"leave">): void {
  const { userId, takerId } = event;
  walk.log("LEAVE", { byUserId: null, forUserId: userId, targetUserIds: takerId === null ? [] : [takerId] });
  for (const { id } of walk.tasks) {
    const task = walk.tasks.find((t) => t.id === id)!;
    if (!isOpen(task)) continue;
    if (task.ownerUserId === userId) walk.set("tasks", id, { ownerUserId: takerId });
    if (task.assigneeUserId !== userId) continue;
    if (task.taskKind === "ADD_SIGN_BEFORE") unsign(walk, task, gone);
    else if (task.ownerUserId !== null) {
      const back = { assigneeUserId: task.ownerUserId, ownerUserId: null };
      walk.set("tasks", id, back);
      announce(walk, { ...task, ...back, dueDate: null });
    } else if (task.claimedAt !== null && task.candidateKey !== null)
      walk.set("tasks", id, { status: "TODO", assigneeUserId: null, claimedAt: null });
    else handOver(walk, task, takerSeat(walk, task, takerId));
  }
  for (const token of walk.tokens) if (token.state === "ACTIVE") reseat(walk, token, userId, takerId);
}

/** Seats whose turn has not come yet. */
function reseat(walk: Walk, token: Token, userId: string, takerId: string | null): void {
  const tasks = walk.tasksOf(token);
  const isAhead = (seat: Seat, i: number): boolean => seat.userId === userId && !speaker(tasks, i);
  if (takerId === null || !token.seats.some(isAhead) || !canReceive(walk, token, takerId)) return;
  walk.set("tokens", token.id, { seats: token.seats.map((s, i) => (isAhead(s, i) ? { ...s, userId: takerId } : s)) });
}

const takerSeat = (walk: Walk, task: Task, takerId: string | null): Seat =>
  takerId !== null && canReceive(walk, walk.token(task.tokenId), takerId) ? personSeat(takerId) : adminSeat;

/** The node's rule is asked again for one seat; whoever it names and does not sign here yet takes it. */
export function reroute(walk: Walk, event: EventOf<"reroute">): void {
  const task = openTask(walk, event.taskId);
  const token = walk.token(task.tokenId);
  if (task.assigneeUserId === null) throw noReceiver();
  const { users } = walk.ask({ ask: "approvers", nodeId: task.nodeId, round: token.loopRound });
  const next = users.find((u) => u !== task.assigneeUserId && canReceive(walk, token, u));
  walk.log("REROUTE", { taskId: task.id, nodeId: task.nodeId, byUserId: null, targetUserIds: next ? [next] : [] });
  handOver(walk, task, next ? personSeat(next) : adminSeat);
}
