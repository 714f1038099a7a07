import type { Text } from "#kernel/text.ts";
import type { EventOf } from "./event.ts";
import { wakeBefore } from "./decide.ts";
import { count } from "./move.ts";
import { heldTask, personSeat, receiver } from "./people.ts";
import { addSignLimit, notAllowed, notMine } from "./refusals.ts";
import { makeTask } from "./sign.ts";
import { isOpen, type Task } from "./state.ts";
import { cancelTask, dropTimers } from "./token.ts";
import type { Walk } from "./walk.ts";

const mostAdded = 10;
const deepest = 2;

const added = (walk: Walk, task: Task): Task | undefined => walk.tasks.find((t) => t.id === task.parentTaskId);

function depthOf(walk: Walk, task: Task): number {
  const parent = added(walk, task);
  return parent ? 1 + depthOf(walk, parent) : 0;
}

/** Asks others to sign before me, after me or beside me. */
export function addSign(walk: Walk, event: EventOf<"addSign">): void {
  const task = heldTask(walk, event.taskId, event.by);
  const token = walk.token(task.tokenId);
  if (!walk.settings(task.nodeId).allowActions.includes("ADD_SIGN")) throw notAllowed();
  const users = [...new Set(event.users)];
  const before = walk.tasks.filter((t) => t.parentTaskId === task.id && isOpen(t)).length;
  if (users.length === 0 || users.length + before > mostAdded || depthOf(walk, task) >= deepest) throw addSignLimit();
  for (const userId of users) receiver(walk, token, userId);
  const { taskId, mode, comment = "" } = event;
  walk.log(`ADD_SIGN_${mode}`, { taskId, nodeId: task.nodeId, targetUserIds: users, comment });
  if (mode === "PARALLEL") {
    const seats = users.map((userId) => ({ ...personSeat(userId), addedBy: taskId }));
    walk.set("tokens", token.id, { seats: [...token.seats, ...seats] });
    count(walk, token.id);
    return;
  }
  const taskKind = mode === "BEFORE" ? "ADD_SIGN_BEFORE" : "ADD_SIGN_AFTER";
  for (const userId of users)
    makeTask(walk, token, personSeat(userId), {
      seat: task.seat,
      taskKind,
      parentTaskId: taskId,
      status: mode === "BEFORE" ? "TODO" : "WAITING_SIGN",
    });
  if (mode === "BEFORE") {
    walk.set("tasks", taskId, { status: "WAITING_SIGN", pausedAt: walk.now });
    dropTimers(walk, { taskId });
  }
}

/** Whoever added a signer takes him away while he has not acted. */
export function removeSign(walk: Walk, event: EventOf<"removeSign">): void {
  const task = walk.tasks.find((t) => t.id === event.taskId);
  const parent = task && added(walk, task);
  if (!task || !isOpen(task) || !parent || parent.assigneeUserId !== event.by) throw notMine();
  walk.log("REMOVE_SIGN", { taskId: task.id, nodeId: task.nodeId, forUserId: task.assigneeUserId });
  unsign(walk, task, null);
}

/** Ends an added signer's task, and lets go on whoever waited for it. */
export function unsign(walk: Walk, task: Task, note: Text | null): void {
  for (const child of walk.tasks) if (child.parentTaskId === task.id && isOpen(child)) cancelTask(walk, child, note);
  cancelTask(walk, task, note);
  if (task.taskKind === "ADD_SIGN_BEFORE") {
    wakeBefore(walk, task.parentTaskId, note);
    return;
  }
  const token = walk.token(task.tokenId);
  if (task.taskKind === "APPROVE")
    walk.set("tokens", token.id, { seats: token.seats.map((seat, i) => (i === task.seat ? { ...seat, removed: true } : seat)) });
  count(walk, task.tokenId);
}
