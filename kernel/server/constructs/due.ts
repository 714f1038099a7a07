import { mondayToFriday } from "../../days.ts";
import type { Declared } from "../../declared.ts";
import { fieldOf, type Entity, type Where } from "../../entity.ts";
import { Refusal, refuse } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { houseZone } from "../../time.ts";
import {
  clockface,
  dueProgram,
  isDue,
  searched,
  stepDates,
  stepReached,
  type Clockface,
  type Reached,
  type Remind,
  type Timed,
} from "../../timed.ts";
import type { Doer } from "../act/attempt.ts";
import type { Db } from "../database/db.ts";
import { newId } from "../act/id.ts";
import type { JobHandler, Run } from "../jobs/job.ts";
import type { Kernel } from "../kernel.ts";
import { systemMe } from "../access/permit.ts";
import { q } from "../database/schema.ts";
import { Params, whereSql } from "../find/sql.ts";
import { todoTables } from "../home/todo.ts";
import type { Row } from "../find/visible.ts";

/** One declaration of an entity that goes by a date. */
interface Entry {
  readonly entity: Entity;
  /** The action or the event. */
  readonly what: string;
  readonly program: string;
  readonly timed?: Timed;
  readonly remind?: Remind;
}

/** A document that something will happen to. */
export interface Coming {
  readonly entity: string;
  readonly id: string;
  readonly no: string;
  readonly what: string;
  readonly date: string;
}

/** The run of a program that does it, where there is one. */
type About = Partial<Pick<Run, "signal" | "still" | "log">>;

const numberOf = (e: Entity, row: Row): string => String(row[e.number?.[0] ?? e.title[0]!] ?? row["id"]);

const chunk = 200;
const mostComing = 1_000;

/** What all entities declare, in the order of their declarations; what rows beside a document begin or end comes after what the documents themselves do. */
export function dueEntries(declared: Declared): readonly Entry[] {
  const entries = [...declared.entities.values()].flatMap((entity): Entry[] => [
    ...((entity.timed ?? []) as readonly Timed[]).map((timed) => ({
      entity,
      timed,
      what: timed.does,
      program: timed.program ?? dueProgram,
    })),
    ...((entity.remind ?? []) as readonly Remind[]).map((remind) => ({
      entity,
      remind,
      what: "does" in remind ? remind.does : remind.tells,
      program: remind.program ?? dueProgram,
    })),
  ]);
  const isBeside = ({ timed, remind }: Entry): boolean => (timed ?? remind)!.of !== undefined;
  return [...entries.filter((entry) => !isBeside(entry)), ...entries.filter(isBeside)];
}

/** Somebody was quicker, or the date was moved since it was looked up. */
const notDue = (): Refusal => refuse("NOT_DUE", "未到期或已处理", "Not due, or already done");

/** Runs what entities declare by their dates: once for each document and date, whoever runs it, however often and however late. */
export class DueDates {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #entries: readonly Entry[];

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#entries = dueEntries(kernel.declared);
  }

  /** The handlers of the programs that entities name. */
  programs(): Readonly<Record<string, JobHandler>> {
    const codes = new Set([dueProgram, ...this.#entries.map(({ program }) => program)]);
    return Object.fromEntries([...codes].map((code): [string, JobHandler] => [code, (run) => this.#handled(code, run)]));
  }

  async #handled(program: string, run: Run): Promise<Text> {
    const done = await this.run(program, run);
    return [`处理 ${done} 条`, `${done} handled`];
  }

  /** Does what is due of one program; answers on how many documents. */
  async run(program: string, run: About = {}): Promise<number> {
    let done = 0;
    for (const entry of this.#entries.filter((candidate) => candidate.program === program))
      for await (const row of this.#rows(entry, this.#at())) {
        run.signal?.throwIfAborted();
        if (reachedOf(entry, row, this.#at()) && (await this.#fire(entry, row, run))) done += 1;
      }
    return done;
  }

  /** What will happen until a moment if nobody changes anything; of reminders every step. */
  async coming(until: Date): Promise<readonly Coming[]> {
    const [now, then] = [this.#at(), clockOf(until)];
    const found: Coming[] = [];
    for (const entry of this.#entries)
      for await (const row of this.#rows(entry, then, now)) {
        if (found.length >= mostComing) break;
        found.push(...comingOf(entry, row, now, then));
      }
    return found.toSorted((a, b) => a.date.localeCompare(b.date));
  }

  #at(): Clockface {
    return clockOf(this.#clock.now());
  }

  /** Rows that a declaration may concern at that moment, a chunk at a time, in the order of their dates. */
  async *#rows(entry: Entry, at: Clockface, from = at): AsyncGenerator<Row> {
    for (let after: Row | null = null; ;) {
      const rows: Row[] = await this.#read(this.#kernel.db, entry, at, { after, from });
      yield* rows;
      if (rows.length < chunk) return;
      after = rows.at(-1)!;
    }
  }

  #read(
    db: Pick<Db, "query">,
    entry: Entry,
    at: Clockface,
    { id, after, from = at }: { id?: string; after?: Row | null; from?: Clockface },
  ): Promise<Row[]> {
    const { entity: e, what } = entry;
    const { in: states, where = {} } = (entry.timed ?? entry.remind)!;
    const { field, range } = rangeOf(entry, at, from);
    const params = new Params();
    const which: Where[] = [states ? { [e.stateField]: states } : {}, where, range, id === undefined ? {} : { id }];
    const asked = whereSql(e, "t", { all: which }, params, this.#kernel.declared);
    const place = field === null ? "t.id" : `t.${q(field)}, t.id`;
    const values = after ? (field === null ? [after["id"]] : [after[field], after["id"]]).map((value) => params.add(value)) : null;
    const steps = isRemembered(entry)
      ? `, (select jsonb_object_agg(d.date, d.step) from "DueStep" d where d.entity = ${params.add(e.name)} and d."docId" = t.id and d.what = ${params.add(what)}) as "$steps"`
      : "";
    const text = `select t.*${steps} from ${q(e.name)} t where ${asked}${values ? ` and (${place}) > (${values.join(", ")})` : ""} order by ${place} limit ${chunk}`;
    return db.query<Row>(text, params.values);
  }

  /** One document, in a transaction of its own, in which it is looked at again under its lock. */
  async #fire(entry: Entry, row: Row, run: About): Promise<boolean> {
    const inside = async (tx: Tx): Promise<Reached> => {
      await run.still?.(tx);
      const [fresh] = await this.#read(tx, entry, this.#at(), { id: row["id"] });
      const reached = fresh && reachedOf(entry, fresh, this.#at());
      if (!reached || (isRemembered(entry) && !(await this.#remember(tx, entry, row["id"], reached)))) throw notDue();
      return reached;
    };
    const { timed, remind } = entry;
    try {
      if (remind && "tells" in remind) await this.#tell(entry, remind, row, inside);
      else await this.#act(entry, entry.what, row, reachedOf(entry, row, this.#at())!, inside);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Whoever was quicker has left nothing to do, and nothing to say.
      const [still] = await this.#read(this.#kernel.db, entry, this.#at(), { id: row["id"] });
      if (error.code === "NOT_DUE" || !still || !reachedOf(entry, still, this.#at())) return false;
      const place = `${entry.entity.name} ${numberOf(entry.entity, row)}`;
      run.log?.([`${place}：${error.text[0]}`, `${place}: ${error.text[1]}`], "WARN");
      if (timed?.otherwise && error.code !== "SYS_BUSY") await this.#instead(entry, timed.otherwise, row, inside, error);
      return false;
    }
  }

  /** What is done where the action is refused; it may be refused itself. */
  async #instead(entry: Entry, action: string, row: Row, inside: (tx: Tx) => Promise<unknown>, why: Refusal): Promise<void> {
    try {
      await this.#act(entry, action, row, null, inside, why.text[0].slice(0, 500));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #act(
    entry: Entry,
    action: string,
    row: Row,
    reached: Reached | null,
    inside: (tx: Tx) => Promise<unknown>,
    reason?: string,
  ): Promise<void> {
    const { entity: e } = entry;
    const { of, input } = (entry.timed ?? entry.remind)!;
    const { declared, actor } = this.#kernel;
    const given = reached === null ? { reason } : (input?.(row, reached) ?? {});
    const still: Doer["still"] = async (tx) => void (await inside(tx));
    await actor.act(
      { entity: targetOf(declared, e, of), action, targets: [{ id: String(row[of ?? "id"]), input: given }] },
      { me: systemMe(declared.moduleOf(e).code), now: this.#clock.now(), requestId: newId(), ip: null, still },
    );
  }

  #tell({ entity: e, what }: Entry, remind: Remind, row: Row, inside: (tx: Tx) => Promise<Reached>): Promise<void> {
    const { db, outbox } = this.#kernel;
    const now = this.#clock.now();
    return db.tx(async (tx) => {
      await tx.query(`select id from ${q(e.name)} where id = $1 for update`, [row["id"]]);
      const reached = await inside(tx);
      const { says, todo } = remind as Extract<Remind, { tells: string }>;
      const people = todo ? await openFor(tx, e, row["id"], todo) : {};
      if (people === null) throw notDue();
      await outbox.add(what, { id: row["id"], ...people, ...says?.(row, reached) }, now, {
        entity: e.name,
        docId: row["id"],
        requestId: newId(),
        inside: tx,
      });
    });
  }

  /** False where this step was taken before. */
  async #remember(tx: Tx, { entity: e, what }: Entry, id: string, { date, step }: Reached): Promise<boolean> {
    const rows = await tx.query(
      `insert into "DueStep" as d (entity, "docId", what, date, step, at) values ($1, $2, $3, $4, $5, $6)
       on conflict (entity, "docId", what, date) do update set step = excluded.step, at = excluded.at where d.step < excluded.step returning 1`,
      [e.name, id, what, date, step, this.#clock.now()],
    );
    return rows.length > 0;
  }
}

type Tx = Pick<Db, "query" | "one">;

const clockOf = (now: Date): Clockface => clockface(now, houseZone, mondayToFriday);

const isRemembered = ({ timed, remind }: Entry): boolean => remind !== undefined || timed?.once === true;

/** Who has an open to-do of a kind about a document; null where nobody has. */
async function openFor(
  tx: Tx,
  e: Entity,
  id: string,
  type: string,
): Promise<{ readonly userIds: string[]; readonly supplierIds: string[] } | null> {
  const of = (table: string): string =>
    `select "userId", "supplierId" from ${q(table)} where "bizType" = $1 and "bizId" = $2 and "pendingType" = $3 and status = 'OPEN'`;
  const open = await tx.query<{ userId: string | null; supplierId: string | null }>(todoTables.map(of).join(" union all "), [
    e.name,
    id,
    type,
  ]);
  return open.length
    ? { userIds: open.flatMap((entry) => entry.userId ?? []), supplierIds: open.flatMap((entry) => entry.supplierId ?? []) }
    : null;
}

/** How far a row has come by a declaration; null where nothing is to be done, or all of it was. */
function reachedOf({ timed, remind }: Entry, row: Row, at: Clockface): Reached | null {
  const reached = timed ? isDue(timed, row, at) : stepReached(remind!, row, at);
  return reached && reached.step > (row["$steps"]?.[reached.date] ?? 0) ? reached : null;
}

function comingOf(entry: Entry, row: Row, now: Clockface, then: Clockface): Coming[] {
  const { entity: e, what, timed, remind } = entry;
  const due = timed ? isDue(timed, row, then) : null;
  const dates = remind ? stepDates(remind, row, then).slice(stepDates(remind, row, now).length) : due ? [due.date] : [];
  return dates.map((date) => ({ entity: e.name, id: String(row["id"]), no: numberOf(e, row), what, date }));
}

/** The field whose values are read in their order, and between which of them a row can be due. */
function rangeOf({ entity: e, timed, remind }: Entry, { today }: Clockface, since: Clockface): { field: string | null; range: Where } {
  const entry = (timed ?? remind)!;
  const { field, to } = searched(entry, today);
  if (field === null) return { field, range: {} };
  const isMoment = fieldOf(e, field)!.kind === "datetime";
  const from = "before" in entry ? (isMoment ? since.now : since.today) : null;
  if (from === null && to === null) return { field, range: { [field]: { not: null } } };
  return { field, range: { [field]: { from, to: to !== null && isMoment ? `${to}T23:59:59.999Z` : to } } };
}

/** The entity whose action is run: its own, that of the document above, or that of the reference named. */
function targetOf(declared: Declared, e: Entity, of: string | undefined): Entity {
  if (of === undefined) return e;
  return of === "parentId" ? declared.parent(e)!.entity : declared.entity(e.fields[of]!.target!);
}
