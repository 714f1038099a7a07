import type { Text } from "#kernel/text.ts";
import { nodeOf, type Definition } from "./definition.ts";
import type { Event, EventOf } from "./event.ts";
import { questionKey, type Question } from "./question.ts";
import { isActionable, isOpen, type Instance, type State, type Task } from "./state.ts";
import { step, type Step } from "./step.ts";

/** A node ahead and the people it will ask, as far as rules can say today. */
export interface Foreseen {
  readonly nodeId: string;
  readonly name: Text;
  /** User ids, or @group where a role will be asked. */
  readonly people: readonly string[];
  /** Open now, or still to come. */
  readonly now: boolean;
}

type Answer = (question: Question, instance: Instance) => unknown;

const mostSteps = 500;

/** The path ahead: everybody passes, timers run out, work is done, until the end. Nothing is kept of it. */
export function predict(definition: Definition, state: State, answer: Answer): readonly Foreseen[] {
  const open = new Set(state.tasks.filter(isOpen).map((t) => t.tokenId));
  const walked = new Set(state.tokens.filter((t) => !open.has(t.id)).map((t) => t.id));
  return foresee(definition, state, answer).flatMap(({ tokenId, ...seen }) =>
    walked.has(tokenId) ? [] : [{ ...seen, now: open.has(tokenId) }],
  );
}

/** The same before anything is submitted. */
export function predictStart(definition: Definition, event: EventOf<"start">, now: string, answer: Answer): readonly Foreseen[] {
  const started = dryStep(definition, null, event, now, answer);
  return "state" in started ? foresee(definition, started.state, answer).map(({ tokenId: _, ...seen }) => seen) : [];
}

function foresee(definition: Definition, from: State, answer: Answer): readonly (Foreseen & { readonly tokenId: string })[] {
  let state = from;
  for (let steps = 0; steps < mostSteps && ["RUNNING", "SUSPENDED", "ERROR"].includes(state.instance.status); steps++) {
    const next = nextEvent(definition, state);
    if (!next) break;
    const taken = dryStep(definition, next.state, next.event, from.instance.startedAt, answer);
    if (!("state" in taken)) break;
    state = taken.state;
  }
  return state.tokens.flatMap((token) => {
    const node = nodeOf(definition, token.nodeId);
    if (node.kind !== "user" || token.seats.length === 0) return [];
    const people = token.seats.flatMap((s) => (s.userId !== null ? [s.userId] : s.group !== null ? [`@${s.group}`] : [...s.users]));
    return [{ tokenId: token.id, nodeId: node.id, name: node.name, people, now: false }];
  });
}

function dryStep(definition: Definition, state: State | null, event: Event, now: string, answer: Answer): Step {
  const answers: Record<string, unknown> = {};
  for (;;) {
    const taken = step(definition, state, event, { now, answers });
    if (!("needs" in taken)) return taken;
    for (const question of taken.needs) answers[questionKey(question)] = answer(question, taken.instance);
  }
}

/** What would happen next if nobody objected. Comments, roles and clocks do not hinder a dry run, so the task is put into willing hands. */
function nextEvent(definition: Definition, state: State): { state: State; event: Event } | null {
  const running: State = { ...state, instance: { ...state.instance, status: "RUNNING" } };
  const task = state.tasks.find(isActionable);
  if (task) return { state: willing(running, task), event: { do: "pass", by: doerOf(task), taskId: task.id, comment: "-" } };
  const token = state.tokens.find((t) => t.state === "ACTIVE" && ["work", "call", "timer"].includes(nodeOf(definition, t.nodeId).kind));
  if (!token) return null;
  const kind = nodeOf(definition, token.nodeId).kind;
  if (kind === "work") return { state: running, event: { do: "worked", tokenId: token.id } };
  if (kind === "call") return { state: running, event: { do: "returned", tokenId: token.id, result: "PASSED" } };
  const timer = state.timers.find((t) => t.tokenId === token.id && t.firedAt === null);
  if (!timer) return null;
  const due = { ...running, timers: running.timers.map((t) => (t === timer ? { ...t, fireAt: "1970-01-01T00:00:00.000Z" } : t)) };
  return { state: due, event: { do: "fire", timerId: timer.id } };
}

const doerOf = (task: Task): string => task.assigneeUserId ?? "?";

function willing(state: State, task: Task): State {
  const mine = { ...task, assigneeUserId: doerOf(task), ownerUserId: null };
  return { ...state, tasks: state.tasks.map((t) => (t.id === task.id ? mine : t)) };
}
