import { msOf } from "#kernel/time.ts";
import type { EventOf } from "./event.ts";
import { noWithdraw, notMine } from "./refusals.ts";
import { isActionable, isOpen, type Deed, type State, type Task } from "./state.ts";
import { cancelTask } from "./token.ts";
import type { Walk } from "./walk.ts";

const longest = msOf({ days: 1 });
/** Deeds that change nothing of where the process stands. */
const idle = new Set(["READ", "URGE", "COPY"]);

/** Takes a lent task back before the borrower has spoken. */
function recall(walk: Walk, { id, nodeId, assigneeUserId }: Task, by: string): void {
  walk.log("REVOKE", { taskId: id, nodeId, forUserId: assigneeUserId });
  walk.set("tasks", id, { assigneeUserId: by, ownerUserId: null, readAt: null });
}

/** Takes back my last decision while nobody has touched what followed: everything stands again as before it, told by history itself. */
export function revoke(walk: Walk, event: EventOf<"revoke">, replay: (deeds: readonly Deed[]) => State): void {
  const { status } = walk.instance;
  const lent = walk.tasks.find((t) => t.id === event.taskId && isActionable(t) && t.ownerUserId === event.by);
  if (lent) return recall(walk, lent, event.by);
  const mine = walk.deeds.findLastIndex((d) => d.replay !== null && !idle.has(d.action));
  const deed = walk.deeds[mine];
  if (!deed || deed.taskId !== event.taskId || deed.byUserId !== event.by || !["PASS", "REJECT"].includes(deed.action)) throw notMine();
  if (status !== "RUNNING" || Date.parse(walk.now) - Date.parse(deed.at) > longest) throw noWithdraw();
  const before = replay(walk.deeds.slice(0, mine));
  const known = new Map(before.tasks.map((t) => [t.id, t]));
  const followed = walk.tasks.filter((t) => !known.has(t.id) || (isOpen(t) && !isOpen(known.get(t.id)!)));
  if (followed.some((t) => t.readAt !== null || t.claimedAt !== null)) throw noWithdraw();
  if (startedWork(walk, before)) throw noWithdraw();
  walk.log("REVOKE", { taskId: event.taskId, nodeId: deed.nodeId });
  restore(walk, before);
}

/** Work or another process set going meanwhile cannot be called back. */
const startedWork = (walk: Walk, before: State): boolean =>
  walk.tokens.some((t) => ["work", "call"].includes(walk.node(t.nodeId).kind) && !before.tokens.some((b) => b.id === t.id));

function restore(walk: Walk, before: State): void {
  for (const token of [...walk.tokens]) {
    const was = before.tokens.find((t) => t.id === token.id);
    walk.set("tokens", token.id, was ?? { state: "CANCELLED" });
  }
  for (const task of [...walk.tasks]) {
    const was = before.tasks.find((t) => t.id === task.id);
    const { readAt, urgeCount } = task;
    if (was) walk.set("tasks", task.id, { ...was, readAt, urgeCount } satisfies Task);
    else if (isOpen(task)) cancelTask(walk, task, ["前一处理人撤回", "Withdrawn by the previous approver"]);
  }
  walk.timers = [...before.timers];
}
