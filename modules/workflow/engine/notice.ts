import { msOf } from "#kernel/time.ts";
import type { EventOf } from "./event.ts";
import { copyTo } from "./move.ts";
import { isAdmin, openTask } from "./people.ts";
import { notAllowed, notMine, urgedOften } from "./refusals.ts";
import type { Task } from "./state.ts";
import type { Walk } from "./walk.ts";

const minute = 60_000;
const leastPause = 30 * minute;
const mostADay = 5;
const day = msOf({ days: 1 });

/** Who a task waits for. */
export function tellHolders(walk: Walk, code: "BPM_URGED" | "BPM_OVERDUE", task: Task, more: readonly string[] = []): void {
  const candidates = walk.candidates.filter((c) => c.taskId === task.id).map((c) => c.userId);
  const hours = Math.floor((Date.parse(walk.now) - Date.parse(task.arrivedAt)) / (60 * minute));
  const to = task.assigneeUserId === null ? candidates : [task.assigneeUserId];
  const groups = task.assigneeUserId === null && task.candidateKey !== null ? [task.candidateKey] : [];
  walk.tell(code, [...to, ...more], { taskId: task.id, h: hours }, groups);
}

export function urge(walk: Walk, event: EventOf<"urge">): void {
  const { by, taskId } = event;
  const task = openTask(walk, taskId);
  const mayUrge = by === walk.instance.starterUserId || walk.copies.some((c) => c.toUserId === by) || isAdmin(walk, by);
  if (!mayUrge) throw notAllowed();
  const urged = walk.deeds.filter((d) => d.action === "URGE" && d.taskId === taskId).map((d) => Date.parse(d.at));
  const now = Date.parse(walk.now);
  const fifth = urged.at(-mostADay);
  const freeAt = Math.max((urged.at(-1) ?? -Infinity) + leastPause, fifth === undefined ? -Infinity : fifth + day);
  if (now < freeAt) throw urgedOften(Math.ceil((freeAt - now) / minute));
  walk.log("URGE", { taskId, nodeId: task.nodeId });
  walk.set("tasks", taskId, { urgeCount: task.urgeCount + 1 });
  tellHolders(walk, "BPM_URGED", task);
}

/** Anybody who has to do with it may pass on a copy. */
export function copy(walk: Walk, event: EventOf<"copy">): void {
  const { by, users, taskId = null, comment = "" } = event;
  const isPart =
    by === walk.instance.starterUserId ||
    walk.tasks.some((t) => t.assigneeUserId === by || t.ownerUserId === by) ||
    walk.copies.some((c) => c.toUserId === by);
  if (!isPart && !isAdmin(walk, by)) throw notAllowed();
  copyTo(walk, users, taskId, comment);
}

export function read(walk: Walk, event: EventOf<"read">): void {
  const task = openTask(walk, event.taskId);
  if (task.assigneeUserId !== event.by) throw notMine();
  walk.log("READ", { taskId: task.id, nodeId: task.nodeId });
  walk.set("tasks", task.id, { readAt: task.readAt ?? walk.now });
}
