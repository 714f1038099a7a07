import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Decision, Effect } from "#kernel/rule.ts";

/** What an action was given, before anybody knows its shape. */
export type Given = Readonly<Record<string, unknown>>;

export const text = (input: Given, key: string): string => (typeof input[key] === "string" ? (input[key] as string) : "");

export const list = (input: Given, key: string): readonly string[] =>
  Array.isArray(input[key]) ? (input[key] as unknown[]).map(String) : [];

/** There is no task here for whoever decides, or no longer. */
export const noWay = (): Refusal => refuse("BPM_NOT_MINE", "任务不属于您或已被处理", "The task is not yours or is already handled");

/** A decision as a list, to stand among other effects. */
export const listed = (decision: Decision): readonly (Refusal | Effect | false | null | undefined)[] =>
  decision === undefined ? [] : Array.isArray(decision) ? (decision as readonly (Refusal | Effect)[]) : [decision as Refusal | Effect];
