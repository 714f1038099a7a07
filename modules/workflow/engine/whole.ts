import { cmp } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { jumpTo } from "./back.ts";
import type { EventOf } from "./event.ts";
import { isAdmin, requireAdmin } from "./people.ts";
import { commentNeeded, noWithdraw, notAllowed, notMine, secondNeeded, suspended } from "./refusals.ts";
import { isOpen } from "./state.ts";
import { closeLive } from "./token.ts";
import type { Walk } from "./walk.ts";

/** The starter takes the whole thing back. */
export function withdraw(walk: Walk, event: EventOf<"withdraw">): void {
  const { status, starterUserId, withdrawPolicy } = walk.instance;
  if (event.by !== starterUserId) throw notAllowed();
  if (status === "SUSPENDED") throw suspended();
  if (status !== "RUNNING" && status !== "ERROR") throw noWithdraw();
  const acted = walk.tasks.some((t) => t.status === "DONE" && t.action !== "AUTO_PASS" && walk.token(t.tokenId).state !== "CANCELLED");
  if (withdrawPolicy === "NEVER" || (withdrawPolicy === "BEFORE_FIRST_ACTION" && acted)) throw noWithdraw();
  end(walk, "WITHDRAWN", event.comment ?? "", ["发起人撤回", "Withdrawn by the submitter"]);
  walk.handle("onWithdraw", event.comment ?? "");
}

function end(walk: Walk, status: "WITHDRAWN" | "STOPPED", comment: string, note: Text): void {
  walk.log(status === "STOPPED" ? "STOP" : "WITHDRAW", { comment, intervened: status === "STOPPED" });
  closeLive(walk, note);
  walk.settle({ status, endedAt: walk.now, endResult: status, suspendedAt: null });
}

export function stop(walk: Walk, event: EventOf<"stop">): void {
  const { status, ownerUserId, starterUserId } = walk.instance;
  if (event.by !== ownerUserId) requireAdmin(walk, event.by);
  if (!["RUNNING", "SUSPENDED", "ERROR"].includes(status)) throw notMine();
  if (!event.comment.trim()) throw commentNeeded();
  end(walk, "STOPPED", event.comment, ["流程已终止", "The process was stopped"]);
  walk.handle("onStop", event.comment);
  walk.tell("BPM_STOPPED", [starterUserId, ...walk.copies.map((c) => c.toUserId)], { comment: event.comment });
}

export function suspend(walk: Walk, event: EventOf<"suspend">): void {
  requireAdmin(walk, event.by);
  if (!["RUNNING", "ERROR"].includes(walk.instance.status)) throw notMine();
  walk.log("SUSPEND", { comment: event.comment, intervened: true });
  walk.settle({ status: "SUSPENDED", suspendedAt: walk.now });
}

/** Time limits run on from where they stood. */
export function resume(walk: Walk, event: EventOf<"resume">): void {
  requireAdmin(walk, event.by);
  const { status, suspendedAt } = walk.instance;
  if (status !== "SUSPENDED" || suspendedAt === null) throw notMine();
  walk.log("RESUME", { comment: event.comment, intervened: true });
  walk.settle({ status: "RUNNING", suspendedAt: null });
  const shifted = (due: string, from: string, useCalendar: boolean): string =>
    Date.parse(due) <= Date.parse(from) ? due : walk.ask({ ask: "shift", due, from, to: walk.now, useCalendar });
  for (const task of walk.tasks) {
    if (!isOpen(task) || task.dueDate === null || task.pausedAt !== null) continue;
    walk.set("tasks", task.id, { dueDate: shifted(task.dueDate, suspendedAt, walk.settings(task.nodeId).useCalendar) });
  }
  for (const timer of walk.timers) {
    if (timer.firedAt !== null) continue;
    const useCalendar = timer.kind === "DUE" && walk.settings(timer.nodeId).useCalendar;
    walk.set("timers", timer.id, { fireAt: shifted(timer.fireAt, suspendedAt, useCalendar) });
  }
}

/** Interventions need a reason, and above the limit a second administrator. */
export function requireSecond(walk: Walk, event: { readonly by: string; readonly comment: string; readonly secondBy?: string }): void {
  requireAdmin(walk, event.by);
  if (!["RUNNING", "ERROR"].includes(walk.instance.status)) throw notMine();
  if (!event.comment.trim()) throw commentNeeded();
  const { amount } = walk.instance;
  const limit = amount === null ? null : walk.ask({ ask: "fourEyesAmount" });
  if (amount === null || limit === null || cmp(amount, limit) <= 0) return;
  if (event.secondBy === undefined || event.secondBy === event.by || !isAdmin(walk, event.secondBy)) throw secondNeeded();
}

const confirmedBy = (event: { readonly secondBy?: string }): readonly string[] => (event.secondBy === undefined ? [] : [event.secondBy]);

export function jump(walk: Walk, event: EventOf<"jump">): void {
  requireSecond(walk, event);
  const { nodeId, comment } = event;
  walk.log("JUMP", {
    targetNodeId: nodeId,
    targetUserIds: confirmedBy(event),
    comment,
    intervened: true,
    note: ["人工干预", "Manual intervention"],
  });
  jumpTo(walk, nodeId);
}

export function change(walk: Walk, event: EventOf<"change">): void {
  requireSecond(walk, event);
  const { variables, amount } = walk.instance;
  const beforeJson = Object.fromEntries(Object.keys(event.variables).map((key) => [key, variables[key] ?? null]));
  walk.log("CHANGE", {
    beforeJson,
    afterJson: event.variables,
    targetUserIds: confirmedBy(event),
    comment: event.comment,
    intervened: true,
  });
  walk.settle({ variables: { ...variables, ...event.variables }, amount: event.amount === undefined ? amount : event.amount });
}
