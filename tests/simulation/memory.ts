import { sum } from "#kernel/decimal.ts";
import { declare, type Declared } from "#kernel/declared.ts";
import type { Entity, Me, Where } from "#kernel/entity.ts";
import { Refusal, refuse, type FieldError } from "#kernel/refusal.ts";
import { cleanRichText } from "#kernel/rich-text.ts";
import { invalid, checkValues } from "#kernel/check.ts";
import type { Module } from "#kernel/module.ts";
import { dayIn } from "#kernel/time.ts";
import type { Attempt, Command } from "#kernel/server/act/attempt.ts";
import { Decider, type Inputs } from "#kernel/server/act/decide.ts";
import { readDocument } from "#kernel/server/act/document.ts";
import type { Facts } from "#kernel/server/act/facts.ts";
import { Wanted } from "#kernel/server/act/wanted.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { stamp } from "#kernel/server/act/outcome.ts";
import { Todos } from "#kernel/server/home/todo.ts";
import { mayPress, verbOf } from "#kernel/server/act/verb.ts";
import { WorkingSet, type Tracked } from "#kernel/server/act/working.ts";
import type { Row } from "../support/generate.ts";
import { passes, Table, text } from "./tables.ts";

/** What a command came to: the documents named, or the code of the refusal. */
export type Came = { readonly code: null; readonly documents: readonly Row[] } | { readonly code: string; readonly documents: readonly [] };

/** One command as a person gives it; every question it raises is answered with yes. */
interface Asked {
  readonly entity: string;
  readonly action: string;
  readonly id: string | undefined;
  readonly input: Row;
  readonly me: Me;
  readonly versionNum?: number | undefined;
}

/** What one list of areas declares is worked out once. */
const known = new WeakMap<readonly Module[], Declared>();

/** The product's own rules on tables that are only remembered: what the database does is left out, what is decided is not. */
export class Memory {
  readonly declared: Declared;
  readonly #tables = new Map<string, Table>();
  readonly #settings: Readonly<Record<string, string>>;
  #ids = 0;
  #numbers = 0;

  constructor(modules: readonly Module[], settings: Readonly<Record<string, string>> = {}) {
    this.declared = known.get(modules) ?? declare(modules);
    known.set(modules, this.declared);
    this.#settings = settings;
  }

  readonly newId = (): string => `m${String((this.#ids += 1)).padStart(10, "0")}`;

  #table(name: string): Table {
    let found = this.#tables.get(name);
    if (!found) this.#tables.set(name, (found = new Table()));
    return found;
  }

  /** Documents that stand there without having been made by an action: the ground a run begins on. They are never changed, so runs share them. */
  plant(name: string, rows: readonly Row[]): void {
    const e = this.declared.entity(name);
    for (const row of rows) this.#store(e, row);
  }

  /** A document as it is remembered: to be looked at, not to be changed. */
  document(name: string, id: string): Readonly<Row> | null {
    return this.#table(name).byId.get(id) ?? null;
  }

  rows(name: string, where: Where = {}): Row[] {
    return this.#near(this.declared.entity(name), where).filter((row) => passes(row, where));
  }

  /** The rows that may pass; a question about lines begins with the lines. */
  #near(e: Entity, where: Where): readonly Row[] {
    const mine = this.#table(e.name).near(where);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
      const test = where[key] as { readonly some?: Where } | undefined;
      if (!test?.some || mine.length < 2) continue;
      const ids = new Set(this.#near(line, test.some).map((row) => row["parentId"] as string));
      if (ids.size < mine.length) return [...ids].flatMap((id) => this.#table(e.name).byId.get(id) ?? []);
    }
    return mine;
  }

  #store(e: Entity, row: Row): void {
    this.#table(e.name).put(row);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const entry of (row[key] ?? []) as Row[]) this.#store(line, entry);
  }

  #forget(e: Entity, row: Row): void {
    this.#table(e.name).drop(row["id"]);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const entry of (row[key] ?? []) as Row[]) this.#forget(line, entry);
  }

  /** One command of one person at one moment; everything or nothing, and nothing where its process dies before the end. */
  async act({ entity, action, id, input, me, versionNum }: Asked, now: Date, dies = false): Promise<Came> {
    const command: Command = { entity: this.declared.entity(entity), action, targets: [{ id, versionNum, input }] };
    try {
      this.#mustBeGranted(command, me);
      const attempt = this.#attempt(command, me, now);
      await new Decider(attempt, noFinder as never, noDatabase as never).decide(this.#inputs(command, me), Promise.resolve());
      return { code: null, documents: dies ? [] : this.#keep(attempt) };
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code, documents: [] };
      throw error;
    }
  }

  #mustBeGranted({ entity: e, action, targets: [target] }: Command, me: Me): void {
    const verb = verbOf(e, action);
    const isNew = action === "saveOrUpdate" && !target!.id;
    if (!verb || !mayPress(me, e, isNew ? "btnAdd" : verb.button, verb.who, this.declared)) throw permDenied();
  }

  #inputs({ entity: e, action, targets }: Command, me: Me): Inputs {
    const errors: FieldError[] = [];
    const at = { zone: me.zone, clean: cleanRichText };
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
      doer: { me, now, requestId: this.newId(), ip: null, proof: { at, way: "PASSWORD" } as const },
      command,
      declared: this.declared,
      ws,
      locked: null,
      homes: null,
      facts: new MemoryFacts(this, ws, this.#settings) as unknown as Facts,
      at: {
        now: at,
        today: dayIn(at, me.zone),
        newId: this.newId,
        seal: this.declared.seal,
        ip: null,
        before: (row) => ws.of(row).before as typeof row | null,
      },
      proofs: new Set<Tracked>(),
      isOffered: undefined,
      refusals: [],
      errors: [],
      notes: [],
      foreseen: [],
      asks: [],
      told: [],
      todos: new Todos(this.declared),
      revealed: {},
      verbs: new Map(),
      saved: new Map(),
      submitted: new Set(),
      titles: new Known(),
      chosen: new Map(),
    };
  }

  /** What was decided becomes what is remembered. */
  #keep({ ws, doer, at, command, verbs }: Attempt): readonly Row[] {
    const touched = ws.roots.filter((root) => ws.isTouched(root) && !(root.removed && root.before === null));
    for (const root of touched) this.#mustBeAlone(root);
    for (const root of touched) {
      stamp(ws, root, doer.me.userId, at.now);
      const { entity: e, row } = root;
      if (e.number && root.before === null && !row[e.number[0]]) row[e.number[0]] = `${e.number[0]}-${(this.#numbers += 1)}`;
      const stored = root.before ? this.#table(e.name).byId.get(row["id"]) : undefined;
      if (stored) this.#forget(e, stored);
      if (root.removed) continue;
      this.#store(e, plain(e, row));
      for (const child of root.children)
        if (Object.hasOwn(e.owns, child.collection!) && !child.removed) this.#store(child.entity, plain(child.entity, child.row));
    }
    const named = command.targets.flatMap((target) => (target.id ? (ws.get(command.entity, target.id) ?? []) : []));
    const made = [...verbs.keys()].filter((key) => key.entity === command.entity && key.before === null);
    return [...named, ...made].filter((tracked) => !tracked.removed).map((tracked) => tracked.row);
  }

  /** What may be there once is there once, as the database would say. */
  #mustBeAlone({ entity: e, row, removed }: Tracked): void {
    for (const { fields, while: only, code } of removed ? [] : (e.unique ?? [])) {
      if (only && !passes(row, only)) continue;
      const same = Object.fromEntries(fields.map((key) => [key, row[key] ?? null]));
      if (this.rows(e.name, { ...same, ...(only ? { all: [only] } : {}) }).some((candidate) => candidate["id"] !== row["id"]))
        throw refuse(code ?? "DATA_DUPLICATE", "已存在", "Already there");
    }
  }
}

/** The row with its lines, apart from the one it was taken from; rows it owns have a life of their own. */
function plain(e: Entity, row: Row): Row {
  const made: Row = { ...row };
  for (const key of Object.keys(e.owns)) delete made[key];
  for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
    if (Array.isArray(row[key])) made[key] = (row[key] as Row[]).map((entry) => plain(line, entry));
  return made;
}

/** Every reference leads somewhere: what people may choose is not what is tried here. */
class Known extends Map<string, { readonly code: unknown; readonly name: unknown }> {
  override has(): boolean {
    return true;
  }
}

const noFinder = { visible: () => new Set(), isOwn: async () => true };
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

  get declared(): Declared {
    return this.#memory.declared;
  }

  entity(name: string): Entity {
    return this.#memory.declared.entity(name);
  }

  #take(e: Entity, id: string): Row | null {
    const known = this.#ws.get(e, id);
    if (known) return known.removed ? null : known.row;
    const stored = this.#memory.document(e.name, id);
    return stored ? this.#ws.take(e, plain(e, stored)).row : null;
  }

  fetch(e: Entity, ids: readonly string[]): Promise<void> {
    return this.named(e, ids, "document", {});
  }
  async named(e: Entity, ids: readonly string[], _: "document" | "row", scope: Where): Promise<void> {
    for (const id of ids) {
      const stored = this.#memory.document(e.name, id);
      if (stored && passes(stored, scope)) this.#take(e, id);
    }
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
