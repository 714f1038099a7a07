import { nodeOf, type MultiMode, type NodeSettings } from "./definition.ts";
import { modeOf } from "./assign.ts";
import { adminSeat, signersAt } from "./people.ts";
import { delegatesOf } from "./question.ts";
import { cancelTask } from "./token.ts";
import { isOpen, lineOf, type Seat, type Task, type Token } from "./state.ts";
import type { Walk } from "./walk.ts";

type Vote = "PASS" | "REJECT" | null;

/** How many passes a vote needs; percentages are counted in hundredths, so that 60 % of 5 is 3. */
const needed = (n: number, percent: number): number => Math.max(1, Math.ceil(Math.round(n * percent * 100) / 10_000));

/** Whether the signers have decided, by the node's sign mode alone. */
export function verdict(mode: MultiMode, settings: Pick<NodeSettings, "votePercent" | "vetoFlag">, votes: readonly Vote[]): Vote {
  const n = votes.length;
  const passes = votes.filter((v) => v === "PASS").length;
  const rejects = votes.filter((v) => v === "REJECT").length;
  switch (mode) {
    case "ANY":
      return passes ? "PASS" : rejects ? "REJECT" : null;
    case "VOTE":
      if (passes >= needed(n, settings.votePercent)) return "PASS";
      return n - rejects < needed(n, settings.votePercent) ? "REJECT" : null;
    case "ALL":
      if (rejects && (settings.vetoFlag || passes + rejects === n)) return "REJECT";
      return passes === n ? "PASS" : null;
    case "SINGLE":
    case "SEQUENTIAL":
      return rejects ? "REJECT" : passes === n ? "PASS" : null;
  }
}

/** The task that speaks for a seat: the last one that was not handed on or taken back. */
export const speaker = (tasks: readonly Task[], seat: number): Task | undefined =>
  tasks.findLast((t) => t.seat === seat && t.taskKind === "APPROVE" && t.status !== "TRANSFERRED" && t.status !== "CANCELLED");

function voteOf(tasks: readonly Task[], seat: number): Vote {
  const main = speaker(tasks, seat);
  if (!main || main.status !== "DONE") return null;
  if (main.action === "REJECT") return "REJECT";
  const after = tasks.filter(
    (t) => t.seat === seat && t.taskKind === "ADD_SIGN_AFTER" && t.status !== "TRANSFERRED" && t.status !== "CANCELLED",
  );
  if (after.some((t) => t.action === "REJECT")) return "REJECT";
  return after.some(isOpen) ? null : "PASS";
}

/** The votes of the seats that count. */
export const votesOf = (token: Token, tasks: readonly Task[]): readonly Vote[] =>
  token.seats.flatMap((seat, i) => (seat.removed ? [] : [voteOf(tasks, i)]));

type NewTask = Pick<Task, "seat" | "taskKind" | "parentTaskId"> & Partial<Task>;

/** Opens a task with its time limit, its candidates and its message. */
export function makeTask(walk: Walk, token: Token, seat: Seat, given: NewTask): Task {
  const { timeLimitHours, useCalendar } = walk.settings(token.nodeId);
  const isHeld = given.status === "WAITING_SIGN" || given.status === "DONE";
  const dueDate =
    timeLimitHours && !isHeld
      ? walk.ask({ ask: "due", from: walk.now, minutes: timeLimitHours * 60, useCalendar })
      : (given.dueDate ?? null);
  const task = walk.add("tasks", {
    tokenId: token.id,
    nodeId: token.nodeId,
    round: token.loopRound,
    assigneeUserId: seat.userId,
    ownerUserId: null,
    candidateKey: seat.group,
    status: "TODO",
    arrivedAt: walk.now,
    claimedAt: null,
    readAt: null,
    pausedAt: null,
    doneAt: null,
    action: null,
    comment: "",
    fileIds: "",
    urgeCount: 0,
    sourceChannel: null,
    ...given,
    dueDate,
  });
  for (const userId of seat.users) walk.add("candidates", { taskId: task.id, userId });
  if (!isHeld) announce(walk, task);
  return task;
}

/** Tells whoever can act, and whoever stands in for him, and sets the clock. */
export function announce(walk: Walk, task: Task): void {
  const { assigneeUserId, candidateKey, dueDate } = task;
  if (dueDate) walk.add("timers", { taskId: task.id, tokenId: null, kind: "DUE", nodeId: task.nodeId, fireAt: dueDate, firedAt: null });
  const delegates = assigneeUserId === null ? [] : delegatesOf(walk.ask({ ask: "person", userId: assigneeUserId }));
  const signers = signersAt(walk, walk.token(task.tokenId));
  const standIn = delegates.filter((id) => id !== walk.instance.starterUserId && !signers.has(id));
  const candidates = walk.candidates.filter((c) => c.taskId === task.id).map((c) => c.userId);
  const to = assigneeUserId === null ? candidates : [assigneeUserId, ...standIn];
  walk.tell(
    "BPM_TASK_ARRIVED",
    to,
    { taskId: task.id, nodeId: task.nodeId },
    assigneeUserId === null && candidateKey ? [candidateKey] : [],
  );
}

/** A seat that has spoken wants nothing more of those who were added to it. */
export function closeSpoken(walk: Walk, token: Token): void {
  const tasks = walk.tasksOf(token);
  for (const task of tasks) if (isOpen(task) && voteOf(tasks, task.seat) !== null) cancelTask(walk, task);
}

/** Opens what the sign mode wants open: in order one seat at a time, otherwise all. */
export function openSeats(walk: Walk, tokenId: string): void {
  const settings = walk.settings(walk.token(tokenId).nodeId);
  const mode = modeOf(settings);
  for (let i = 0; i < walk.token(tokenId).seats.length; i++) {
    const token = walk.token(tokenId);
    const tasks = walk.tasksOf(token);
    if (token.seats[i]!.removed) continue;
    if (!speaker(tasks, i)) openSeat(walk, token, i);
    const after = walk.tasksOf(token);
    if (mode === "SEQUENTIAL" && voteOf(after, i) !== "PASS") return;
    if (verdict(mode, settings, votesOf(token, after)) !== null) return;
  }
}

function openSeat(walk: Walk, token: Token, seat: number): void {
  const found = token.seats[seat]!;
  const isGone = found.userId !== null && !walk.ask({ ask: "person", userId: found.userId }).active;
  const who = isGone ? adminSeat : found;
  const parentTaskId = found.addedBy ?? null;
  if (who.userId === null || !hasPassed(walk, token, seat, who.userId)) {
    makeTask(walk, token, who, { seat, taskKind: "APPROVE", parentTaskId });
    return;
  }
  const note = ["同一处理人自动通过", "Passed automatically: same person"] as const;
  const done = { status: "DONE", action: "AUTO_PASS", doneAt: walk.now, comment: note[0] } as const;
  const task = makeTask(walk, token, who, { seat, taskKind: "APPROVE", parentTaskId, ...done });
  walk.log("AUTO_PASS", { taskId: task.id, nodeId: token.nodeId, byUserId: null, forUserId: who.userId, note });
}

/** Has this person already agreed, close before or anywhere on the walk, as the node's policy counts it. */
function hasPassed(walk: Walk, token: Token, seat: number, userId: string): boolean {
  const { samePolicy } = walk.settings(token.nodeId);
  // Who is asked again, by a return or by a loop, is meant to look again.
  const isAgain = token.back !== null || walk.tokens.some((t) => t.nodeId === token.nodeId && t.state === "DONE");
  if (samePolicy === "NONE" || isAgain) return false;
  const agreed = (t: Task): boolean =>
    t.assigneeUserId === userId && t.status === "DONE" && t.action !== "REJECT" && t.taskKind === "APPROVE";
  const own = walk.tasksOf(token).filter((t) => (samePolicy === "AUTO_PASS_ANY" ? t.seat < seat : t.seat === seat - 1));
  if (own.some(agreed)) return true;
  if (samePolicy === "AUTO_PASS_ADJACENT" && seat > 0 && modeOf(walk.settings(token.nodeId)) === "SEQUENTIAL") return false;
  const walked =
    samePolicy === "AUTO_PASS_ANY" ? walk.tokens.filter((t) => t.state === "DONE" && t.id !== token.id) : justBefore(walk, token);
  return walked.some((t) => walk.tasksOf(t).some(agreed));
}

/** The people's nodes directly before, through gateways; before a join that is the last node of every branch. */
function justBefore(walk: Walk, token: Token): readonly Token[] {
  const found: Token[] = [];
  const look = (from: Token): void => {
    const node = nodeOf(walk.definition, from.nodeId);
    if (node.kind === "user" && from.seats.length > 0) found.push(from);
    else for (const before of cameFrom(walk, from)) look(before);
  };
  for (const before of cameFrom(walk, token)) look(before);
  return found;
}

function cameFrom(walk: Walk, token: Token): readonly Token[] {
  const [, before] = lineOf(walk, token);
  if (!before) return [];
  const gathered = walk.tokens.filter(
    (t) => t.nodeId === token.nodeId && t.state === "DONE" && t.branchPath.startsWith(`${token.branchPath}/${before.id}>`),
  );
  return gathered.length ? gathered : [before];
}
