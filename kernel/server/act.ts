import { checkValues, invalid, type CheckContext } from "../check.ts";
import type { Declared } from "../declared.ts";
import { collections, companions, type Action, type Entity, type Me, type Who } from "../entity.ts";
import { Refusal, refuse, type FieldError } from "../refusal.ts";
import type { Decision, Effect, Moment } from "../rule.ts";
import { say, type Text } from "../text.ts";
import { dayIn } from "../time.ts";
import type { Db, Tx } from "./db.ts";
import { applyInput, blankRow, readDocument, recompute, requiredErrors, type DocumentInput } from "./document.ts";
import { Facts, Replan, Wanted, type SettingOf } from "./facts.ts";
import { notFound, permDenied, prepared, titled, type Finder } from "./find.ts";
import { flush, type Entry, type Remembered, type Told } from "./flush.ts";
import { newId } from "./id.ts";
import type { Numbers } from "./number.ts";
import { checkConstraints, q, uniqueIndexes } from "./schema.ts";
import { Params, whereSql } from "./sql.ts";
import { maskLast4, present, scopeOf, type Row } from "./visible.ts";
import { copyOf, WorkingSet, type FieldChange, type Tracked } from "./working.ts";

/** Who acts, when, and for which request. */
export interface Doer {
  readonly me: Me;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string | null;
}

export interface Target {
  readonly id?: string | undefined;
  readonly versionNum?: number | undefined;
  readonly input: Row;
}

/** One request to change something. Several targets succeed or fail together. */
export interface Command {
  readonly entity: Entity;
  readonly action: string;
  readonly targets: readonly Target[];
  readonly reason?: string | undefined;
  readonly confirmed?: readonly string[] | undefined;
  readonly key?: { readonly key: string; readonly bodyHash: string } | undefined;
  /** Rows of the same entity that go in the same transaction. */
  readonly removes?: readonly string[] | undefined;
}

export interface Note {
  readonly code: string;
  readonly text: Text;
}

export interface ChangedDocument {
  readonly entity: Entity;
  readonly id: string;
  readonly number: string | null;
  readonly made: boolean;
  readonly removed: boolean;
  readonly changes: readonly FieldChange[];
}

export interface Outcome {
  readonly documents: readonly Row[];
  readonly notes: readonly Note[];
  readonly revealed: Row | null;
  readonly changed: readonly ChangedDocument[];
  readonly told: readonly string[];
  /** The whole reply as it was stored; set when the request key had been used before. */
  readonly stored?: string;
}

/** What act needs from the rest of the kernel. */
export interface ActParts {
  readonly declared: Declared;
  readonly db: Db;
  readonly finder: Finder;
  readonly numbers: Numbers;
  readonly lookup: CheckContext["lookup"];
  readonly setting: (me: Me) => SettingOf;
  /** Told after commit which entities changed, so that caches and listeners follow. */
  readonly after: (changed: readonly ChangedDocument[], told: readonly string[]) => void;
  /** Entities whose change changes what people may do. */
  readonly grants: ReadonlySet<string>;
}

const mostTargets = 500;
const deepest = 8;

interface Step {
  readonly tracked: Tracked;
  readonly action: string;
  readonly input: Row;
  readonly depth: number;
}

/** Everything one attempt gathers before anything is written. */
interface Attempt {
  readonly doer: Doer;
  readonly command: Command;
  readonly ws: WorkingSet;
  readonly facts: Facts;
  readonly locked: Wanted | null;
  readonly at: Moment;
  readonly refusals: Refusal[];
  readonly errors: FieldError[];
  readonly notes: Note[];
  readonly asks: Note[];
  readonly told: Told[];
  readonly revealed: Row;
  readonly verbs: Map<Tracked, string>;
  readonly saved: Set<Tracked>;
  readonly titles: Map<string, { code: unknown; name: unknown }>;
}

export class Actor {
  readonly #parts: ActParts;
  /** Actions seen to lock or run other documents: these are tried dry first, so that all rows are locked in one order. */
  readonly #reaching = new Set<string>();

  constructor(parts: ActParts) {
    this.#parts = parts;
  }

  /** The only way to change anything. */
  async act(command: Command, doer: Doer): Promise<Outcome> {
    try {
      const inputs = this.#check(command, doer);
      return await this.#attempts(command, doer, inputs);
    } catch (error) {
      const stored = await this.#stored(command, doer);
      if (stored !== null) return { documents: [], notes: [], revealed: null, changed: [], told: [], stored };
      throw error;
    }
  }

  /** The same decision without locks and without writing: what would happen, or why not. */
  async trial(command: Command, doer: Doer): Promise<{ outcome: Outcome | null; refusals: readonly Refusal[]; asks: readonly Note[] }> {
    try {
      const inputs = this.#check(command, doer);
      const { attempt } = await this.#dry(command, doer, inputs);
      return { outcome: this.#outcome(attempt, []), refusals: [], asks: attempt.asks };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: null, refusals: [error], asks: [] };
    }
  }

  async #attempts(command: Command, doer: Doer, inputs: readonly (DocumentInput | Row)[]): Promise<Outcome> {
    const verb = `${command.entity.name}.${command.action}`;
    let wanted = this.#reaching.has(verb) ? (await this.#dry(command, doer, inputs)).wanted : new Wanted();
    for (let tries = 1; ; tries++) {
      try {
        return await this.#commit(command, doer, inputs, wanted);
      } catch (error) {
        if (tries >= 5) throw asBusy(error);
        if (error instanceof Replan) {
          this.#reaching.add(verb);
          const dry = await this.#dry(command, doer, inputs);
          dry.wanted.add(error.entity, error.id);
          dry.wanted.merge(wanted);
          wanted = dry.wanted;
        } else if (!isPassing(error)) throw this.#explain(error, command.entity);
      }
    }
  }

  /** Shape and grant, before anything is read or locked. */
  #check(command: Command, doer: Doer): (DocumentInput | Row)[] {
    const { entity: e, action, targets } = command;
    const { me } = doer;
    if (targets.length === 0 || targets.length > mostTargets) throw refuse("BATCH_SIZE", `一次须处理 1 至 ${mostTargets} 条`, `Handle 1 to ${mostTargets} documents at a time`);
    const declared = verbOf(e, action);
    if (!declared || (e.internal && me.audience !== "system")) throw permDenied();
    if (command.removes?.length) {
      const going = verbOf(e, "delete");
      if (!going || !mayPress(me, e, going.button, going.who, this.#parts.declared)) throw permDenied();
    }
    const errors: FieldError[] = [];
    const at: CheckContext = { zone: me.zone, ...(this.#parts.lookup ? { lookup: this.#parts.lookup } : {}) };
    const inputs = targets.map((target, index) => {
      const button = action === "saveOrUpdate" ? (target.id ? "btnSave" : "btnAdd") : declared.button;
      if (!mayPress(me, e, button, declared.who, this.#parts.declared)) throw permDenied();
      const prefix = targets.length > 1 ? `rows[${index}].` : "";
      if (action === "saveOrUpdate") return readDocument(e, target.input, !target.id, me, at, prefix, errors);
      return checkValues(declared.input ?? {}, target.input, at, prefix, errors, true, isEnvelope);
    });
    if (errors.length) throw invalid(errors);
    return inputs;
  }

  #attempt(command: Command, doer: Doer, db: Db, locked: Wanted | null): Attempt {
    const { declared, setting } = this.#parts;
    const ws = new WorkingSet(declared);
    const now = doer.now.toISOString();
    return {
      doer, command, ws, locked,
      facts: new Facts(declared, db, ws, locked, setting(doer.me)),
      at: { now, today: dayIn(now, doer.me.zone), newId },
      refusals: [], errors: [], notes: [], asks: [], told: [], revealed: {}, verbs: new Map(), saved: new Set(), titles: new Map(),
    };
  }

  async #dry(command: Command, doer: Doer, inputs: readonly (DocumentInput | Row)[]): Promise<{ attempt: Attempt; wanted: Wanted }> {
    const attempt = this.#attempt(command, doer, this.#parts.db, null);
    await this.#decide(attempt, inputs, this.#parts.db);
    return { attempt, wanted: attempt.facts.wanted };
  }

  async #commit(command: Command, doer: Doer, inputs: readonly (DocumentInput | Row)[], wanted: Wanted): Promise<Outcome> {
    let outcome!: Outcome;
    let changed: readonly ChangedDocument[] = [];
    await this.#parts.db.tx(async (tx) => {
      const locked = new Wanted();
      locked.merge(wanted);
      for (const target of command.targets) if (target.id) locked.add(command.entity, target.id);
      for (const id of command.removes ?? []) locked.add(command.entity, id);
      const locks = this.#lock(tx, locked);
      const attempt = this.#attempt(command, doer, tx, locked);
      await Promise.all([locks, this.#decide(attempt, inputs, tx, locks)]);
      const asked = attempt.asks.filter((a) => !command.confirmed?.includes(a.code));
      if (asked.length) throw confirmNeeded(asked, doer.me);
      outcome = await this.#write(attempt, tx);
      changed = outcome.changed;
    });
    this.#parts.after(changed, outcome.told);
    return outcome;
  }

  /** Takes every row lock in one order over all entities, so that two actions never wait for each other. */
  async #lock(tx: Tx, wanted: Wanted): Promise<void> {
    const ordered = [...wanted.ids].sort(([a], [b]) => this.#parts.declared.rank(a) - this.#parts.declared.rank(b));
    await Promise.all(ordered.map(([e, ids]) => tx.query(prepared(`select id from ${q(e.name)} where id = any($1) order by id for update`), [[...ids].sort()])));
  }

  async #decide(attempt: Attempt, inputs: readonly (DocumentInput | Row)[], db: Db, locks: Promise<void> = Promise.resolve()): Promise<void> {
    const { command, ws } = attempt;
    const steps = await this.#begin(attempt, inputs, db, locks);
    await this.#settle(attempt, steps);
    if (attempt.errors.length) throw invalid(attempt.errors);
    if (attempt.refusals.length) throw together(attempt.refusals);
    const above = await this.#parents(attempt, db);
    for (const root of ws.roots) if (ws.isTouched(root) && !root.removed) recompute(root, above.get(root) ?? null);
    for (const t of attempt.saved) requiredErrors(t, attempt.errors, command.targets.length > 1 ? `rows[${command.targets.findIndex((one) => one.id === t.row["id"])}].` : "");
    if (attempt.errors.length) throw invalid(attempt.errors);
    await this.#checkTrees(attempt, db);
  }

  /** Reads the documents the caller named, checks version, state and person, and puts the input on them. */
  async #begin(attempt: Attempt, inputs: readonly (DocumentInput | Row)[], db: Db, locks: Promise<void>): Promise<Step[]> {
    const { command, doer, ws } = attempt;
    const { entity: e } = command;
    const removes = command.removes ?? [];
    const ids = [...command.targets.flatMap((t) => (t.id ? [t.id] : [])), ...removes];
    const scope = scopeOf(this.#parts.declared, e, doer.me);
    if (scope === null) throw permDenied();
    const reading: Promise<unknown>[] = [locks];
    if (ids.length) reading.push(attempt.facts.fetch(e, ids, verbOf(e, command.action)?.loads ?? "document", scope));
    if (command.action === "saveOrUpdate") reading.push(this.#readTitles(attempt, e, inputs as DocumentInput[], db));
    await Promise.all(reading);
    const going = removes.map((id): Step => ({ tracked: ws.get(e, id) ?? missingRow(e), action: "delete", input: {}, depth: 0 }));
    const steps = command.targets.map((target, index): Step => {
      const known = target.id ? ws.get(e, target.id) : undefined;
      if (target.id && !known) throw notFound(e);
      if (known && target.versionNum !== undefined && target.versionNum !== known.row["versionNum"]) throw this.#stale(e, known, doer.me);
      const input = inputs[index]!;
      if (command.action !== "saveOrUpdate" && !verbOf(e, command.action)?.creates) return { tracked: known!, action: command.action, input: input as Row, depth: 0 };
      const parentId = typeof target.input["parentId"] === "string" ? target.input["parentId"] : undefined;
      const blank = blankRow(e, newId(), { userId: doer.me.userId, now: attempt.at.now, newId }, this.#parts.declared.parent(e) ? parentId : undefined);
      const tracked = known ?? ws.make(e, { ...blank, ...ownership(e, doer.me) });
      return { tracked, action: command.action, input: input as Row, depth: 0 };
    });
    return [...going, ...steps];
  }

  /** References must lead to rows the caller may pick; a foreign one is answered like a missing one. */
  async #readTitles(attempt: Attempt, e: Entity, inputs: readonly DocumentInput[], db: Db): Promise<void> {
    const wanted = new Map<Entity, Map<string, string>>();
    const collect = (of: Entity, input: DocumentInput, prefix: string): void => {
      for (const [key, value] of Object.entries(input.values)) {
        const target = of.fields[key]!.kind === "ref" ? this.#parts.declared.entities.get(of.fields[key]!.target!) : undefined;
        if (!target || typeof value !== "string") continue;
        if (!wanted.has(target)) wanted.set(target, new Map());
        if (!wanted.get(target)!.has(value)) wanted.get(target)!.set(value, prefix + key);
      }
      for (const [collection, lines] of Object.entries(input.lines)) for (const one of lines.rows) collect((of.lines as Record<string, Entity>)[collection]!, one.input, `${one.path}.`);
    };
    inputs.forEach((input, i) => collect(e, input, inputs.length > 1 ? `rows[${i}].` : ""));
    await Promise.all([...wanted].map(([target, ids]) => this.#titlesOf(attempt, target, ids, db)));
  }

  async #titlesOf(attempt: Attempt, target: Entity, ids: ReadonlyMap<string, string>, db: Db): Promise<void> {
    const { me } = attempt.doer;
    const scope = scopeOf(this.#parts.declared, target, me);
    const params = new Params();
    const keys = ["id", ...target.title, ...target.title.flatMap((key) => target.fields[key]?.english ?? [])];
    const rows = scope === null ? [] : await db.query<Row>(prepared(`select ${keys.map((key) => `t.${q(key)}`).join(", ")} from ${q(target.name)} t where t.id = any(${params.add([...ids.keys()])}) and ${whereSql(target, "t", scope, params, this.#parts.declared)}`), params.values);
    for (const row of rows) {
      const { code, name } = titled(target, row, me);
      attempt.titles.set(`${target.name}|${row["id"]}`, { code, name });
    }
    const missing = [...ids].filter(([id]) => !attempt.titles.has(`${target.name}|${id}`));
    // A stored reference outside the caller's scope may stay; only a newly chosen one must be visible.
    for (const [id, path] of missing) if (!isStoredReference(attempt.ws, target, id)) attempt.errors.push({ path, code: "DATA_NOT_FOUND", text: [`${target.label[0]}不存在或无权查看`, `${target.label[1]} not found or not visible`] });
  }

  #stale(e: Entity, known: Tracked, me: Me): Refusal {
    const visible = this.#parts.finder.visible(e, me);
    const theirs = Object.fromEntries(Object.entries(copyOf(known)).filter(([key]) => visible.has(key) || key in collections(e)));
    return refuse("VERSION_CONFLICT", "数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry", { data: { theirs: present(e, theirs, me.zone) } });
  }

  /** Decides step after step; what a decision runs elsewhere is read together and decided in order. */
  async #settle(attempt: Attempt, steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    for (const step of steps) this.#prepare(attempt, step);
    if (attempt.errors.length || attempt.refusals.length) return;
    const rules = steps.map((step) => this.#parts.declared.rule(step.tracked.entity, step.action));
    const inputs = steps.map((step) => (isSave(step.action) ? { before: step.tracked.before ? copyOf(step.tracked) : null } : step.input));
    const facts = await Promise.all(steps.map((step, i) => rules[i]?.reads?.(step.tracked.row as never, attempt.facts, inputs[i], attempt.doer.me) ?? {}));
    const next: Step[] = [];
    for (const [i, step] of steps.entries()) {
      const decision = rules[i]?.decide(step.tracked.row as never, facts[i], inputs[i], attempt.doer.me, attempt.at);
      for (const effect of effectsOf(decision, attempt.refusals)) this.#apply(attempt, step, effect, next);
    }
    if (attempt.refusals.length) return;
    await this.#loadRuns(attempt, next);
    await this.#settle(attempt, next.map((step) => ("pending" in step ? this.#bound(attempt, step as never) : step)));
  }

  /** Version, state and person of one step; then the plain part of the action: input, state, removal. */
  #prepare(attempt: Attempt, step: Step): void {
    const { tracked, action } = step;
    const { entity: e, row } = tracked;
    const verb = verbOf(e, action)!;
    const { me } = attempt.doer;
    const from = verb.from as readonly string[] | undefined;
    if (tracked.before && from && !from.includes(row[e.stateField])) attempt.refusals.push(wrongState(e, row, verb));
    if (step.depth === 0 && tracked.before && !isPerson(me, row, verb.who)) attempt.refusals.push(permDenied());
    if (attempt.refusals.length) return;
    attempt.verbs.set(tracked, action);
    if (action === "delete") return this.#remove(attempt, tracked);
    if (action === "saveOrUpdate") {
      attempt.saved.add(tracked);
      const stamp = { userId: me.userId, now: attempt.at.now, newId };
      applyInput(attempt.ws, tracked, step.input as DocumentInput, stamp, attempt.command.targets.length > 1 ? `rows[${attempt.command.targets.findIndex((t) => t.id === row["id"])}].` : "", attempt.errors);
    } else if (verb.to) row[e.stateField] = verb.to;
  }

  #remove(attempt: Attempt, tracked: Tracked): void {
    attempt.ws.remove(tracked);
  }

  #apply(attempt: Attempt, step: Step, effect: Effect, next: Step[]): void {
    const { ws } = attempt;
    const stamp = { userId: attempt.doer.me.userId, now: attempt.at.now, newId };
    switch (effect.kind) {
      case "set":
        Object.assign(ws.of(effect.row).row, effect.patch);
        return;
      case "add": {
        const parent = ws.of(effect.parent);
        const line = (collections(parent.entity) as Record<string, Entity>)[effect.collection]!;
        const made = ws.make(line, { ...blankRow(line, newId(), stamp, parent.row["id"]), ...effect.draft }, parent, effect.collection);
        ((parent.row[effect.collection] ??= []) as Row[]).push(made.row);
        return;
      }
      case "drop":
        ws.remove(ws.of(effect.row));
        return;
      case "make":
        this.#make(attempt, effect.entity, effect.id, effect.draft, stamp);
        return;
      case "run":
        if (step.depth >= deepest) throw new Error(`actions run each other deeper than ${deepest}: ${effect.entity.name}.${effect.action}`);
        next.push({ pending: effect, depth: step.depth + 1 } as never);
        return;
      case "tell":
        attempt.told.push({ event: effect.event, entity: step.tracked.entity.name, docId: step.tracked.row["id"], data: effect.data });
        return;
      case "warn":
        attempt.notes.push({ code: effect.code, text: effect.text });
        return;
      case "ask":
        attempt.asks.push({ code: effect.code, text: effect.text });
        return;
      case "reveal":
        Object.assign(attempt.revealed, effect.data);
    }
  }

  #make(attempt: Attempt, e: Entity, id: string, draft: Row, stamp: { userId: string; now: string; newId(): string }, parent: Tracked | null = null, collection: string | null = null): Tracked {
    const plain = Object.fromEntries(Object.entries(draft).filter(([key]) => key in e.fields || key === "parentId"));
    const made = attempt.ws.make(e, { ...blankRow(e, id, stamp, parent?.row["id"]), ...plain }, parent, collection);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const one of (draft[key] ?? []) as Row[]) (made.row[key] as Row[]).push(this.#make(attempt, line, newId(), one, stamp, made, key).row);
    attempt.verbs.set(made, "saveOrUpdate");
    attempt.saved.add(made);
    return made;
  }

  async #loadRuns(attempt: Attempt, next: readonly Step[]): Promise<void> {
    const missing = new Map<Entity, Set<string>>();
    for (const step of next) {
      const { entity: e, id } = (step as never as { pending: { entity: Entity; id: string } }).pending;
      const known = attempt.ws.get(e, id);
      if (known?.before === null) continue;
      attempt.facts.wanted.add(e, id);
      if (attempt.locked && !attempt.locked.has(e, id)) throw new Replan(e, id);
      if (!known) missing.set(e, (missing.get(e) ?? new Set()).add(id));
    }
    await Promise.all([...missing].map(([e, ids]) => attempt.facts.fetch(e, [...ids])));
  }

  #bound(attempt: Attempt, step: { readonly pending: Extract<Effect, { kind: "run" }>; readonly depth: number }): Step {
    const { entity: e, id, action, input } = step.pending;
    const tracked = attempt.ws.get(e, id);
    if (!tracked || tracked.removed) throw notFound(e);
    const shaped = action === "saveOrUpdate" ? ({ values: input, echoes: {}, lines: {} } as unknown as Row) : { ...input };
    return { tracked, action, input: shaped, depth: step.depth };
  }

  /** A line changed on its own still belongs to a document the caller must see; its computed fields may read it. */
  async #parents(attempt: Attempt, db: Db): Promise<Map<Tracked, Row>> {
    const found = new Map<Tracked, Row>();
    for (const root of [...attempt.ws.roots]) {
      const parent = this.#parts.declared.parent(root.entity)?.entity;
      if (!parent || root.removed || !attempt.ws.isTouched(root)) continue;
      const row = await attempt.facts.maybe(parent, root.row["parentId"] ?? null);
      if (!row || (root.before === null && attempt.saved.has(root) && !(await this.#parts.finder.sees(parent, row.id, attempt.doer.me, db)))) throw notFound(parent);
      found.set(root, row);
    }
    return found;
  }

  /** A tree must stay one: no row may become its own ancestor, none deeper than declared. */
  async #checkTrees(attempt: Attempt, db: Db): Promise<void> {
    for (const t of attempt.ws.all()) {
      const tree = t.entity.tree;
      if (!tree || t.removed || !attempt.ws.changedKeys(t).includes(tree.parent) || !t.row[tree.parent]) continue;
      const rows = await db.query<{ id: string }>(
        prepared(`with recursive up as (select id, ${q(tree.parent)} as above, 1 as depth from ${q(t.entity.name)} where id = $1 union all select p.id, p.${q(tree.parent)}, up.depth + 1 from ${q(t.entity.name)} p join up on p.id = up.above where up.depth < 100) select id from up`),
        [t.row[tree.parent]],
      );
      const [code, cn, en] = tree.cycle ?? ["TREE_CYCLE", "层级不能成环", "The hierarchy would become a circle"];
      if (t.row[tree.parent] === t.row["id"] || rows.some((r) => r.id === t.row["id"])) throw refuse(code, cn, en);
      if (tree.depth && rows.length + 1 > tree.depth) throw refuse(`${t.entity.name === "BaseMenu" ? "MENU" : "TREE"}_DEPTH`, `层级不能超过 ${tree.depth} 级`, `Not deeper than ${tree.depth} levels`);
    }
  }

  async #write(attempt: Attempt, tx: Tx): Promise<Outcome> {
    const { ws, doer, command } = attempt;
    const roots = ws.roots.filter((root) => ws.isTouched(root) && !(root.removed && root.before === null));
    for (const root of roots) stampRow(ws, root, doer.me.userId, attempt.at.now);
    await this.#number(attempt, tx, roots);
    const touched = [...ws.all()].filter((t) => ws.isChanged(t) || (t.parent === null && ws.isTouched(t))).filter((t) => !(t.removed && t.parent?.removed));
    const changed = roots.map((root) => summary(ws, root));
    await this.#readOwnTitles(attempt, tx);
    const outcome = this.#outcome(attempt, changed);
    const reply = command.key ? this.reply(outcome, doer, command) : null;
    const remembered: Remembered | null = command.key && reply ? { userId: doer.me.userId, key: command.key.key, bodyHash: command.key.bodyHash, reply } : null;
    const entries = roots.map((root, i) => this.#entry(attempt, root, changed[i]!));
    const grantsChanged = touched.some((t) => this.#parts.grants.has(t.entity.name));
    await flush(tx, ws, { touched, entries, told: attempt.told, remembered, at: attempt.at.now, requestId: doer.requestId, grantsChanged });
    return reply === null ? outcome : { ...outcome, stored: reply };
  }

  async #number(attempt: Attempt, tx: Tx, roots: readonly Tracked[]): Promise<void> {
    const byEntity = new Map<Entity, Tracked[]>();
    for (const t of roots) if (t.entity.number && t.before === null && !t.row[t.entity.number[0]]) byEntity.set(t.entity, [...(byEntity.get(t.entity) ?? []), t]);
    const ordered = [...byEntity].sort(([a], [b]) => this.#parts.declared.rank(a) - this.#parts.declared.rank(b));
    for (const [e, rows] of ordered) {
      const numbers = await this.#parts.numbers.take(e, rows.length, attempt.at.now, attempt.doer.me.zone, {}, tx);
      rows.forEach((t, i) => (t.row[e.number![0]] = numbers[i]));
    }
  }

  /** Names behind references that rules chose; those of the input and of the stored row are known already. */
  async #readOwnTitles(attempt: Attempt, db: Db): Promise<void> {
    const missing = new Map<Entity, Map<string, string>>();
    const look = (t: Tracked): void => {
      for (const [key, field] of Object.entries(t.entity.fields)) {
        const target = field.kind === "ref" ? this.#parts.declared.entities.get(field.target!) : undefined;
        const id = t.row[key];
        if (!target || typeof id !== "string" || (t.before && t.before[key] === id) || attempt.titles.has(`${target.name}|${id}`)) continue;
        missing.set(target, (missing.get(target) ?? new Map()).set(id, key));
      }
      t.children.forEach(look);
    };
    for (const t of acted(attempt)) look(t);
    const system = { ...attempt, doer: { ...attempt.doer, me: { ...attempt.doer.me, audience: "system" as const } } };
    await Promise.all([...missing].map(([target, ids]) => this.#titlesOf(system, target, ids, db)));
  }

  #entry(attempt: Attempt, root: Tracked, changed: ChangedDocument): Entry {
    const { doer, command } = attempt;
    const { me } = doer;
    return {
      at: attempt.at.now, userId: me.userId, userName: me.userName, responsibilityId: me.responsibilityId,
      entity: root.entity.name, docId: root.row["id"], docNum: changed.number,
      action: attempt.verbs.get(root) ?? `${command.entity.name}.${command.action}`,
      why: command.reason ?? null, changes: changed.changes.map(journalChange), requestId: doer.requestId, ip: doer.ip,
    };
  }

  #outcome(attempt: Attempt, changed: readonly ChangedDocument[]): Outcome {
    const { ws, doer } = attempt;
    const all = changed.length ? changed : ws.roots.filter((r) => ws.isTouched(r)).map((r) => summary(ws, r));
    const documents = acted(attempt).map((t) => this.#shown(attempt, t, doer.me));
    return { documents, notes: attempt.notes, revealed: Object.keys(attempt.revealed).length ? attempt.revealed : null, changed: all, told: attempt.told.map((t) => t.event) };
  }

  /** A document as its caller may see it, with the names behind its references. */
  #shown(attempt: Attempt, t: Tracked, me: Me): Row {
    const visible = this.#parts.finder.visible(t.entity, me);
    const out: Row = {};
    for (const [key, value] of Object.entries(t.row)) if (visible.has(key)) out[key] = value ?? null;
    for (const key of [...visible]) {
      const field = t.entity.fields[key] ?? (key === "createdBy" || key === "lastUpdatedBy" ? { kind: "ref", target: "BaseUsers" } : undefined);
      if (field?.kind !== "ref") continue;
      const names = companions(key);
      const same = t.before !== null && t.before[key] === t.row[key];
      const title = same ? { code: t.before![names.code], name: t.before![names.name] } : t.row[key] === me.userId && field.target === "BaseUsers" ? { code: me.userName, name: me.displayName } : attempt.titles.get(`${field.target}|${t.row[key]}`);
      if (!(names.code in t.entity.fields) && title?.code !== undefined) out[names.code] = title.code ?? null;
      if (!(names.name in t.entity.fields)) out[names.name] = title?.name ?? null;
    }
    for (const key of Object.keys(t.entity.lines)) {
      const lines = t.children.filter((c) => c.collection === key && !c.removed);
      if (me.audience !== "supplier" || (t.entity.shows?.supplier ?? []).includes(key as never)) out[key] = lines.map((c) => this.#shown(attempt, c, me));
    }
    return t.parent ? out : present(t.entity, out, me.zone);
  }

  /** The reply text, made once, stored with the change and sent as it is. */
  reply(outcome: Outcome, doer: Doer, command: Command): string {
    const documents = outcome.documents;
    const one = command.targets.length === 1;
    return JSON.stringify({
      status: "S",
      data: one ? (documents[0] ?? null) : documents,
      ...(outcome.notes.length ? { notes: outcome.notes.map((n) => ({ code: n.code, msg: say(n.text, doer.me.language) })) } : {}),
      ...(outcome.revealed ? { revealed: outcome.revealed } : {}),
      requestId: doer.requestId,
    });
  }

  async #stored(command: Command, doer: Doer): Promise<string | null> {
    if (!command.key) return null;
    const found = await this.#parts.db.one<{ bodyHash: string; reply: string }>(`select "bodyHash", reply from "RequestKey" where "userId" = $1 and key = $2`, [doer.me.userId, command.key.key]);
    if (!found) return null;
    if (found.bodyHash !== command.key.bodyHash) throw refuse("IDEMPOTENCY_CONFLICT", "幂等键已用于不同内容", "Idempotency key used with other content");
    return found.reply;
  }

  /** A broken constraint in the words of the declaration it came from. */
  #explain(error: unknown, asked: Entity): unknown {
    const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
    const e = (table ? this.#parts.declared.entities.get(table) : undefined) ?? asked;
    if (code === "23505") {
      const one = constraint ? uniqueIndexes(e).get(constraint) : undefined;
      const labels = (one?.fields ?? []).map((key) => e.fields[key]?.label ?? ([key, key] as const));
      const text: Text = one?.text ?? [`${labels.map((l) => l[0]).join("、") || e.label[0]}已存在`, `${labels.map((l) => l[1]).join(", ") || e.label[1]} already exists`];
      const path = one?.fields.at(-1);
      return refuse(one?.code ?? "DATA_DUPLICATE", text[0], text[1], path ? { fieldErrors: [{ path, code: one?.code ?? "DATA_DUPLICATE", text }] } : {});
    }
    if (code === "23503" && /is not present/.test((error as { detail?: string }).detail ?? "")) return refuse("DATA_NOT_FOUND", `${e.label[0]}引用的数据已不存在`, `What ${e.label[1]} refers to no longer exists`);
    if (code === "23503") return refuse("DATA_IN_USE", `${e.label[0]}仍引用该数据，不能删除`, `Still referred to by ${e.label[1]}, cannot be deleted`);
    if (code === "23514") return refuse("DATA_CHECK", `数据不满足约束：${checkConstraints(e).get(constraint ?? "") ?? constraint}`, `A constraint does not hold: ${checkConstraints(e).get(constraint ?? "") ?? constraint}`);
    return asBusy(error);
  }
}

/** Personal things belong to whoever makes them. */
function ownership(e: Entity, me: Me): Row {
  if (me.audience === "system") return {};
  const owner = e.mine ?? [e.saves].flat().flatMap((w) => (typeof w === "object" && w !== null && "owner" in w ? [w.owner] : []))[0];
  return owner && e.fields[owner]?.computed ? { [owner]: me.userId } : {};
}

const missingRow = (e: Entity): never => {
  throw notFound(e);
};

const isSave = (action: string): boolean => action === "saveOrUpdate" || action === "delete";
const isEnvelope = (key: string): boolean => ["id", "ids", "versionNum", "reason", "confirmed", "language", "requestId", "rows"].includes(key);
const isPassing = (error: unknown): boolean => ["40P01", "40001"].includes((error as { code?: string }).code ?? "");
const asBusy = (error: unknown): unknown => (["55P03", "57014", "40P01", "40001"].includes((error as { code?: string }).code ?? "") ? refuse("SYS_BUSY", "系统繁忙，请稍后再试", "System busy, try again shortly", { http: 503 }) : error);

/** The generic verbs look like declared ones from here on. */
export function verbOf(e: Entity, action: string): Action | undefined {
  const declared = Object.hasOwn(e.actions, action) ? (e.actions as Record<string, Action>)[action] : undefined;
  if (declared) return declared;
  if (action === "saveOrUpdate") return { label: ["保存", "Save"], button: "btnSave", who: e.saves ?? "system", ...(e.savesFrom ? { from: e.savesFrom } : {}) };
  if (action === "delete" && !e.appendOnly) return { label: ["删除", "Delete"], button: "btnDelete", who: e.deletes ?? "system", ...(e.deletesFrom ? { from: e.deletesFrom } : {}), loads: "row" };
  return undefined;
}

/** May this audience, with these grants, press the button at all? The person and the state come later. */
export function mayPress(me: Me, e: Entity, button: string, who: Action["who"], declared: Declared): boolean {
  if (me.audience === "system") return true;
  const list = Array.isArray(who) ? (who as readonly Who[]) : [who as Who];
  const fits = list.some((w) => (typeof w === "string" ? w === me.audience || (w === "both" && (me.audience === "internal" || me.audience === "supplier")) : "owner" in w ? me.audience !== "public" : w.of === me.audience));
  if (!fits) return false;
  if (e.mine || (e.open && list.some((w) => typeof w === "object" && "owner" in w))) return me.audience !== "public";
  const parent = declared.parent(e);
  return me.may(e.name, button) || (parent ? me.may(parent.entity.name, button) : false);
}

/** Is this the person the document names, or not the one it excludes? */
function isPerson(me: Me, row: Row, who: Action["who"]): boolean {
  if (me.audience === "system") return true;
  const list = Array.isArray(who) ? (who as readonly Who[]) : [who as Who];
  return list.some((w) => (typeof w === "string" ? w === me.audience || w === "both" : "owner" in w ? row[w.owner] === me.userId : w.of === me.audience && row[w.notOwner] !== me.userId));
}

function wrongState(e: Entity, row: Row, verb: Action): Refusal {
  const state = (e.states as Record<string, readonly [string, string]> | undefined)?.[row[e.stateField]] ?? ["–", "–"];
  return refuse("STATE_NOT_ALLOWED", `当前状态「${state[0]}」不能${verb.label[0]}`, `${verb.label[1]} is not possible while ${state[1]}`);
}

function confirmNeeded(asked: readonly Note[], me: Me): Refusal {
  return refuse("CONFIRM_NEEDED", asked.map((a) => a.text[0]).join("；"), asked.map((a) => a.text[1]).join("; "), { data: { asks: asked.map((a) => ({ code: a.code, msg: say(a.text, me.language) })) } });
}

/** Several refusals of one attempt become one reply that names them all. */
function together(refusals: readonly Refusal[]): Refusal {
  const [first] = refusals;
  if (refusals.length === 1) return first!;
  const fieldErrors = refusals.flatMap((r) => (r.fieldErrors.length ? r.fieldErrors : [{ path: "", code: r.code, text: r.text }]));
  return new Refusal(first!.code, [refusals.map((r) => r.text[0]).join("；"), refusals.map((r) => r.text[1]).join("; ")], { http: first!.http, fieldErrors });
}

function effectsOf(decision: Decision, refusals: Refusal[]): Effect[] {
  const effects: Effect[] = [];
  for (const one of Array.isArray(decision) ? (decision as readonly (Effect | Refusal | false | null | undefined)[]) : [decision as Effect | Refusal | undefined]) {
    if (one instanceof Refusal) refusals.push(one);
    else if (one) effects.push(one);
  }
  return effects;
}

/** New rows keep their stamps; changed ones say who and when; a document's version rises with any change in it. */
function stampRow(ws: WorkingSet, t: Tracked, userId: string, now: string): void {
  if (t.before && !t.removed && ws.isTouched(t)) {
    t.row["lastUpdatedBy"] = userId;
    t.row["lastUpdateDate"] = now;
    t.row["versionNum"] = (t.before["versionNum"] as number) + 1;
  }
  for (const child of t.children) if (ws.isTouched(child)) stampRow(ws, child, userId, now);
}

function summary(ws: WorkingSet, root: Tracked): ChangedDocument {
  const { entity: e, row } = root;
  const number = e.number ? row[e.number[0]] : row[e.title[0]!];
  return { entity: e, id: row["id"], number: number === undefined || number === null ? null : String(number), made: root.before === null, removed: root.removed, changes: ws.changes(root) };
}

/** The documents the caller named, in the caller's order. */
function acted(attempt: Attempt): Tracked[] {
  const { command, ws, verbs } = attempt;
  const named = command.targets.map((t) => (t.id ? ws.get(command.entity, t.id) : undefined));
  const made = [...verbs.keys()].filter((t) => t.entity === command.entity && t.before === null);
  return named.flatMap((t) => t ?? made.shift() ?? []).filter((t) => !t.removed);
}

const isStoredReference = (ws: WorkingSet, target: Entity, id: string): boolean => {
  for (const t of ws.all()) if (t.before) for (const [key, field] of Object.entries(t.entity.fields)) if (field.kind === "ref" && field.target === target.name && t.before[key] === id) return true;
  return false;
};

/** Secrets never enter the journal; masked fields enter masked. */
function journalChange(change: FieldChange): { p: string; o: unknown; n: unknown } {
  const field = change.entity.fields[change.key];
  if (field?.hidden === "all" || field?.kind === "secret") return { p: change.path, o: change.old === null ? null : "***", n: change.new === null ? null : "***" };
  if (field?.hidden === "last4") return { p: change.path, o: maskLast4(change.old), n: maskLast4(change.new) };
  return { p: change.path, o: change.old, n: change.new };
}
