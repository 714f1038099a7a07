import { cmp, isDecimal, sum } from "#kernel/decimal.ts";
import { declare, type Declared } from "#kernel/declared.ts";
import type { Entity, Me, Where } from "#kernel/entity.ts";
import { Refusal, type FieldError } from "#kernel/refusal.ts";
import { invalid, checkValues } from "#kernel/check.ts";
import type { Module } from "#kernel/module.ts";
import { dayIn } from "#kernel/time.ts";
import type { Attempt, Command } from "#kernel/server/attempt.ts";
import { confirmNeeded } from "#kernel/server/attempt.ts";
import { Decider, type Inputs } from "#kernel/server/decide.ts";
import { readDocument } from "#kernel/server/document.ts";
import { Wanted, type Facts } from "#kernel/server/facts.ts";
import { notFound } from "#kernel/server/find.ts";
import { stamp } from "#kernel/server/outcome.ts";
import { Todos } from "#kernel/server/todo.ts";
import { verbOf } from "#kernel/server/verb.ts";
import { WorkingSet, type Tracked } from "#kernel/server/working.ts";
import type { Row } from "../support/generate.ts";

/** What a command came to: the documents named, or the code of the refusal. */
export type Came = { readonly code: null; readonly documents: readonly Row[] } | { readonly code: string; readonly documents: readonly [] };

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const below = (a: unknown, b: unknown): number =>
  isDecimal(text(a)) && isDecimal(text(b)) ? cmp(text(a), text(b)) : text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;

/** Does a row pass, as the database would judge it? */
export function passes(row: Row, where: Where): boolean {
  return Object.entries(where).every(([key, test]) => {
    if (test === undefined || test === "all") return true;
    if (key === "any") return (test as readonly Where[]).some((one) => passes(row, one));
    if (key === "all") return (test as readonly Where[]).every((one) => passes(row, one));
    const value = row[key] ?? null;
    if (test === null) return value === null;
    if (Array.isArray(test)) return test.includes(value as never);
    if (typeof test !== "object") return text(value) === text(test);
    if ("some" in test) return ((value ?? []) as Row[]).some((one) => passes(one, test.some as Where));
    if ("contains" in test) return text(value).includes(text(test.contains));
    if ("not" in test) return test.not === null ? value !== null : value !== null && ![test.not].flat().includes(value as never);
    const span = test as { from?: unknown; to?: unknown; below?: unknown; above?: unknown };
    if (value === null) return false;
    if (span.from !== undefined && span.from !== null && below(value, span.from) < 0) return false;
    if (span.to !== undefined && span.to !== null && below(value, span.to) > 0) return false;
    return (span.below === undefined || below(value, span.below) < 0) && (span.above === undefined || below(value, span.above) > 0);
  });
}

/** A copy of plain data, all the way down. */
export function copied<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copied) as T;
  const made: Row = {};
  for (const key in value) made[key] = copied(value[key]);
  return made as T;
}

/** Rows of one kind, found by id or by a value that one of their fields has. */
class Table {
  readonly byId = new Map<string, Row>();
  readonly #indexes = new Map<string, Map<string, Set<Row>>>();

  put(row: Row): void {
    this.drop(row["id"]);
    this.byId.set(row["id"], row);
    for (const [key, index] of this.#indexes) this.#enter(index, key, row);
  }

  drop(id: string): void {
    const known = this.byId.get(id);
    if (!known) return;
    this.byId.delete(id);
    for (const [key, index] of this.#indexes) index.get(text(known[key]))?.delete(known);
  }

  #enter(index: Map<string, Set<Row>>, key: string, row: Row): void {
    const value = text(row[key]);
    const found = index.get(value);
    if (found) found.add(row);
    else index.set(value, new Set([row]));
  }

  /** The rows that may pass: those with one of the plain values the question names, or all. */
  near(where: Where): Iterable<Row> {
    const plain = Object.entries(where).find(([key, test]) => typeof test === "string" && test !== "all" && key !== "any" && key !== "all");
    if (plain?.[0] === "id") return [this.byId.get(plain[1] as string)].flatMap((row) => row ?? []);
    if (plain) return this.#by(plain[0]).get(plain[1] as string) ?? [];
    const listed = Object.entries(where).find(([key, test]) => Array.isArray(test) && key !== "any" && key !== "all");
    if (listed?.[0] === "id") return (listed[1] as readonly string[]).flatMap((id) => this.byId.get(id) ?? []);
    if (listed) return (listed[1] as readonly string[]).flatMap((value) => [...(this.#by(listed[0]).get(text(value)) ?? [])]);
    return this.byId.values();
  }

  #by(key: string): Map<string, Set<Row>> {
    let index = this.#indexes.get(key);
    if (!index) {
      this.#indexes.set(key, (index = new Map()));
      for (const row of this.byId.values()) this.#enter(index, key, row);
    }
    return index;
  }
}

/** The product's own rules on tables that are only remembered: what the database does is left out, what is decided is not. */
export class Memory {
  readonly declared: Declared;
  readonly #tables = new Map<string, Table>();
  readonly #settings: Readonly<Record<string, string>>;
  #ids = 0;
  #numbers = 0;

  constructor(modules: readonly Module[], settings: Readonly<Record<string, string>> = {}) {
    this.declared = declare(modules);
    this.#settings = settings;
  }

  readonly newId = (): string => `m${String((this.#ids += 1)).padStart(10, "0")}`;

  #table(name: string): Table {
    let found = this.#tables.get(name);
    if (!found) this.#tables.set(name, (found = new Table()));
    return found;
  }

  /** A row that stands there without having been made by an action: the ground a run begins on. */
  plant(name: string, row: Row): string {
    const id = text(row["id"]) || this.newId();
    const e = this.declared.entity(name);
    const initial = Object.fromEntries(Object.entries(e.fields).map(([key, field]) => [key, field.initial ?? null]));
    const lines = Object.fromEntries(Object.keys(e.lines).map((key) => [key, []]));
    const stamps = {
      createdBy: "u1",
      creationDate: "2026-01-01T00:00:00.000Z",
      lastUpdatedBy: "u1",
      lastUpdateDate: "2026-01-01T00:00:00.000Z",
      versionNum: 1,
    };
    this.#store(e, { ...initial, ...lines, ...stamps, ...row, id });
    return id;
  }

  /** A document as it is remembered: to be looked at, not to be changed. */
  document(name: string, id: string): Readonly<Row> | null {
    return this.#table(name).byId.get(id) ?? null;
  }

  rows(name: string, where: Where = {}): Row[] {
    return [...this.#table(name).near(where)].filter((row) => passes(row, where));
  }

  #store(e: Entity, row: Row): void {
    this.#table(e.name).put(row);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const one of (row[key] ?? []) as Row[]) this.#store(line, one);
  }

  #forget(e: Entity, row: Row): void {
    this.#table(e.name).drop(row["id"]);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const one of (row[key] ?? []) as Row[]) this.#forget(line, one);
  }

  /** One command of one person at one moment; everything or nothing. */
  async act(
    entity: string,
    action: string,
    id: string | undefined,
    input: Row,
    me: Me,
    now: Date,
    more: Partial<Command> = {},
  ): Promise<Came> {
    const e = this.declared.entity(entity);
    const command: Command = { entity: e, action, targets: [{ id, versionNum: more.targets?.[0]?.versionNum, input }], ...more };
    try {
      const attempt = this.#attempt({ ...command, targets: [{ id, versionNum: more.targets?.[0]?.versionNum, input }] }, me, now);
      const inputs = this.#inputs(command, me);
      await new Decider(attempt, { visible: () => new Set(), sees: async () => true } as never, noDatabase as never).decide(
        inputs,
        Promise.resolve(),
      );
      const asked = attempt.asks.filter((one) => !command.confirmed?.includes(one.code));
      if (asked.length) throw confirmNeeded(asked, me);
      return { code: null, documents: this.#keep(attempt) };
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code, documents: [] };
      throw error;
    }
  }

  #inputs({ entity: e, action, targets }: Command, me: Me): Inputs {
    const errors: FieldError[] = [];
    const at = { zone: me.zone };
    const inputs = targets.map(({ id, input }) =>
      action === "saveOrUpdate"
        ? readDocument(e, input, !id, me, at, "", errors)
        : checkValues(verbOf(e, action)?.input ?? {}, input, at, "", errors, true, () => false),
    );
    if (errors.length) throw invalid(errors);
    return inputs;
  }

  #attempt(command: Command, me: Me, now: Date): Attempt {
    const ws = new WorkingSet(this.declared);
    const at = now.toISOString();
    return {
      ...{ doer: { me, now, requestId: this.newId(), ip: null }, command, declared: this.declared, ws, locked: null, homes: null },
      facts: new MemoryFacts(this, ws, this.#settings) as unknown as Facts,
      at: { now: at, today: dayIn(at, me.zone), newId: this.newId, ip: null, before: (row) => ws.of(row).before as typeof row | null },
      ...{ refusals: [], errors: [], notes: [], asks: [], told: [], todos: new Todos(this.declared), revealed: {} },
      ...{ verbs: new Map(), saved: new Map(), titles: new Known() },
    };
  }

  /** What was decided becomes what is remembered. */
  #keep({ ws, doer, at, command, verbs }: Attempt): readonly Row[] {
    for (const root of ws.roots) {
      if (!ws.isTouched(root) || (root.removed && root.before === null)) continue;
      stamp(ws, root, doer.me.userId, at.now);
      const { entity: e, row } = root;
      if (e.number && root.before === null && !row[e.number[0]]) row[e.number[0]] = `${e.number[0]}-${(this.#numbers += 1)}`;
      const stored = root.before ? this.#table(e.name).byId.get(row["id"]) : undefined;
      if (stored) this.#forget(e, stored);
      if (root.removed) continue;
      this.#store(e, this.#plain(root));
      for (const child of root.children)
        if (Object.hasOwn(e.owns, child.collection!) && !child.removed) this.#store(child.entity, this.#plain(child));
    }
    const named = command.targets.flatMap((one) => (one.id ? (ws.get(command.entity, one.id) ?? []) : []));
    const made = [...verbs.keys()].filter((one) => one.entity === command.entity && one.before === null);
    return [...named, ...made].filter((one) => !one.removed).map((one) => copied(one.row));
  }

  /** The row with its lines; rows it owns have a life of their own. */
  #plain({ entity: e, row }: Tracked): Row {
    return copied(Object.fromEntries(Object.entries(row).filter(([key]) => !(key in e.owns))));
  }
}

/** Every reference leads somewhere: what people may choose is not what is tried here. */
class Known extends Map<string, { readonly code: unknown; readonly name: unknown }> {
  override has(): boolean {
    return true;
  }
}

const noDatabase = { query: async () => [], one: async () => null };

/** Facts from memory, copied for the action that asks. */
class MemoryFacts {
  readonly wanted = new Wanted();
  readonly #memory: Memory;
  readonly #ws: WorkingSet;
  readonly #settings: Readonly<Record<string, string>>;

  constructor(memory: Memory, ws: WorkingSet, settings: Readonly<Record<string, string>>) {
    this.#memory = memory;
    this.#ws = ws;
    this.#settings = settings;
  }

  entity(name: string): Entity {
    return this.#memory.declared.entity(name);
  }

  #take(e: Entity, id: string): Row | null {
    const known = this.#ws.get(e, id);
    if (known) return known.removed ? null : known.row;
    const stored = this.#memory.document(e.name, id);
    return stored ? this.#ws.take(e, copied(stored)).row : null;
  }

  async fetch(e: Entity, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#take(e, id);
  }
  async one(e: Entity, id: string): Promise<Row> {
    const found = this.#take(e, id);
    if (!found) throw notFound(e);
    return found;
  }
  async maybe(e: Entity, id: string | null): Promise<Row | null> {
    return id === null || id === "" ? null : this.#take(e, id);
  }
  async lock(e: Entity, id: string): Promise<Row> {
    this.wanted.add(e, id);
    return this.one(e, id);
  }
  async lockLate(): Promise<void> {}
  async where(e: Entity, where: Where): Promise<Row[]> {
    return this.#memory
      .rows(e.name, where)
      .sort((a, b) => (a["id"] < b["id"] ? -1 : 1))
      .flatMap((row) => this.#take(e, row["id"]) ?? []);
  }
  async exists(e: Entity, where: Where): Promise<boolean> {
    return this.#memory.rows(e.name, where).length > 0;
  }
  async count(e: Entity, where: Where): Promise<number> {
    return this.#memory.rows(e.name, where).length;
  }
  async sum(e: Entity, where: Where, field: string): Promise<string> {
    return sum(this.#memory.rows(e.name, where).map((row) => text(row[field]) || "0"));
  }
  async holders(): Promise<readonly []> {
    return [];
  }
  async setting(code: string): Promise<string> {
    return this.#settings[code] ?? "";
  }
}
