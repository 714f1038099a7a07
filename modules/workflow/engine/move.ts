import { modeOf, seatsFor } from "./assign.ts";
import { returnTo, shortcut, targetOf } from "./back.ts";
import { flowsFrom, isJoin, isSplit, type CopyMoment, type Flow, type ProcessNode } from "./definition.ts";
import { modelInvalid } from "./refusals.ts";
import { closeSpoken, openSeats, verdict, votesOf } from "./sign.ts";
import { isLive, lineOf, type Token } from "./state.ts";
import { close, closeLive, enter } from "./token.ts";
import type { Walk } from "./walk.ts";

/** More nodes in one step than any process has: it goes in circles. */
const mostMoves = 200;

/** Carries every token that has reached a node as far as it goes, until all wait for somebody or the process ends. */
export function advance(walk: Walk): void {
  for (let moves = 0; ; moves++) {
    const id = walk.reached.shift();
    if (id === undefined) return;
    const token = walk.token(id);
    if (moves > mostMoves) throw circling(walk.node(token.nodeId));
    if (token.state === "ACTIVE") arrive(walk, token, walk.node(token.nodeId));
  }
}

const circling = (node: ProcessNode) =>
  modelInvalid([{ nodeId: node.id, text: [`节点“${node.name[0]}”循环不止`, `node "${node.name[1]}" loops forever`] }]);

function arrive(walk: Walk, token: Token, node: ProcessNode): void {
  switch (node.kind) {
    case "user":
      return arrivePeople(walk, token, node);
    case "work":
      walk.effects.push({ kind: "work", tokenId: token.id, nodeId: node.id, code: node.code ?? "" });
      return;
    case "call":
      walk.effects.push({ kind: "call", tokenId: token.id, nodeId: node.id, code: node.code ?? "" });
      return;
    case "send":
      walk.effects.push({ kind: "send", nodeId: node.id, code: node.code ?? "" });
      return leave(walk, token);
    case "timer":
      return wait(walk, token, node, "WAIT");
    case "end":
    case "terminate":
      close(walk, token, "DONE");
      if (node.kind === "terminate") closeLive(walk, ["流程终止，任务取消", "Cancelled: the process ended"]);
      if (!walk.tokens.some(isLive)) finish(walk);
      return;
    case "parallel":
    case "inclusive":
      return isJoin(walk.definition, node) ? gather(walk, token) : leave(walk, token);
    case "start":
    case "exclusive":
    case "boundary":
    case "pass":
      return leave(walk, token);
  }
}

function wait(walk: Walk, token: Token, node: ProcessNode, kind: "WAIT" | "BOUNDARY"): void {
  const fireAt = walk.ask({ ask: "due", from: walk.now, minutes: node.minutes ?? 0, useCalendar: false });
  walk.add("timers", { taskId: null, tokenId: token.id, kind, nodeId: node.id, fireAt, firedAt: null });
}

function arrivePeople(walk: Walk, token: Token, node: ProcessNode): void {
  const { seats, note } = seatsFor(walk, node, token.loopRound);
  walk.set("tokens", token.id, { seats });
  const people = seats.flatMap((s) => [...(s.userId === null ? s.users : [s.userId])]);
  walk.log(seats.length ? "ARRIVE" : "SKIP", { nodeId: node.id, byUserId: null, targetUserIds: people, note });
  if (seats.length === 0) return leave(walk, walk.token(token.id));
  copyOn(walk, node, "ARRIVE");
  for (const other of walk.definition.nodes) if (other.attachedTo === node.id) wait(walk, token, other, "BOUNDARY");
  count(walk, token.id);
}

/** Counts the votes; what is decided moves on, what is not opens the next seat. */
export function count(walk: Walk, tokenId: string): void {
  closeSpoken(walk, walk.token(tokenId));
  openSeats(walk, tokenId);
  const token = walk.token(tokenId);
  const settings = walk.settings(token.nodeId);
  const decision = verdict(modeOf(settings), settings, votesOf(token, walk.tasksOf(token)));
  if (decision === "PASS") {
    copyOn(walk, walk.node(token.nodeId), "PASS");
    leave(walk, token);
  } else if (decision === "REJECT") goBack(walk, token);
}

/** Of several who rejected, the one who wants to go back furthest is heard. */
function goBack(walk: Walk, token: Token): void {
  const rejecting = walk.tasksOf(token).filter((t) => t.status === "DONE" && t.action === "REJECT" && t.taskKind !== "ADD_SIGN_BEFORE");
  const rejects = rejecting.flatMap((t) => walk.deeds.findLast((d) => d.action === "REJECT" && d.taskId === t.id) ?? []);
  const targets = rejects.map((d) => targetOf(walk, token, d.targetNodeId ?? "START"));
  const depth = (t: Token): number => lineOf(walk, t).length;
  const furthest = targets.reduce((a, b) => (depth(b) < depth(a) ? b : a));
  returnTo(walk, token, furthest, rejects.at(-1)?.comment ?? "");
}

/** A token goes on: a returned one by its shortcut, else along the flows its node chooses. */
export function leave(walk: Walk, token: Token): void {
  close(walk, token, "DONE");
  const straight = shortcut(walk, token);
  if (straight !== null) {
    enter(walk, straight, token, token.branchPath);
    return;
  }
  const node = walk.node(token.nodeId);
  const splits = isSplit(walk.definition, node);
  for (const flow of chosen(walk, node))
    enter(walk, flow.to, token, splits ? `${token.branchPath}/${token.id}>${flow.id}` : token.branchPath);
}

function chosen(walk: Walk, node: ProcessNode): readonly Flow[] {
  const flows = flowsFrom(walk.definition, node.id);
  if (flows.length < 2 || node.kind === "parallel") return flows;
  const conditional = flows.filter((f) => f.condition !== undefined && f.id !== node.defaultFlow);
  const truths = walk.askAll(conditional.map((f) => ({ ask: "condition" as const, flowId: f.id, condition: f.condition! })));
  const open = conditional.filter((_, i) => truths[i]);
  if (open.length) return node.kind === "inclusive" ? open : [open[0]!];
  const other = flows.find((f) => f.id === node.defaultFlow);
  if (!other)
    throw modelInvalid([
      { nodeId: node.id, text: [`网关“${node.name[0]}”没有可走的分支`, `no branch of gateway "${node.name[1]}" applies`] },
    ]);
  return [other];
}

/** A join lets one token go on when every branch of the fork that is under way has come; how many those are, the fork itself decided. */
function gather(walk: Walk, token: Token): void {
  const cut = token.branchPath.lastIndexOf("/");
  const outer = token.branchPath.slice(0, cut);
  const forkId = token.branchPath.slice(cut + 1, token.branchPath.lastIndexOf(">"));
  walk.set("tokens", token.id, { state: "WAITING_JOIN" });
  const underway = walk.tokens.filter((t) => isLive(t) && t.branchPath.startsWith(`${outer}/${forkId}>`));
  if (underway.some((t) => t.state === "ACTIVE")) return;
  for (const arrived of underway) walk.set("tokens", arrived.id, { state: "DONE" });
  const joined = enter(walk, token.nodeId, walk.token(forkId), outer);
  walk.reached.splice(walk.reached.indexOf(joined.id), 1);
  leave(walk, joined);
}

function finish(walk: Walk): void {
  const comment = "comment" in walk.event ? (walk.event.comment ?? "") : "";
  for (const node of walk.definition.nodes)
    if (walk.tokens.some((t) => t.nodeId === node.id && t.state === "DONE")) copyOn(walk, node, "END");
  walk.settle({ status: "PASSED", endedAt: walk.now, endResult: "PASSED" });
  walk.log("END", { byUserId: null });
  walk.handle("doApproval", comment);
  walk.tell("BPM_PASSED", [walk.instance.starterUserId, ...walk.copies.map((c) => c.toUserId)], { comment });
}

/** Copies by the node's own rule. */
function copyOn(walk: Walk, node: ProcessNode, on: CopyMoment): void {
  const rule = node.settings?.copyRule[on];
  if (rule === undefined) return;
  const users = walk.ask({ ask: "copies", nodeId: node.id, on, rule });
  if (users.some((u) => !walk.copies.some((c) => c.toUserId === u))) copyTo(walk, users, null, on);
}

/** Gives a copy to people who have none yet. */
export function copyTo(walk: Walk, users: readonly string[], taskId: string | null, reason: string): void {
  const fresh = [...new Set(users)].filter((u) => !walk.copies.some((c) => c.toUserId === u));
  for (const toUserId of fresh) walk.add("copies", { taskId, toUserId, reason, readAt: null });
  walk.log("COPY", { taskId, targetUserIds: fresh, comment: reason });
  walk.tell("BPM_COPIED", fresh, { taskId });
}
