import { adminGroup, delegatesOf } from "./question.ts";
import { claimed, noReceiver, notAllowed, notMine } from "./refusals.ts";
import type { EventOf } from "./event.ts";
import { isActionable, isOpen, type Seat, type Task, type Token } from "./state.ts";
import type { Walk } from "./walk.ts";

type Taking = Pick<EventOf<"claim">, "taskId" | "by" | "onBehalfOf">;

/** Everybody who signs, signed or will sign at this token: nobody gets two votes. */
export function signersOf(token: Token, tasks: readonly Task[]): ReadonlySet<string> {
  const seated = token.seats.flatMap((s) => (s.removed || s.userId === null ? [] : [s.userId]));
  const tasked = tasks
    .filter((t) => t.tokenId === token.id && (isOpen(t) || t.status === "DONE"))
    .flatMap((t) => [t.assigneeUserId, t.ownerUserId].filter((u) => u !== null));
  return new Set([...seated, ...tasked]);
}
export const signersAt = (walk: Walk, token: Token): ReadonlySet<string> => signersOf(token, walk.tasksOf(token));

/** May this person take a task nobody holds; roles are asked for at this moment, so that a lost role loses the task. */
function isCandidate(walk: Walk, task: Task, userId: string): boolean {
  if (userId === walk.instance.starterUserId || signersAt(walk, walk.token(task.tokenId)).has(userId)) return false;
  if (walk.candidates.some((c) => c.taskId === task.id && c.userId === userId)) return true;
  return task.candidateKey !== null && walk.ask({ ask: "members", group: task.candidateKey }).includes(userId);
}

/** Does he act for this person in the period, and neither started the document nor signs at the step. */
function standsInFor(walk: Walk, task: Task, userId: string, by: string): boolean {
  if (by === walk.instance.starterUserId || !delegatesOf(walk.ask({ ask: "person", userId })).includes(by)) return false;
  return !signersAt(walk, walk.token(task.tokenId)).has(by);
}

/** With whom a task of a group stays when somebody takes it: with himself, or with the absent candidate he stands in for. */
function takerOf(walk: Walk, task: Task, { by, onBehalfOf = by }: Taking): string {
  if (!isCandidate(walk, task, onBehalfOf)) throw notMine();
  if (onBehalfOf !== by && !standsInFor(walk, task, onBehalfOf, by)) throw notMine();
  return onBehalfOf;
}

export function openTask(walk: Walk, taskId: string): Task {
  const task = walk.tasks.find((t) => t.id === taskId);
  if (!task || !isActionable(task)) throw notMine();
  return task;
}

/** The task as its own holder may handle it. */
export function heldTask(walk: Walk, taskId: string, by: string): Task {
  const task = openTask(walk, taskId);
  if (task.assigneeUserId !== by) throw notMine();
  return task;
}

/** Whoever may decide the task, and for whom; a candidate takes it by deciding, a period delegate decides for the absent one. */
export function decider(walk: Walk, event: Taking): { task: Task; forUserId: string | null } {
  const { taskId, by } = event;
  const task = openTask(walk, taskId);
  const { assigneeUserId, ownerUserId } = task;
  if (assigneeUserId === by) return { task, forUserId: ownerUserId };
  if (assigneeUserId === null) {
    const taken = { assigneeUserId: takerOf(walk, task, event), claimedAt: walk.now };
    walk.set("tasks", taskId, taken);
    return { task: { ...task, ...taken }, forUserId: taken.assigneeUserId === by ? null : taken.assigneeUserId };
  }
  // A lent task goes no further: whoever stands in for the borrower does not stand in for the lender.
  if (ownerUserId !== null || !standsInFor(walk, task, assigneeUserId, by)) throw notMine();
  return { task, forUserId: assigneeUserId };
}

export function claim(walk: Walk, event: Taking): void {
  const { taskId, by } = event;
  const task = openTask(walk, taskId);
  if (task.assigneeUserId !== null) {
    if (task.claimedAt === null || task.assigneeUserId === by) throw notMine();
    throw claimed(walk.ask({ ask: "person", userId: task.assigneeUserId }).name ?? task.assigneeUserId);
  }
  const assigneeUserId = takerOf(walk, task, event);
  walk.set("tasks", taskId, { status: "CLAIMED", assigneeUserId, claimedAt: walk.now });
  walk.log("CLAIM", { taskId, nodeId: task.nodeId, forUserId: assigneeUserId === by ? null : assigneeUserId });
}

export function unclaim(walk: Walk, taskId: string, by: string): void {
  const task = openTask(walk, taskId);
  const { assigneeUserId } = task;
  if (task.status !== "CLAIMED" || task.ownerUserId !== null || assigneeUserId === null) throw notMine();
  if (assigneeUserId !== by && !standsInFor(walk, task, assigneeUserId, by)) throw notMine();
  walk.set("tasks", taskId, { status: "TODO", assigneeUserId: null, claimedAt: null });
  walk.log("UNCLAIM", { taskId, nodeId: task.nodeId, forUserId: assigneeUserId === by ? null : assigneeUserId });
}

/** Somebody a task may be given to: at work, not the starter, not yet signing here. */
export const canReceive = (walk: Walk, token: Token, userId: string): boolean =>
  userId !== walk.instance.starterUserId && !signersAt(walk, token).has(userId) && walk.ask({ ask: "person", userId }).active;

export function receiver(walk: Walk, token: Token, userId: string): string {
  if (userId === walk.instance.starterUserId)
    throw noReceiver(["不能交给发起人：单据不由发起人自己审批", "You cannot approve your own document."]);
  if (signersAt(walk, token).has(userId)) throw noReceiver(["该人员已在本节点审批", "This person already approves this step"]);
  if (!walk.ask({ ask: "person", userId }).active) throw noReceiver(["该人员的账号已停用", "This person's account is disabled"]);
  return userId;
}

export const isAdmin = (walk: Walk, userId: string): boolean => walk.ask({ ask: "members", group: adminGroup }).includes(userId);

export function requireAdmin(walk: Walk, userId: string): void {
  if (!isAdmin(walk, userId)) throw notAllowed();
}

export const personSeat = (userId: string): Seat => ({ userId, users: [], group: null });
export const groupSeat = (group: string): Seat => ({ userId: null, users: [], group });
export const adminSeat: Seat = groupSeat(adminGroup);
