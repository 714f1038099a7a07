import { checkValues, invalid, type CheckContext } from "../../check.ts";
import { cleanRichText } from "../../rich-text.ts";
import type { Declared } from "../../declared.ts";
import type { Action, Entity, Me } from "../../entity.ts";
import { Refusal, refuse, type FieldError } from "../../refusal.ts";
import { businessDay } from "../../time.ts";
import { acted, confirmNeeded, unanswered, type Attempt, type Command, type Doer, type Note, type Outcome } from "./attempt.ts";
import { byKey, leadsElsewhere } from "../find/by-key.ts";
import type { Db, Reading, Tx } from "../database/db.ts";
import { Decider, type Inputs } from "./decide.ts";
import { readDocument } from "./document.ts";
import { Facts, type SettingOf } from "./facts.ts";
import { lockAll, lockedAhead } from "./ahead.ts";
import { Replan, Wanted } from "./wanted.ts";
import { notFound, permDenied, type Finder } from "../find/find.ts";
import { flush } from "./flush.ts";
import type { Holders } from "../access/holders.ts";
import { homesOf, type Homes } from "./home.ts";
import { newId } from "./id.ts";
import { isNumbered, type Numbers } from "./number.ts";
import { keyConflict } from "../http/once.ts";
import { joined, partsOf, pause } from "../jobs/pieces.ts";
import { entryOf, outcomeOf, replyText, stamp } from "./outcome.ts";
import { asBusy, explained, isPassing } from "./broken.ts";

import { readDecided, readTokens } from "../find/titles.ts";
import type { Lookups } from "../find/lookups.ts";
import { Todos } from "../home/todo.ts";
import { Turns } from "./turns.ts";
import { mayPress, verbOf } from "./verb.ts";
import { scopeOf } from "../find/visible.ts";
import { WorkingSet, type Tracked } from "./working.ts";

/** What act needs from the rest of the kernel. */
export interface ActParts {
  readonly declared: Declared;
  readonly db: Db;
  readonly finder: Finder;
  readonly numbers: Numbers;
  readonly lookups: Pick<Lookups, "has" | "knows">;
  readonly setting: (me: Me) => SettingOf;
  readonly holders: Holders;
  /** Told after commit what changed, so that caches and listeners follow. */
  readonly after: (command: Command, doer: Doer, outcome: Outcome, todosChanged: boolean) => void;
  /** Entities whose change changes what people may do. */
  readonly grants: ReadonlySet<string>;
  /** Binds attachments to the records that name them, in the same transaction. */
  readonly bind: (tx: Tx, ws: WorkingSet, userId: string, now: Date, named: readonly Tracked[]) => Promise<void>;
}

const mostTargets = 500;
const mostInBulk = 20_000;
const mostTries = 5;
/** After so many documents for which what was known ahead was enough, an action is no longer tried dry. */
const mostDoubts = 20;

/** The only way to change anything: check, lock in one order, read again, decide, write everything in one statement. */
export class Actor {
  readonly #parts: ActParts;
  /** Actions seen to lock more than was known ahead, with how often they are still tried dry first, so that all rows are locked in one order. */
  readonly #doubts = new Map<string, number>();
  readonly #turns = new Turns();

  constructor(parts: ActParts) {
    this.#parts = parts;
  }

  /** Modules name entities as they wrote them; what is done and said of them is as this product refines them. */
  #ofProduct(command: Command): Command {
    const entity = this.#parts.declared.entities.get(command.entity.name);
    return entity === undefined || entity === command.entity ? command : { ...command, entity };
  }

  async act(given: Command, doer: Doer): Promise<Outcome> {
    const asked = this.#ofProduct(given);
    let command = await byKey(asked, doer.me, this.#parts.db);
    for (let tries = 1; ; tries++) {
      try {
        const inputs = await this.#checked(command, doer);
        return await this.#attempts(command, doer, inputs, await this.#homes(command));
      } catch (error) {
        // A repeated request may meet a state it has itself brought about: its stored answer is the true one.
        const stored = await this.#stored(command, doer);
        if (stored !== null) return { documents: [], notes: [], revealed: null, changed: [], told: [], stored };
        const now = await byKey(asked, doer.me, this.#parts.db);
        if (tries >= mostTries || !leadsElsewhere(command, now)) throw error;
        command = now;
      }
    }
  }

  /** The same decision without locks and without writing: what would happen, or why not. */
  async trial(given: Command, asked: Doer): Promise<{ outcome: Outcome | null; refusals: readonly Refusal[]; asks: readonly Note[] }> {
    const command = this.#ofProduct(given);
    // A proof of identity is asked for when the action is done, not when somebody looks at what it would do.
    const doer: Doer = { ...asked, proof: { at: asked.now.toISOString(), way: "PASSWORD" } };
    try {
      const inputs = await this.#checked(command, doer);
      const attempt = await this.#dry(command, doer, inputs, await this.#homes(command));
      return { outcome: outcomeOf(attempt, this.#parts.finder), refusals: [], asks: attempt.asks };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: null, refusals: [error], asks: [] };
    }
  }

  async #checked(command: Command, doer: Doer): Promise<Inputs> {
    const inputs: Inputs[number][] = [];
    for (const [part, , isLast] of partsOf(command, [])) {
      for (const input of this.#check(part, doer)) inputs.push(input);
      if (!isLast) await pause();
    }
    return inputs;
  }

  /** Shape and grant, before anything is read or locked. */
  #check(command: Command, doer: Doer): Inputs {
    const { entity: e, action, targets, removes } = command;
    const { me } = doer;
    const { declared, lookups } = this.#parts;
    const verb = verbOf(e, action);
    if (!verb || (e.internal && me.audience !== "system")) throw permDenied();
    const most = command.bulk ? mostInBulk : mostTargets;
    const { from, of } = command.part ?? { from: 0, of: targets.length };
    if (of === 0 || of > most) throw refuse("BATCH_SIZE", `一次须处理 1 至 ${most} 条`, `Handle 1 to ${most} documents at a time`);
    // Only a save that names no document makes one; an empty name is the name of none.
    if (targets.some(({ id }) => id === "")) throw notFound(e);
    if (removes?.length && !mayPress(me, e, "btnDelete", verbOf(e, "delete")?.who ?? "system", declared)) throw permDenied();
    const errors: FieldError[] = [];
    const at: CheckContext = { zone: me.zone, clean: cleanRichText, lookup: lookups.has };
    // A code that no longer counts stays where it stands: whether it is chosen anew shows when the document is read.
    const saving: CheckContext = { ...at, lookup: lookups.knows, inRows: lookups.has };
    const { approval, submits } = (e.actions as Record<string, Action>)[action] ?? {};
    const isSubmitting = approval !== undefined || submits !== undefined;
    const inputs = targets.map((target, index) => {
      const isNew = action === "saveOrUpdate" && !target.id;
      if (!mayPress(me, e, isNew ? "btnAdd" : verb.button, verb.who, declared)) throw permDenied();
      const prefix = of > 1 ? `rows[${from + index}].` : "";
      return action === "saveOrUpdate"
        ? readDocument(e, target.input, isNew, me, saving, prefix, errors)
        : checkValues(
            verb.input ?? {},
            target.input,
            at,
            prefix,
            errors,
            true,
            (key) => isEnvelope(key) || (isSubmitting && key === "chosenApprovers"),
          );
    });
    if (errors.length) throw invalid(errors);
    return inputs;
  }

  #homes({ entity: e, targets, removes = [] }: Command): Promise<Homes | null> {
    const parents = targets.flatMap(({ id, input }) => (!id && typeof input["parentId"] === "string" ? [input["parentId"]] : []));
    return homesOf(this.#parts.declared, e, [...targets.flatMap((t) => t.id ?? []), ...removes], parents, this.#parts.db);
  }

  async #attempts(command: Command, doer: Doer, inputs: Inputs, homes: Homes | null): Promise<Outcome> {
    let wanted = await this.#foreseen(command, doer, inputs, homes);
    for (let tries = 1; ; tries++) {
      const locked = lockedBy(command, wanted, homes);
      const leave = await this.#turns.enter([...locked.ids].flatMap(([e, ids]) => [...ids].map((id) => `${e.name} ${id}`)));
      try {
        return await this.#commit(command, doer, inputs, locked, homes);
      } catch (error) {
        if (tries >= mostTries) throw asBusy(error);
        if (error instanceof Replan) {
          this.#doubts.set(verbName(command), mostDoubts);
          const dry = (await this.#dry(command, doer, inputs, homes)).facts.wanted;
          dry.add(error.entity, error.id);
          dry.merge(wanted);
          wanted = dry;
        } else if (!isPassing(error)) throw explained(this.#parts.declared, error, command.entity);
      } finally {
        leave();
      }
    }
  }

  /** The rows an action will lock besides those it names: as its rule declares them, and as a trial finds them where that was needed lately. */
  async #foreseen(command: Command, doer: Doer, inputs: Inputs, homes: Homes | null): Promise<Wanted> {
    const { declared, db } = this.#parts;
    const verb = verbName(command);
    const ahead = declared.rule(command.entity, command.action)?.locks
      ? await db.reads((reading) => lockedAhead(declared, command, reading, this.#attempt(command, doer, reading, null, homes).facts))
      : new Wanted();
    const doubts = this.#doubts.get(verb) ?? 0;
    const found = doubts > 0 ? await this.#reach(command, doer, inputs, homes) : null;
    if (found === null) return ahead;
    this.#doubts.set(verb, lockedBy(command, ahead, homes).covers(found) ? doubts - 1 : mostDoubts);
    ahead.merge(found);
    return ahead;
  }

  /** A trial reads without locks, perhaps half before and half after a colleague's commit: its refusal is no verdict yet, the locked attempt gives it. */
  async #reach(command: Command, doer: Doer, inputs: Inputs, homes: Homes | null): Promise<Wanted | null> {
    try {
      return (await this.#dry(command, doer, inputs, homes)).facts.wanted;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  #attempt(command: Command, doer: Doer, db: Reading, locked: Wanted | null, homes: Homes | null): Attempt {
    const { declared, setting, holders, lookups } = this.#parts;
    const ws = new WorkingSet(declared);
    const now = doer.now.toISOString();
    return {
      doer,
      command,
      declared,
      ws,
      locked,
      homes,
      facts: new Facts({
        declared,
        db,
        ws,
        locked,
        setting: setting(doer.me),
        language: doer.me.language,
        holders,
        isOneDecision: true,
        sight: (e) => scopeOf(declared, e, doer.me),
      }),
      at: {
        now,
        today: businessDay(now, doer.me),
        newId,
        seal: declared.seal,
        ip: doer.ip,
        before: (row) => ws.of(row).before as typeof row | null,
      },
      isOffered: lookups.has,
      refusals: [],
      errors: [],
      proofs: new Set(),
      notes: [],
      foreseen: [],
      asks: [],
      told: [],
      todos: new Todos(declared),
      revealed: {},
      verbs: new Map(),
      saved: new Map(),
      submitted: new Set(),
      titles: new Map(),
      chosen: new Map(),
    };
  }

  async #dry(command: Command, doer: Doer, inputs: Inputs, homes: Homes | null): Promise<Attempt> {
    const { db, finder } = this.#parts;
    return db.reads(async (reading) => {
      const attempt = this.#attempt(command, doer, reading, null, homes);
      await new Decider(attempt, finder, reading).decide(inputs, Promise.resolve());
      return attempt;
    });
  }

  async #commit(command: Command, doer: Doer, inputs: Inputs, locked: Wanted, homes: Homes | null): Promise<Outcome> {
    let todosChanged = false;
    const outcome = await this.#parts.db.tx(async (tx) => {
      const locks = lockAll(tx, this.#parts.declared, locked);
      const outcomes: Outcome[] = [];
      for (const [part, own, isLast] of partsOf(command, inputs)) {
        const attempt = this.#attempt(part, doer, tx, locked, homes);
        const number = (made: readonly Tracked[]) => this.#number(attempt, tx, made);
        await Promise.all([locks, new Decider(attempt, this.#parts.finder, tx, number).decide(own, locks)]);
        const asked = unanswered(part, attempt.asks);
        if (asked.length) throw confirmNeeded(asked, doer.me);
        await doer.still?.(tx);
        outcomes.push(await this.#write(attempt, tx, isLast));
        todosChanged ||= attempt.todos.changed;
        if (!isLast) await pause();
      }
      return joined(outcomes);
    });
    this.#parts.after(command, doer, outcome, todosChanged);
    return outcome;
  }

  async #write(attempt: Attempt, tx: Tx, isLast: boolean): Promise<Outcome> {
    const { ws, doer, command, at, told } = attempt;
    ws.settle();
    const roots = ws.roots.filter((root) => ws.isTouched(root) && !(root.removed && root.before === null));
    for (const root of roots) stamp(ws, root, doer.me.userId, at.now);
    await this.#number(attempt, tx, roots);
    await this.#parts.bind(tx, ws, doer.me.userId, doer.now, acted(attempt));
    if (!command.bulk) await readDecided(attempt, acted(attempt), tx);
    const outcome = outcomeOf(attempt, this.#parts.finder);
    // What is shown once is shown in the first answer only; the stored one does not know it.
    const reply = command.key ? replyText({ ...outcome, revealed: null }, doer, command) : null;
    // Lines of a removed document go with it; a document with changed lines is written for its version.
    const touched = [...ws.all()].filter(
      (t) => ws.isTouched(t) && (t.parent === null || ws.isChanged(t)) && !(t.removed && t.parent?.removed),
    );
    const writing = {
      touched,
      told,
      at: at.now,
      requestId: doer.requestId,
      entries: roots.map((root, i) => entryOf(attempt, root, outcome.changed[i]!)),
      remembered: command.key && reply ? { userId: doer.me.userId, ...command.key, reply } : null,
      grantsChanged: touched.some((t) => this.#parts.grants.has(t.entity.name)),
    };
    const todos = attempt.todos.write(tx, { now: at.now, userId: doer.me.userId });
    todos.catch(() => undefined);
    await Promise.all([todos, flush(tx, ws, writing, isLast)]);
    return reply === null ? outcome : { ...outcome, stored: outcome.revealed ? replyText(outcome, doer, command) : reply };
  }

  /** Numbers are taken last, so that a series is held no longer than the writing itself; only an approval that begins asks for one before. */
  async #number(attempt: Attempt, tx: Tx, roots: readonly Tracked[]): Promise<void> {
    const byEntity = new Map<Entity, Tracked[]>();
    for (const t of roots)
      if (isNumbered(t)) {
        const group = byEntity.get(t.entity);
        if (group) group.push(t);
        else byEntity.set(t.entity, [t]);
      }
    const ordered = [...byEntity].sort(([a], [b]) => this.#parts.declared.rank(a) - this.#parts.declared.rank(b));
    for (const [e, rows] of ordered) {
      const names = await this.#parts.numbers.tokens(e);
      const tokens = names.length ? await readTokens(attempt, names, rows, tx) : rows.map(() => ({}));
      const series = Map.groupBy(rows, (_, i) => JSON.stringify(tokens[i]));
      for (const [key, members] of [...series].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const values = JSON.parse(key) as Record<string, string>;
        const numbers = await this.#parts.numbers.take(
          e,
          members.length,
          attempt.at.now,
          attempt.doer.me.orgZone ?? attempt.doer.me.zone,
          values,
          tx,
        );
        members.forEach((t, i) => (t.row[e.number![0]] = numbers[i]));
      }
    }
  }

  async #stored(command: Command, doer: Doer): Promise<string | null> {
    if (!command.key) return null;
    const found = await this.#parts.db.one<{ bodyHash: string; reply: string }>(
      `select "bodyHash", reply from "RequestKey" where "userId" = $1 and key = $2`,
      [doer.me.userId, command.key.key],
    );
    if (!found) return null;
    if (found.bodyHash !== command.key.bodyHash) throw keyConflict();
    return found.reply;
  }
}

const verbName = ({ entity, action }: Command): string => `${entity.name}.${action}`;

/** The documents a command names and those it was seen to reach. */
function lockedBy(command: Command, wanted: Wanted, homes: Homes | null): Wanted {
  const locked = new Wanted();
  locked.merge(wanted);
  const named = homes ? homes.ids.values() : [...command.targets.flatMap((t) => t.id ?? []), ...(command.removes ?? [])];
  for (const id of named) locked.add(homes?.document ?? command.entity, id);
  return locked;
}

/** Names a body may carry beside an action's own input. */
const isEnvelope = (key: string): boolean =>
  ["id", "ids", "versionNum", "reason", "confirmed", "language", "requestId", "rows"].includes(key);
