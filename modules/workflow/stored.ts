import type { Doc } from "#kernel/entity.ts";
import { add, drop, set, type Effect } from "#kernel/rule.ts";
import type { Effect as Wanted } from "./engine/effect.ts";
import {
  tables,
  type Candidate,
  type Copy,
  type Deed,
  type Instance,
  type State,
  type Task,
  type Timer,
  type Token,
} from "./engine/state.ts";
import type { bpmInstance } from "./instance.entity.ts";

export type InstanceDoc = Doc<typeof bpmInstance>;
type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Part = Exclude<keyof typeof tables, "instance">;

const pickFrom = <T extends object>(row: object, keys: readonly (keyof T & string)[]): T =>
  Object.fromEntries(keys.map((key) => [key, (row as Record<string, unknown>)[key] ?? null])) as T;

const instanceKeys: readonly (keyof Instance)[] = [
  ...(["id", "modelKey", "version", "billTypeCode", "bizEntity", "bizId", "billNum", "subject", "starterUserId", "starterOrgId"] as const),
  ...(["status", "variables", "amount", "withdrawPolicy", "ownerUserId", "picks", "round", "startedAt", "endedAt", "endResult"] as const),
  ...(["suspendedAt", "parentInstanceId", "lockVersion"] as const),
];
const tokenKeys: readonly (keyof Token)[] = ["id", "nodeId", "state", "branchPath", "loopRound", "fromId", "seats", "back", "error"];
const taskKeys: readonly (keyof Task)[] = [
  ...(["id", "tokenId", "nodeId", "seat", "round", "taskKind", "assigneeUserId", "ownerUserId", "candidateKey", "status"] as const),
  ...(["arrivedAt", "claimedAt", "readAt", "dueDate", "pausedAt", "doneAt", "action", "comment", "fileIds", "urgeCount"] as const),
  ...(["parentTaskId", "sourceChannel"] as const),
];
const deedKeys: readonly (keyof Deed)[] = [
  ...(["id", "taskId", "nodeId", "action", "byUserId", "forUserId", "targetNodeId", "targetUserIds", "comment", "fileIds"] as const),
  ...(["at", "round", "beforeJson", "afterJson", "note", "intervened", "replay"] as const),
];

/** Empty texts come back from the database as nothing; the engine knows them as empty. */
const filled = <T extends object>(row: T, keys: readonly (keyof T)[], empty: unknown): T => ({
  ...row,
  ...Object.fromEntries(keys.filter((key) => row[key] === null).map((key) => [key, empty])),
});

/** The rows of an instance as the engine reads them. */
export function stateOf(doc: InstanceDoc): State {
  const tokens = doc.tokens.map((row) => filled(filled(pickFrom<Token>(row, tokenKeys), ["branchPath"], ""), ["seats"], []));
  const tasks = doc.tasks.map((row) => filled(pickFrom<Task>(row, taskKeys), ["comment", "fileIds"], ""));
  const deeds = doc.deeds.map((row) => ({
    ...filled(filled(pickFrom<Deed>(row, deedKeys), ["comment", "fileIds"], ""), ["targetUserIds"], []),
    intervened: row.intervened === "Y",
  }));
  return {
    instance: {
      ...filled(filled(pickFrom<Instance>(doc, instanceKeys), ["billNum", "subject"], ""), ["variables", "picks"], {}),
      amount: doc.amountBase ?? doc.amount,
    },
    tokens,
    tasks,
    candidates: doc.candidates.map((row) => pickFrom<Candidate>(row, ["id", "taskId", "userId"])),
    copies: doc.copies.map((row) => filled(pickFrom<Copy>(row, ["id", "taskId", "toUserId", "reason", "readAt"]), ["reason"], "")),
    timers: doc.timers.map((row) => pickFrom<Timer>(row, ["id", "taskId", "tokenId", "kind", "nodeId", "fireAt", "firedAt"])),
    deeds,
  };
}

const partOf = Object.fromEntries(Object.entries(tables).map(([part, table]) => [table, part])) as Record<string, Part | "instance">;

const asStored = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  "intervened" in row ? { ...row, intervened: row["intervened"] ? "Y" : "N" } : { ...row };

/** The engine reckons in the group's currency; the document's own amount stands beside it. */
const inBase = ({ amount, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  amount === undefined ? rest : { ...rest, amountBase: amount };

/** What the engine wants written, as changes of the instance and its lines; `more` adds to a new task what only the caller knows. */
export function written(doc: InstanceDoc, wanted: readonly Wanted[], more: (task: Task) => Readonly<Record<string, unknown>>): Effect[] {
  const lines = doc as unknown as Record<Part, readonly Row[]>;
  return wanted.flatMap((effect): Effect[] => {
    if (effect.kind !== "insert" && effect.kind !== "update" && effect.kind !== "drop") return [];
    const part = partOf[effect.table]!;
    if (part === "instance") {
      const { id: _, ...patch } = effect.kind === "insert" ? effect.row : effect.kind === "update" ? effect.patch : {};
      return [set(doc, inBase(patch))];
    }
    if (effect.kind === "insert") {
      const extra = part === "tasks" ? more(effect.row as unknown as Task) : {};
      return [add(doc, part, { ...asStored(effect.row), ...extra, id: effect.id })];
    }
    const line = lines[part].find((row) => row.id === effect.id);
    if (!line) return [];
    return [effect.kind === "drop" ? drop(line) : set(line, asStored(effect.patch))];
  });
}
