import type { Text } from "#kernel/text.ts";
import { startOf } from "./definition.ts";
import { targetOf } from "./back.ts";
import type { EventOf } from "./event.ts";
import { count, leave } from "./move.ts";
import { decider } from "./people.ts";
import { commentNeeded, documentChanged, notAllowed, notMine, rejectTarget } from "./refusals.ts";
import { announce } from "./sign.ts";
import { isOpen, type Task } from "./state.ts";
import { dropTimers, enter } from "./token.ts";
import type { Walk } from "./walk.ts";

type Decision = EventOf<"pass"> | EventOf<"reject">;

export function start(walk: Walk): void {
  walk.log("START", { nodeId: startOf(walk.definition).id });
  enter(walk, startOf(walk.definition).id, null, "");
}

/** The starter sends a rejected document in again. */
export function resubmit(walk: Walk, event: EventOf<"resubmit">): void {
  const token = walk.tokens.find((t) => t.state === "ACTIVE");
  if (walk.instance.status !== "REJECTED" || !token) throw notMine();
  if (event.by !== walk.instance.starterUserId) throw notAllowed();
  walk.settle({ status: "RUNNING", endedAt: null, endResult: null, round: walk.instance.round + 1 });
  absorb(walk, event);
  if (event.subject) walk.settle({ subject: event.subject });
  walk.log("RESUBMIT", { nodeId: token.nodeId, comment: event.comment ?? "" });
  leave(walk, token);
}

/** Edited values and chosen people become part of the instance before anything is decided on them. */
function absorb(walk: Walk, { variables, amount, picks }: Pick<Decision, "variables" | "amount" | "picks">): void {
  walk.settle({
    variables: { ...walk.instance.variables, ...variables },
    amount: amount === undefined ? walk.instance.amount : amount,
    picks: { ...walk.instance.picks, ...picks },
  });
}

/** A person passes or rejects. */
export function decide(walk: Walk, event: Decision): void {
  const { task, forUserId } = decider(walk, event);
  const settings = walk.settings(task.nodeId);
  const isReject = event.do === "reject";
  const { commentRequired, allowActions } = settings;
  if (!event.comment?.trim() && (commentRequired === "ALWAYS" || (isReject && commentRequired === "ON_REJECT"))) throw commentNeeded();
  if (event.version && event.version.shown !== event.version.stored) throw documentChanged();
  // Who only advises sends nothing back: no target is asked of him.
  if (isReject && task.taskKind !== "ADD_SIGN_BEFORE" && task.ownerUserId === null) {
    if (!allowActions.includes(event.target === "START" ? "REJECT_START" : "REJECT_ANY")) throw rejectTarget();
    targetOf(walk, walk.token(task.tokenId), event.target);
  }
  if (event.edits && !Object.keys(event.edits.after).every((key) => settings.editableFields.includes(key))) throw notAllowed();
  absorb(walk, event);
  const line = {
    taskId: task.id,
    nodeId: task.nodeId,
    forUserId,
    comment: event.comment ?? "",
    fileIds: event.fileIds ?? "",
    beforeJson: event.edits?.before ?? null,
    afterJson: event.edits?.after ?? null,
  };
  if (task.ownerUserId !== null) {
    // The lender keeps the last word; what the borrower says is advice.
    walk.log(isReject ? "ADVISE_REJECT" : "ADVISE_PASS", line);
    handBack(walk, task, task.ownerUserId);
    return;
  }
  walk.log(isReject ? "REJECT" : "PASS", { ...line, targetNodeId: isReject ? event.target : null });
  conclude(walk, task, {
    action: isReject ? "REJECT" : "PASS",
    comment: event.comment ?? "",
    fileIds: event.fileIds ?? "",
    sourceChannel: event.channel ?? "WEB",
  });
}

function handBack(walk: Walk, task: Task, owner: string): void {
  walk.set("tasks", task.id, { assigneeUserId: owner, ownerUserId: null, readAt: null });
  walk.tell("BPM_TASK_ARRIVED", [owner], { taskId: task.id, nodeId: task.nodeId });
}

/** Closes a task with a decision and lets its seat, its asker or its node go on. */
export function conclude(walk: Walk, task: Task, how: Pick<Task, "action" | "comment"> & Partial<Task>): void {
  walk.set("tasks", task.id, { ...how, status: "DONE", doneAt: walk.now, pausedAt: null });
  dropTimers(walk, { taskId: task.id });
  if (how.action === "PASS") wakeAfter(walk, task);
  if (task.taskKind === "ADD_SIGN_BEFORE") wakeBefore(walk, task.parentTaskId, null);
  else count(walk, task.tokenId);
}

/** Signers added after a pass come on when it is given. */
function wakeAfter(walk: Walk, parent: Task): void {
  const { timeLimitHours, useCalendar } = walk.settings(parent.nodeId);
  for (const task of walk.tasks) {
    if (task.parentTaskId !== parent.id || task.taskKind !== "ADD_SIGN_AFTER" || task.status !== "WAITING_SIGN") continue;
    const dueDate = timeLimitHours ? walk.ask({ ask: "due", from: walk.now, minutes: timeLimitHours * 60, useCalendar }) : null;
    walk.set("tasks", task.id, { status: "TODO", arrivedAt: walk.now, dueDate });
    announce(walk, { ...task, dueDate });
  }
}

/** Whoever asked others before deciding gets the task back when the last of them has spoken; the time limit runs on from where it stood. */
export function wakeBefore(walk: Walk, parentId: string | null, note: Text | null): void {
  const parent = walk.tasks.find((t) => t.id === parentId);
  if (!parent || parent.status !== "WAITING_SIGN") return;
  if (walk.tasks.some((t) => t.parentTaskId === parent.id && t.taskKind === "ADD_SIGN_BEFORE" && isOpen(t))) return;
  const { dueDate, pausedAt } = parent;
  const { useCalendar } = walk.settings(parent.nodeId);
  const due = dueDate && pausedAt ? walk.ask({ ask: "shift", due: dueDate, from: pausedAt, to: walk.now, useCalendar }) : dueDate;
  const woken = { status: parent.claimedAt ? "CLAIMED" : "TODO", dueDate: due, pausedAt: null, readAt: null } as const;
  walk.set("tasks", parent.id, woken);
  walk.log("SIGNS_DONE", { taskId: parent.id, nodeId: parent.nodeId, byUserId: null, forUserId: parent.assigneeUserId, note });
  announce(walk, { ...parent, ...woken });
}
