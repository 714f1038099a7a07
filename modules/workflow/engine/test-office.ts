import { cmp } from "#kernel/decimal.ts";
import { addWorking, roundTheClock, shiftDue, type Calendar } from "./calendar.ts";
import { nodeSettings, type Definition, type Flow, type NodeSettings, type ProcessNode } from "./definition.ts";
import type { Effect } from "./effect.ts";
import type { Event, Opening } from "./event.ts";
import { questionKey, type Approvers, type Person, type Question } from "./question.ts";
import { isOpen, type Instance, type State, type Task } from "./state.ts";
import { step } from "./step.ts";

/** The world around a process in tests: people, roles, rules, a calendar. */
export interface World {
  approvers: Record<string, readonly string[] | Approvers>;
  people: Record<string, Person>;
  groups: Record<string, readonly string[]>;
  upper: Record<string, readonly string[]>;
  copies: Record<string, readonly string[]>;
  calendar: Calendar;
  fourEyesAmount: string | null;
  holds: (condition: string, instance: Instance) => boolean;
}

export const worldOf = (given: Partial<World> = {}): World => ({
  approvers: {},
  people: {},
  groups: { BPM_ADMIN: ["admin", "admin2"] },
  upper: {},
  copies: {},
  calendar: roundTheClock,
  fourEyesAmount: "1000000",
  holds: amountHolds,
  ...given,
});

/** Conditions of the tests: "amount >= n", or the name of a variable. */
function amountHolds(condition: string, { amount, variables }: Instance): boolean {
  const limit = /^amount >= (\d+)$/.exec(condition)?.[1];
  return limit === undefined ? variables[condition] === true : cmp(amount ?? "0", limit) >= 0;
}

export function answer(world: World, question: Question, instance: Instance): unknown {
  switch (question.ask) {
    case "approvers": {
      const found = world.approvers[question.nodeId] ?? [];
      return "users" in found ? found : { users: found };
    }
    case "upper":
      return world.upper[question.of ?? question.nodeId] ?? [];
    case "members":
      return world.groups[question.group] ?? [];
    case "person":
      return world.people[question.userId] ?? { active: true };
    case "condition":
      return world.holds(question.condition, instance);
    case "copies":
      return world.copies[question.nodeId] ?? [];
    case "due":
      return addWorking(question.useCalendar ? world.calendar : roundTheClock, question.from, question.minutes);
    case "shift":
      return shiftDue(question.useCalendar ? world.calendar : roundTheClock, question.due, question.from, question.to);
    case "fourEyesAmount":
      return world.fourEyesAmount;
  }
}

export const opening: Opening = {
  id: "I1",
  billTypeCode: "PUR_REQUISITION",
  bizEntity: "PurRequisition",
  bizId: "R1",
  billNum: "PR-1",
  subject: "请购单 PR-1",
  starterOrgId: "ORG1",
  variables: {},
  amount: null,
  withdrawPolicy: "UNTIL_END",
  ownerUserId: null,
  parentInstanceId: null,
};

/** One approval under way; a refused event leaves it as it was. */
export class Office {
  state!: State;
  effects: readonly Effect[] = [];
  now = "2026-03-02T09:00:00.000Z";
  readonly definition: Definition;
  readonly world: World;

  constructor(definition: Definition, world: Partial<World> = {}) {
    this.definition = definition;
    this.world = worldOf(world);
  }

  static start(definition: Definition, world: Partial<World> = {}, more: Partial<Opening> = {}, picks = {}): Office {
    const office = new Office(definition, world);
    office.do({ do: "start", by: "starter", opening: { ...opening, ...more }, picks });
    return office;
  }

  /** Takes the step or throws its refusal, asking the world as often as needed. */
  do(event: Event): readonly Effect[] {
    const answers: Record<string, unknown> = {};
    for (let turn = 0; turn < 100; turn++) {
      const taken = step(this.definition, this.state ?? null, event, { now: this.now, answers });
      if ("refusal" in taken) throw taken.refusal;
      if ("needs" in taken) {
        for (const q of taken.needs) answers[questionKey(q)] = answer(this.world, q, taken.instance);
        continue;
      }
      // What is stored is plain JSON.
      this.state = JSON.parse(JSON.stringify(taken.state)) as State;
      this.effects = taken.effects;
      return taken.effects;
    }
    throw new Error("too many questions");
  }

  later(minutes: number): void {
    this.now = new Date(Date.parse(this.now) + minutes * 60_000).toISOString();
  }

  get open(): readonly Task[] {
    return this.state.tasks.filter(isOpen);
  }

  /** Who has something to do, as node:person. */
  get waiting(): readonly string[] {
    return this.open.map((t) => `${t.nodeId}:${t.assigneeUserId ?? "?"}${t.status === "WAITING_SIGN" ? " held" : ""}`).sort();
  }

  get status(): string {
    return this.state.instance.status;
  }

  task(userId: string): Task {
    const found = this.open.find((t) => t.assigneeUserId === userId);
    if (!found) throw new Error(`${userId} has no task; open: ${this.waiting.join(", ")}`);
    return found;
  }

  pass(by: string, more: object = {}): readonly Effect[] {
    return this.do({ do: "pass", by, taskId: this.task(by).id, ...more });
  }

  reject(by: string, target = "START", more: object = {}): readonly Effect[] {
    return this.do({ do: "reject", by, taskId: this.task(by).id, target, comment: "no", ...more });
  }

  handled(): readonly string[] {
    return this.effects.flatMap((e) => (e.kind === "handle" ? [e.name] : []));
  }

  told(code: string): readonly string[] {
    return this.effects.flatMap((e) => (e.kind === "tell" && e.code === code ? [...e.to, ...e.groups.map((g) => `@${g}`)] : []));
  }

  history(action: string): State["deeds"] {
    return this.state.deeds.filter((d) => d.action === action);
  }
}

export const user = (id: string, userIds: readonly string[], more: Partial<NodeSettings> = {}): ProcessNode => ({
  id,
  kind: "user",
  name: [id, id],
  settings: nodeSettings({ approverRule: "USER", ruleValue: { userIds }, ...more }),
});

export const node = (id: string, kind: ProcessNode["kind"], more: Partial<ProcessNode> = {}): ProcessNode => ({
  id,
  kind,
  name: [id, id],
  ...more,
});

/** Flows written as "a > b > c" or "gate > b ? condition". */
export function process(nodes: readonly ProcessNode[], ways: readonly string[], routeKeys: readonly string[] = []): Definition {
  const flows: Flow[] = [];
  for (const way of ways) {
    const [path = "", condition] = way.split("?").map((s) => s.trim());
    const ids = path.split(">").map((s) => s.trim());
    for (let i = 0; i + 1 < ids.length; i++) {
      const [from, to] = [ids[i]!, ids[i + 1]!];
      flows.push({ id: `${from}-${to}`, from, to, ...(condition === undefined ? {} : { condition }) });
    }
  }
  return { key: "M", version: 1, name: ["流程", "Process"], nodes, flows, routeKeys };
}

/** Start, these nodes one after another, end. */
export const line = (...nodes: readonly ProcessNode[]): Definition =>
  process([node("start", "start"), ...nodes, node("end", "end")], [["start", ...nodes.map((n) => n.id), "end"].join(" > ")]);
