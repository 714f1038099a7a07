import type { Declared } from "../../declared.ts";
import type { Entity, Where } from "../../entity.ts";
import { referencesTo, type Reference } from "../../merge.ts";
import type { Find, Holder, Standing } from "../../rule.ts";
import type { Language } from "../../text.ts";
import { Asked, idsAlone, isNarrower, passesPlain, tooMany, type AskedPart, type Past } from "./asked.ts";
import type { Reading } from "../database/db.ts";
import { notFound, prepared } from "../find/find.ts";
import type { Holders } from "../access/holders.ts";
import { above } from "./home.ts";
import { lockAll } from "./ahead.ts";
import { Replan, Wanted } from "./wanted.ts";
import { q } from "../database/schema.ts";
import { documentSql, fromSql, Params, storedKeys, whereSql } from "../find/sql.ts";
import type { Tracked, WorkingSet } from "./working.ts";
import type { Row } from "../find/visible.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- rules see documents typed by their entity
type Document = any;

interface Batch {
  readonly ids: string[];
  readonly done: Promise<void>;
}

interface Late {
  readonly rows: (readonly [Entity, string])[];
  readonly done: Promise<void>;
}

const isStamp = (key: string): boolean => key === "createdBy" || key === "lastUpdatedBy";

/** The first part of a document's statement, written once: it is long, and asked for again and again. */
const written = new WeakMap<Declared, Map<string, string>>();

/** A document as rules read it, to be followed by its condition. Who wrote it, by name, is only told of documents that are shown. */
function factSql(declared: Declared, e: Entity, language: Language, depth: "document" | "row", isShown: boolean): string {
  const texts = written.get(declared) ?? new Map<string, string>();
  written.set(declared, texts);
  const key = `${e.name}|${language}|${depth}|${isShown}`;
  const named = isShown ? {} : { named: (field: string) => !isStamp(field) };
  const text = texts.get(key) ?? documentSql(declared, e, (entity) => storedKeys(declared, entity), language, depth, "", named);
  texts.set(key, text);
  return text;
}

export type SettingOf = (code: string, of?: { readonly orgId?: string }) => Promise<string>;

export interface FactParts {
  readonly declared: Declared;
  readonly db: Reading;
  readonly ws: WorkingSet;
  /** What is locked already; null while an action is only tried. */
  readonly locked: Wanted | null;
  readonly setting: SettingOf;
  /** Names behind references come in the caller's language. */
  readonly language: Language;
  readonly holders?: Holders;
  /** One decision asks the same question once, however many of its rules want to know; whoever asks for longer asks anew. */
  readonly isOneDecision?: true;
  /** The rows that are read at all, where the answers are for somebody's eyes; null for none. */
  readonly scope?: (e: Entity) => Where | null;
  /** The rows that whoever acts may see, for a rule that asks which they are; null for none. */
  readonly sight?: (e: Entity) => Where | null;
}

const nothing: Where = { id: [] };

/** Does the work when everything has been asked that can be asked without waiting for an answer. */
function inOneTurn(work: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.nextTick(() => resolve(work()));
  return promise;
}

/** Reads facts for rules. Questions of one turn become one statement per entity; rows come from and go into the working set. */
export class Facts implements Find {
  readonly declared: Declared;
  readonly #db: Reading;
  readonly #ws: WorkingSet;
  readonly #locked: Wanted | null;
  readonly wanted = new Wanted();
  readonly #open = new Map<Entity, Batch>();
  /** Rows asked for whose answer is still on its way. */
  readonly #coming = new Map<string, Promise<void>>();
  #late: Late | null = null;
  readonly #asked = new Asked((e, parts) => this.#read(e, parts));
  readonly #answers: Map<string, Past> | null;
  readonly #setting: SettingOf;
  readonly #language: Language;
  readonly #holders: Holders | undefined;
  readonly #holdersFound = new Map<string, Promise<readonly Holder[]>>();
  readonly #scope: FactParts["scope"];
  readonly #sight: FactParts["sight"];

  constructor(parts: FactParts) {
    this.declared = parts.declared;
    this.#db = parts.db;
    this.#ws = parts.ws;
    this.#locked = parts.locked;
    this.#setting = parts.setting;
    this.#language = parts.language;
    this.#holders = parts.holders;
    this.#answers = parts.isOneDecision ? new Map() : null;
    this.#scope = parts.scope;
    this.#sight = parts.sight ?? parts.scope;
  }

  /** A question, as far as its answers may be read. */
  #within(e: Entity, where: Where): Where {
    return this.#scope ? { all: [where, this.#scope(e) ?? nothing] } : where;
  }

  entity(name: string): Entity {
    return this.declared.entity(name);
  }

  references(target: Entity): readonly Reference[] {
    return referencesTo(this.declared, target);
  }

  async #load(e: Entity, id: string): Promise<Row | null> {
    const known = this.#ws.get(e, id);
    if (known) return known.removed ? null : known.row;
    await (this.#coming.get(`${e.name}|${id}`) ?? this.#ask(e, id));
    return this.#ws.get(e, id)?.row ?? null;
  }

  /** Asks for a row along with those of the same turn. */
  #ask(e: Entity, id: string): Promise<void> {
    const batch = this.#open.get(e) ?? this.#batch(e);
    batch.ids.push(id);
    this.#coming.set(`${e.name}|${id}`, batch.done);
    return batch.done;
  }

  #batch(e: Entity): Batch {
    const ids: string[] = [];
    const done = inOneTurn(async () => {
      this.#open.delete(e);
      await this.fetch(e, ids);
      for (const id of ids) this.#coming.delete(`${e.name}|${id}`);
    });
    this.#open.set(e, { ids, done });
    return { ids, done };
  }

  /** Reads the documents an action was called on, all in one statement. */
  named(e: Entity, ids: readonly string[], depth: "document" | "row", scope: Where): Promise<void> {
    return this.#take(e, ids, factSql(this.declared, e, this.#language, depth, true), scope);
  }

  /** Reads documents by id into the working set, all in one statement. */
  fetch(e: Entity, ids: readonly string[]): Promise<void> {
    return this.#take(e, ids, factSql(this.declared, e, this.#language, "document", false));
  }

  async #take(e: Entity, ids: readonly string[], text: string, scope: Where = {}): Promise<void> {
    const params = new Params();
    // One id is asked for as one: its plan is kept, that of a list of ids would be made anew each time.
    const condition = whereSql(e, "t", this.#within(e, { all: [{ id: ids }, scope] }), params, this.declared);
    for (const row of await this.#db.query<Row>(prepared(text + condition), params.values)) this.#enter(e, row);
  }

  /** A row as it is decided about. A document one of whose lines has changed since that line was read by itself is locked, and everything read again. */
  #enter(e: Entity, row: Row): Tracked {
    const tracked = this.#ws.take(e, row);
    // A line whose document is still unknown is looked at again with it.
    const torn = this.#locked ? this.#ws.torn().find((root) => !above(this.declared, root.entity)) : undefined;
    if (torn) throw new Replan(torn.entity, torn.row["id"]);
    return tracked;
  }

  async one(e: Entity, id: string): Promise<Document> {
    const row = await this.#load(e, id);
    if (!row) throw notFound(e);
    return row;
  }

  async maybe(e: Entity, id: string | null): Promise<Document> {
    return id === null || id === "" ? null : this.#load(e, id);
  }

  async lock(e: Entity, id: string): Promise<Document> {
    // What this action makes nobody else can have.
    if (this.#ws.get(e, id)?.before === null) return this.one(e, id);
    this.wanted.add(e, id);
    if (this.#locked && !this.#locked.has(e, id)) await this.lockLate(e, id);
    return this.one(e, id);
  }

  /** Locks a row in the midst of an action; the rows of one turn are locked together. */
  lockLate(e: Entity, id: string): Promise<void> {
    if (!this.#late) {
      const rows: Late["rows"] = [];
      const done = inOneTurn(() => {
        this.#late = null;
        return this.#lockInOrder(rows);
      });
      this.#late = { rows, done };
    }
    this.#late.rows.push([e, id]);
    return this.#late.done;
  }

  /** Rows that come later in the one order of locks may still be taken, if nobody has read them yet; anything else starts the action over. */
  async #lockInOrder(rows: Late["rows"]): Promise<void> {
    const locked = this.#locked!;
    const rank = (e: Entity): number => this.declared.rank(e);
    const isAfter = ([a, x]: readonly [Entity, string], [b, y]: readonly [Entity, string]): boolean =>
      a === b ? x > y : rank(a) > rank(b);
    const open = rows.filter(([e, id]) => !locked.has(e, id)).sort((a, b) => (isAfter(a, b) ? 1 : -1));
    for (const entry of open) {
      const isLast = [...locked.ids].every(
        ([e, ids]) => rank(e) < rank(entry[0]) || (e.name === entry[0].name && [...ids].every((id) => entry[1] >= id)),
      );
      if (!isLast || this.#ws.get(...entry) || this.#coming.has(`${entry[0].name}|${entry[1]}`)) throw new Replan(...entry);
      locked.add(...entry);
    }
    // What was answered before the lock may have changed while it was waited for.
    this.#answers?.clear();
    const late = new Wanted();
    for (const entry of open) late.add(...entry);
    await lockAll(this.#db, this.declared, late);
  }

  async where(e: Entity, where: Where, limit = 1000): Promise<Document[]> {
    const ids = idsAlone(where);
    if (ids && ids.length <= limit) return this.#stored(e, ids);
    const rows = await this.#answer(e, where, limit);
    if (rows.length > limit) throw tooMany(e, limit);
    return rows
      .map((row) => this.#enter(e, row))
      .filter((t) => !t.removed)
      .map((t) => t.row);
  }

  /** Stored documents by their ids alone: what the action has read already is not read again. */
  async #stored(e: Entity, ids: readonly string[]): Promise<Document[]> {
    await Promise.all(ids.map((id) => this.#load(e, id)));
    return ids.flatMap((id) => {
      const known = this.#ws.get(e, id);
      return known && known.before !== null && !known.removed ? [known.row] : [];
    });
  }

  #answer(e: Entity, where: Where, limit: number): Promise<readonly Row[]> {
    if (!this.#answers) return this.#asked.where(e, where, limit);
    const question = `${e.name}|${limit}|${JSON.stringify(where)}`;
    const known = this.#answers.get(question)?.rows;
    if (known) return known;
    const rows = this.#fromWider(e, where, limit) ?? this.#asked.where(e, where, limit);
    this.#answers.set(question, { entity: e, where, limit, rows });
    return rows;
  }

  /** The answer to a question that only names more values than one that was asked before. */
  #fromWider(e: Entity, where: Where, limit: number): Promise<readonly Row[]> | undefined {
    const wider = [...this.#answers!.values()].find((past) => past.entity.name === e.name && isNarrower(e, where, past.where));
    return wider?.rows.then((rows) =>
      rows.length > wider.limit
        ? this.#asked.where(e, where, limit)
        : rows.filter((row) => passesPlain(this.#asRead(e, row), where, wider.where)),
    );
  }

  /** A row as it was read: rules change the very object that came from the database. */
  #asRead(e: Entity, row: Row): Readonly<Row> {
    const known = this.#ws.get(e, row["id"]);
    return known?.row === row ? (known.before ?? row) : row;
  }

  /** Questions of one kind; several travel as one statement. */
  async #read(e: Entity, parts: readonly AskedPart[]): Promise<readonly (readonly Row[])[]> {
    const params = new Params({ isBlind: true });
    const of = factSql(this.declared, e, this.#language, "document", false);
    const texts = parts.map(({ where, limit }) => {
      const condition = whereSql(e, "t", this.#within(e, where), params, this.declared);
      return `${of}${condition} order by t.id limit ${params.add(limit)}`;
    });
    if (texts.length === 1) return [await this.#db.query<Row>(prepared(texts[0]!), params.values)];
    const all = texts.map((text, i) => `select ${i} as "$part", x.* from (${text}) x`).join(" union all ");
    const rows = await this.#db.query<Row>(prepared(all), params.values);
    const byPart = Map.groupBy(rows, (row) => row["$part"] as number);
    for (const row of rows) delete row["$part"];
    return parts.map((_, i) => byPart.get(i) ?? []);
  }

  async visibleIds(e: Entity, where: Where, limit: number, after = ""): Promise<readonly string[]> {
    const sight = this.#sight ? this.#sight(e) : {};
    if (sight === null) return [];
    const params = new Params();
    const from = fromSql(e, { all: [where, sight] }, params, this.declared);
    const text = `select t.id ${from} and t.id > ${params.add(after)} order by t.id limit ${params.add(limit)}`;
    return (await this.#db.query<{ id: string }>(text, params.values)).map((row) => row.id);
  }

  async exists(e: Entity, where: Where): Promise<boolean> {
    const params = new Params({ isBlind: true });
    const text = `select exists (select 1 from ${q(e.name)} t where ${whereSql(e, "t", this.#within(e, where), params, this.declared)}) as yes`;
    return (await this.#db.one<{ yes: boolean }>(prepared(text), params.values))!.yes;
  }

  async count(e: Entity, where: Where): Promise<number> {
    const params = new Params({ isBlind: true });
    const text = `select count(*)::int as n from ${q(e.name)} t where ${whereSql(e, "t", this.#within(e, where), params, this.declared)}`;
    return (await this.#db.one<{ n: number }>(prepared(text), params.values))!.n;
  }

  async sum(e: Entity, where: Where, field: string): Promise<string> {
    const params = new Params({ isBlind: true });
    const text = `select coalesce(sum(t.${q(field)}), 0)::text as total from ${q(e.name)} t where ${whereSql(e, "t", this.#within(e, where), params, this.declared)}`;
    return (await this.#db.one<{ total: string }>(prepared(text), params.values))!.total;
  }

  async holders(e: Entity, row: Row, button: string): Promise<readonly Holder[]> {
    if (!this.#holders) return [];
    const key = `${e.name}|${button}`;
    const known = this.#holdersFound.get(key) ?? this.#holders.holders(e, button, this.#db);
    this.#holdersFound.set(key, known);
    return this.#holders.of(e, row, await known, this.#db);
  }

  async standings(e: Entity, ids: readonly string[], userIds: readonly string[]): Promise<readonly Standing[]> {
    return this.#holders ? this.#holders.standings(e, ids, userIds, this.#db) : [];
  }

  setting(code: string, of?: { readonly orgId?: string }): Promise<string> {
    return this.#setting(code, of);
  }
}
