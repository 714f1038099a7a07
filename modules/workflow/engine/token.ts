import type { Text } from "#kernel/text.ts";
import { isLive, isOpen, type Task, type Token } from "./state.ts";
import type { Walk } from "./walk.ts";

/** A token at a node it has just reached; `advance` takes it from there. */
export function enter(walk: Walk, nodeId: string, from: Token | null, branchPath: string, back: Token["back"] = null): Token {
  const token = walk.add("tokens", {
    nodeId,
    state: "ACTIVE",
    branchPath,
    loopRound: 1 + walk.tokens.filter((t) => t.nodeId === nodeId).length,
    fromId: from?.id ?? null,
    seats: [],
    back,
    error: null,
  });
  walk.reached.push(token.id);
  return token;
}

export function dropTimers(walk: Walk, of: { readonly taskId: string } | { readonly tokenId: string }): void {
  walk.timers = walk.timers.filter((t) => ("taskId" in of ? t.taskId !== of.taskId : t.tokenId !== of.tokenId));
}

/** Ends a task without a decision. */
export function cancelTask(walk: Walk, task: Task, note: Text | null = null): void {
  walk.set("tasks", task.id, { status: "CANCELLED", doneAt: walk.now, pausedAt: null });
  dropTimers(walk, { taskId: task.id });
  walk.log("CANCEL", { taskId: task.id, nodeId: task.nodeId, byUserId: null, forUserId: task.assigneeUserId, note });
}

/** A token leaves its node for good: whatever was still open there is closed. */
export function close(walk: Walk, token: Token, state: "DONE" | "CANCELLED", note: Text | null = null): void {
  for (const task of walk.tasksOf(token)) if (isOpen(task)) cancelTask(walk, task, note);
  dropTimers(walk, { tokenId: token.id });
  if (state === "CANCELLED" && token.state === "ACTIVE" && walk.node(token.nodeId).kind === "call")
    walk.effects.push({ kind: "uncall", tokenId: token.id });
  walk.set("tokens", token.id, { state, error: null });
}

/** Closes every token that still lives, below a branch path or everywhere. */
export function closeLive(walk: Walk, note: Text | null, branchPath = ""): void {
  for (const token of walk.tokens)
    if (isLive(token) && (branchPath === "" || token.branchPath === branchPath || token.branchPath.startsWith(`${branchPath}/`)))
      close(walk, token, "CANCELLED", note);
}

/** Takes back a walked token and everything that came of it; decisions made there stay in history, marked as returned. */
export function takeBack(walk: Walk, target: Token, note: Text): void {
  const undone = new Set([target.id]);
  for (const token of [...walk.tokens]) {
    // Tokens stand in the order they were made, so what came of a token stands behind it.
    if (token.fromId !== null && undone.has(token.fromId)) undone.add(token.id);
    if (token.state === "CANCELLED" || !undone.has(token.id)) continue;
    const decided = walk.tasksOf(token).filter((t) => t.status === "DONE" && t.action !== "REJECT");
    for (const task of decided)
      walk.log("RETURNED", { taskId: task.id, nodeId: task.nodeId, byUserId: null, forUserId: task.assigneeUserId });
    close(walk, token, "CANCELLED", note);
  }
}
