import type { Text } from "#kernel/text.ts";
import { Refusal } from "#kernel/refusal.ts";
import { seatsFor } from "./assign.ts";
import type { EventOf } from "./event.ts";
import { unsign } from "./add-sign.ts";
import { requireSecond } from "./whole.ts";
import { adminSeat, canReceive, groupSeat, heldTask, openTask, personSeat, receiver } from "./people.ts";
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
      "受托人当前不在岗，其代理人不会收到该任务，仍要委派吗？",
      "The person is away, and their delegate does not receive the task. Delegate anyway?",
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

const gone: Text = ["加签人已停用，自动撤回加签", "Removed: the added approver is disabled"];

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

/** Somebody gave it to him by hand: no rule takes it away again. */
const wasGiven = (walk: Walk, task: Task, userId: string): boolean =>
  Boolean(walk.token(task.tokenId).seats[task.seat]?.addedBy) ||
  walk.deeds.some(
    (d) =>
      ["TRANSFER", "REASSIGN", "LEAVE"].includes(d.action) && d.targetUserIds.includes(userId) && [task.nodeId, null].includes(d.nodeId),
  );

/** Whether the group he took the task from still knows him. */
const isStillCandidate = (walk: Walk, task: Task, userId: string): boolean =>
  walk.candidates.some((c) => c.taskId === task.id && c.userId === userId) ||
  (task.candidateKey !== null && walk.ask({ ask: "members", group: task.candidateKey }).includes(userId));

/** The signers the rule names today; a rule that finds nobody names nobody. */
function namedToday(walk: Walk, task: Task, round: number): readonly Seat[] {
  try {
    return seatsFor(walk, walk.node(task.nodeId), round).seats;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** One of the named who may take the seat: somebody at work who does not sign here yet, or a group. */
function nextSeat(walk: Walk, token: Token, seats: readonly Seat[], not: readonly string[]): Seat {
  const isFree = (userId: string): boolean => !not.includes(userId) && canReceive(walk, token, userId);
  for (const seat of seats) {
    if (seat.group !== null) return groupSeat(seat.group);
    const users = (seat.userId === null ? seat.users : [seat.userId]).filter(isFree);
    if (users.length > 0) return users.length === 1 ? personSeat(users[0]!) : { userId: null, users, group: null };
  }
  return adminSeat;
}

/** The node's rule is asked again for one seat. What was claimed goes back to its group; whoever the rule names and does not sign here yet takes the rest. */
export function reroute(walk: Walk, event: EventOf<"reroute">): void {
  const task = openTask(walk, event.taskId);
  const token = walk.token(task.tokenId);
  const held = task.assigneeUserId;
  if (held === null) throw noReceiver();
  const isOwn = task.taskKind === "APPROVE" && task.ownerUserId === null && !wasGiven(walk, task, held);
  if (event.ifLost && !isOwn) throw noReceiver();
  const line = { taskId: task.id, nodeId: task.nodeId, byUserId: null, forUserId: held, note: event.ifLost ? lost : unseen };
  if (task.claimedAt !== null && task.ownerUserId === null) {
    if (event.ifLost && isStillCandidate(walk, task, held)) throw noReceiver();
    walk.log("REROUTE", line);
    walk.set("tasks", task.id, { status: "TODO", assigneeUserId: null, claimedAt: null, readAt: null });
    return;
  }
  const seats = namedToday(walk, task, token.loopRound);
  const names = (seat: Seat): boolean =>
    seat.userId === held ||
    seat.users.includes(held) ||
    (seat.group !== null && walk.ask({ ask: "members", group: seat.group }).includes(held));
  if (event.ifLost && seats.some(names)) throw noReceiver();
  const next = nextSeat(walk, token, seats, [held, ...(event.not ?? [])]);
  walk.log("REROUTE", { ...line, targetUserIds: next.userId === null ? next.users : [next.userId] });
  handOver(walk, task, next);
}

const lost: Text = ["处理人已不再担任该角色，重新分派", "Rerouted: the approver no longer has the role"];
const unseen: Text = ["处理人已无单据的数据权限，重新分派", "Rerouted: the approver can no longer see the document"];
