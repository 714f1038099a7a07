import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { isJoin, nodeOf, startOf, type Definition } from "./definition.ts";
import { regionsOf } from "./region.ts";
import { rejectTarget } from "./refusals.ts";
import { isLive, lineOf, type Token, type Variables } from "./state.ts";
import { closeLive, enter, takeBack } from "./token.ts";
import type { Walk } from "./walk.ts";

const returned: Text = ["驳回，任务取消", "Cancelled by a return"];
const intervened: Text = ["人工干预", "Manual intervention"];

/** The facts that decide the way; when they are the same as at the reject, the way need not be walked again. */
function routeFacts(walk: Walk): Variables {
  const { amount, variables } = walk.instance;
  return { amount, ...Object.fromEntries(walk.definition.routeKeys.map((key) => [key, variables[key] ?? null])) };
}

/** Rows come back from storage with other spellings of the same number. */
export const sameFact = (a: unknown, b: unknown): boolean =>
  isDecimal(a) && isDecimal(b) ? cmp(a, b) === 0 : JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The walked nodes a token may be returned to, nearest first: its own branch and what lies before its splits. */
export const targetsOf = (at: { readonly definition: Definition; readonly tokens: readonly Token[] }, token: Token): readonly Token[] =>
  lineOf(at, token)
    .slice(1)
    .filter((t) => t.state === "DONE" && ["user", "start"].includes(nodeOf(at.definition, t.nodeId).kind));

export function targetOf(walk: Walk, token: Token, target: string): Token {
  const nodeId = target === "START" ? startOf(walk.definition).id : target;
  const found = targetsOf(walk, token).find((t) => t.nodeId === nodeId);
  if (!found) throw rejectTarget();
  return found;
}

/** Goes back to a walked node: all that came after it ends, side branches too where it lies before their split, and one new token stands there. */
export function returnTo(walk: Walk, rejected: Token, target: Token, comment: string): void {
  takeBack(walk, target, returned);
  const back = { tokenId: rejected.id, facts: routeFacts(walk) };
  const from = target.fromId === null ? null : walk.token(target.fromId);
  const again = enter(walk, target.nodeId, from, target.branchPath, back);
  if (walk.node(target.nodeId).kind !== "start") return;
  walk.reached.splice(walk.reached.indexOf(again.id), 1);
  walk.settle({ status: "REJECTED", endedAt: walk.now, endResult: "REJECTED" });
  walk.handle("doReject", comment);
  walk.tell("BPM_REJECTED", [walk.instance.starterUserId, ...walk.copies.map((c) => c.toUserId)], { comment });
}

/** Where a returned token goes on: straight to the node that rejected, or to the split before it where its side branches must run again. */
export function shortcut(walk: Walk, token: Token): string | null {
  if (!token.back) return null;
  const rejected = walk.token(token.back.tokenId);
  if (walk.settings(rejected.nodeId).rejectReturn === "WALK_AGAIN") return null;
  const { facts } = token.back;
  if (!Object.entries(routeFacts(walk)).every(([key, value]) => sameFact(facts[key], value))) return null;
  return lineOf(walk, rejected).find((t) => t.branchPath === token.branchPath)?.nodeId ?? null;
}

/** The branches a token stands in, in the words of the model. */
const branchesOf = (walk: Walk, token: Token): readonly string[] =>
  token.branchPath
    .split("/")
    .slice(1)
    .map((branch) => {
      const [forkId = "", flowId = ""] = branch.split(">");
      return `${walk.token(forkId).nodeId}>${flowId}`;
    });

/** An administrator moves the process: within a branch that branch alone, to a node outside of it the whole parallel part. */
export function jumpTo(walk: Walk, nodeId: string): void {
  const there = regionsOf(walk.definition).regions.get(nodeId);
  // A join is no place to be put at: it waits for what its own branches bring.
  if (!there || ["start", "boundary"].includes(walk.node(nodeId).kind) || isJoin(walk.definition, walk.node(nodeId))) throw rejectTarget();
  const token = walk.tokens.find((t) => isLive(t) && there.every((branch, i) => branch === branchesOf(walk, t)[i]));
  if (!token) throw rejectTarget();
  const walked = targetsOf(walk, token).find((t) => t.nodeId === nodeId);
  const branchPath = token.branchPath
    .split("/")
    .slice(0, there.length + 1)
    .join("/");
  const line = lineOf(walk, token);
  if (walked) takeBack(walk, walked, intervened);
  closeLive(walk, intervened, branchPath);
  const from = walked ? line[line.indexOf(walked) + 1] : line.find((t) => t.branchPath === branchPath);
  enter(walk, nodeId, from ?? null, branchPath);
}
