import type { Text } from "#kernel/text.ts";
import { nodeOf, settingsOf, type Definition, type NodeSettings, type ProcessNode } from "./definition.ts";
import type { Effect, HandlerName, Told } from "./effect.ts";
import type { Event } from "./event.ts";
import { Needs, questionKey, type AnswerTo, type Question } from "./question.ts";
import { tokenOf, type Candidate, type Copy, type Deed, type Instance, type State, type Task, type Timer, type Token } from "./state.ts";

/** What a step may know besides definition, state and event. */
export interface World {
  readonly now: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

type Rows = { tokens: Token; tasks: Task; candidates: Candidate; copies: Copy; timers: Timer; deeds: Deed };

/** One step under way: the rows as they become, the questions asked, the effects gathered. Rows are replaced, never altered. */
export class Walk {
  readonly definition: Definition;
  readonly event: Event;
  readonly now: string;
  instance: Instance;
  tokens: Token[];
  tasks: Task[];
  candidates: Candidate[];
  copies: Copy[];
  timers: Timer[];
  deeds: Deed[];
  readonly effects: Effect[] = [];
  /** Tokens that have just reached their node, and tokens whose signers may have decided. */
  readonly reached: string[] = [];
  readonly used: Record<string, unknown> = {};
  readonly #answers: World["answers"];
  #made = 0;
  #logged = false;

  constructor(definition: Definition, state: State, event: Event, world: World) {
    this.definition = definition;
    this.event = event;
    this.now = world.now;
    this.#answers = world.answers;
    this.instance = { ...state.instance, lockVersion: state.instance.lockVersion + 1 };
    this.tokens = [...state.tokens];
    this.tasks = [...state.tasks];
    this.candidates = [...state.candidates];
    this.copies = [...state.copies];
    this.timers = [...state.timers];
    this.deeds = [...state.deeds];
  }

  get state(): State {
    const { instance, tokens, tasks, candidates, copies, timers, deeds } = this;
    return { instance, tokens, tasks, candidates, copies, timers, deeds };
  }

  /** Ids count steps and rows: a step walked again makes the same rows, and their order is the order they were made in. */
  newId(): string {
    this.#made += 1;
    return `${this.instance.id}-${String(this.instance.lockVersion).padStart(5, "0")}-${String(this.#made).padStart(4, "0")}`;
  }

  ask<Q extends Question>(question: Q): AnswerTo<Q> {
    return this.askAll([question])[0]!;
  }

  /** All missing answers are asked for together. */
  askAll<Q extends Question>(questions: readonly Q[]): AnswerTo<Q>[] {
    const missing = questions.filter((q) => !(questionKey(q) in this.#answers));
    if (missing.length) throw new Needs(missing);
    return questions.map((q) => {
      const key = questionKey(q);
      this.used[key] = this.#answers[key];
      return this.#answers[key] as AnswerTo<Q>;
    });
  }

  add<P extends keyof Rows>(part: P, row: Omit<Rows[P], "id">): Rows[P] {
    const made = { id: this.newId(), ...row } as Rows[P];
    (this[part] as Rows[P][]).push(made);
    return made;
  }

  set<P extends keyof Rows>(part: P, id: string, patch: Partial<Rows[P]>): void {
    const rows = this[part] as Rows[P][];
    const at = rows.findIndex((row) => row.id === id);
    rows[at] = { ...rows[at]!, ...patch };
  }

  settle(patch: Partial<Instance>): void {
    this.instance = { ...this.instance, ...patch };
  }

  node(id: string): ProcessNode {
    return nodeOf(this.definition, id);
  }

  settings(nodeId: string): NodeSettings {
    return settingsOf(this.definition, nodeId);
  }

  token(id: string): Token {
    return tokenOf(this, id);
  }

  tasksOf(token: Token): readonly Task[] {
    return this.tasks.filter((t) => t.tokenId === token.id);
  }

  /** A line of history; the first one of a step keeps what is needed to walk the step again. */
  log(action: string, line: Partial<Omit<Deed, "id" | "action" | "at" | "replay">> = {}): void {
    const isFirst = !this.#logged;
    this.#logged = true;
    this.add("deeds", {
      taskId: null,
      nodeId: null,
      action,
      byUserId: "by" in this.event ? this.event.by : null,
      forUserId: null,
      targetNodeId: null,
      targetUserIds: [],
      comment: "",
      fileIds: "",
      at: this.now,
      round: this.instance.round,
      beforeJson: null,
      afterJson: null,
      note: null,
      intervened: false,
      ...line,
      replay: isFirst ? { event: this.event, answers: this.used } : null,
    });
  }

  tell(code: Told, to: readonly string[], data: Readonly<Record<string, unknown>> = {}, groups: readonly string[] = []): void {
    const people = [...new Set(to)];
    if (people.length || groups.length)
      this.effects.push({ kind: "tell", code, to: people, groups, data: { subject: this.instance.subject, ...data } });
  }

  warn(code: string, text: Text): void {
    this.effects.push({ kind: "warn", code, text });
  }

  /** Ends the instance, or its round, and lets the document follow. */
  handle(name: HandlerName, comment: string): void {
    const { id, round } = this.instance;
    const byUserId = "by" in this.event ? this.event.by : null;
    this.effects.push({ kind: "handle", name, context: { instanceId: id, byUserId, comment, round } });
  }
}
