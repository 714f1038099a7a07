import type { Text } from "#kernel/text.ts";
import { targetsOf } from "./back.ts";
import { nodeOf, settingsOf, type Definition } from "./definition.ts";
import { isLive, isOpen, tokenOf, type Deed, type State, type Task, type Token } from "./state.ts";

/** One step of the approval sheet: a visit of a node with its people and what they said. */
export interface SheetStep {
  readonly tokenId: string;
  readonly nodeId: string;
  readonly name: Text;
  readonly round: number;
  readonly state: "DONE" | "CURRENT" | "RETURNED" | "CANCELLED";
  readonly people: readonly SheetPerson[];
  readonly supplierVisible: boolean;
}

export interface SheetPerson {
  readonly taskId: string;
  readonly userId: string | null;
  /** The absent one for whom it was done. */
  readonly forUserId: string | null;
  readonly candidateKey: string | null;
  readonly status: Task["status"];
  /** LENT: held or spoken about by somebody the holder asked, who keeps the last word. */
  readonly taskKind: Task["taskKind"] | "LENT";
  readonly action: Task["action"] | "DELEGATE" | "ADD_SIGN";
  readonly comment: string;
  readonly note: Text | null;
  readonly arrivedAt: string;
  readonly doneAt: string | null;
  readonly dueDate: string | null;
  readonly minutes: number | null;
}

/** The walked path for the sheet, in the order it was walked. */
export function traceOf(definition: Definition, state: State): readonly SheetStep[] {
  return state.tokens.flatMap((token): SheetStep[] => {
    const node = nodeOf(definition, token.nodeId);
    if (node.kind !== "user") return [];
    const tasks = state.tasks.filter((t) => t.tokenId === token.id);
    const people = tasks.flatMap((task) => [personOf(task, state.deeds), ...asideOf(task, state.deeds)]);
    const { id, nodeId, loopRound } = token;
    const supplierVisible = node.supplierVisible ?? false;
    return [{ tokenId: id, nodeId, name: node.name, round: loopRound, state: stateOf(token, tasks), people, supplierVisible }];
  });
}

function stateOf(token: Token, tasks: readonly Task[]): SheetStep["state"] {
  if (isLive(token)) return "CURRENT";
  if (token.state === "DONE") return "DONE";
  // An opinion given beforehand decided nothing that could be returned.
  return tasks.some((t) => t.status === "DONE" && t.taskKind !== "ADD_SIGN_BEFORE") ? "RETURNED" : "CANCELLED";
}

function personOf(task: Task, deeds: readonly Deed[]): SheetPerson {
  const deed = deeds.findLast((d) => d.taskId === task.id && ["PASS", "REJECT", "AUTO_PASS", "CANCEL", "SIGNS_DONE"].includes(d.action));
  const decided = task.status === "DONE" && deed?.byUserId ? deed : undefined;
  const handed = task.status === "TRANSFERRED" ? deeds.findLast((d) => d.taskId === task.id && d.action === "TRANSFER") : undefined;
  const { id, candidateKey, status, action, arrivedAt, doneAt, dueDate } = task;
  return {
    taskId: id,
    userId: decided?.byUserId ?? task.assigneeUserId,
    forUserId: decided?.forUserId ?? task.ownerUserId,
    candidateKey,
    status,
    taskKind: task.ownerUserId === null ? task.taskKind : "LENT",
    action,
    comment: handed?.comment ?? task.comment,
    note: deed?.note ?? null,
    arrivedAt,
    doneAt,
    dueDate,
    minutes: doneAt === null ? null : Math.round((Date.parse(doneAt) - Date.parse(arrivedAt)) / 60_000),
  };
}

const words: Readonly<Record<string, SheetPerson["action"]>> = {
  ADVISE_PASS: "PASS",
  ADVISE_REJECT: "REJECT",
  DELEGATE: "DELEGATE",
  ADD_SIGN_BEFORE: "ADD_SIGN",
  ADD_SIGN_AFTER: "ADD_SIGN",
  ADD_SIGN_PARALLEL: "ADD_SIGN",
};

/** What was said about a task without deciding it: by its holder to whomever he asked, and by those he had lent it to; in the order it was said. */
function asideOf(task: Task, deeds: readonly Deed[]): readonly SheetPerson[] {
  return deeds.flatMap((deed): SheetPerson[] => {
    const action = deed.taskId === task.id ? words[deed.action] : undefined;
    const advises = deed.action.startsWith("ADVISE");
    if (!action || (!advises && deed.comment.trim() === "")) return [];
    return [
      {
        taskId: deed.id,
        userId: deed.byUserId,
        forUserId: deed.forUserId,
        candidateKey: null,
        status: "DONE",
        taskKind: advises ? "LENT" : task.taskKind,
        action,
        comment: deed.comment,
        note: null,
        arrivedAt: task.arrivedAt,
        doneAt: deed.at,
        dueDate: null,
        minutes: null,
      },
    ];
  });
}

/** Where the holder of a task may send it back to, nearest first; the start is START. */
export function rejectTargets(
  definition: Definition,
  state: State,
  task: Task,
): readonly { readonly target: string; readonly name: Text }[] {
  const { allowActions } = settingsOf(definition, task.nodeId);
  const found = targetsOf({ definition, tokens: state.tokens }, tokenOf(state, task.tokenId)).map((token) => {
    const { id, kind, name } = nodeOf(definition, token.nodeId);
    return { target: kind === "start" ? "START" : id, name };
  });
  return found.filter(
    ({ target }, i) =>
      allowActions.includes(target === "START" ? "REJECT_START" : "REJECT_ANY") && found.findIndex((f) => f.target === target) === i,
  );
}

/** Whoever holds it now: what monitoring and the document's head show as "waiting for". */
export const holdersOf = (state: State): readonly Task[] => state.tasks.filter(isOpen);
