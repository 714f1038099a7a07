import type { Db } from "../database/db.ts";

/** Something that happened, as it was written with the change itself. */
export interface Happening {
  readonly no: number;
  readonly at: string;
  readonly event: string;
  readonly entity: string;
  readonly docId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly tries: number;
}

type Hear = (event: Happening) => Promise<unknown>;

const batch = 50;
const leaseSeconds = 60;
const pollMs = 5_000;
const retrySeconds = [5, 60, 300, 1_800, 7_200, 43_200];

/** Tells listeners what happened, after commit and at least once; an event nobody listens to is done at once. */
export class Outbox {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  readonly #alarm: (error: unknown) => void;
  readonly #hearers = new Map<string, Hear[]>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(db: Db, clock: { now(): Date }, alarm: (error: unknown) => void = () => undefined) {
    this.#db = db;
    this.#clock = clock;
    this.#alarm = alarm;
  }

  /** A listener must bear to hear the same event twice: a process may die between hearing and noting it. */
  on(event: string, hear: Hear): void {
    this.#hearers.set(event, [...(this.#hearers.get(event) ?? []), hear]);
  }

  /** Something that happened beside any document: told like the rest, once it is written. */
  async add(
    event: string,
    data: Readonly<Record<string, unknown>>,
    now: Date,
    of: { readonly entity?: string; readonly docId?: string; readonly requestId?: string; readonly inside?: Pick<Db, "query"> } = {},
  ): Promise<void> {
    await (of.inside ?? this.#db).query(
      `insert into "Outbox" (at, event, entity, "docId", data, "requestId", "nextTryAt") values ($1, $2, $3, $4, $5, $6, $1)`,
      [now, event, of.entity ?? "", of.docId ?? "", JSON.stringify(data), of.requestId ?? ""],
    );
    this.soon();
  }

  /** What happened before that moment counts as told: history that is put in later is no news. Where a number is given, what stood before it stays as it is. */
  async settle(before: Date, since = 0): Promise<void> {
    await this.#db.query(`update "Outbox" set "doneAt" = at where "doneAt" is null and at < $1 and no > $2`, [before, since]);
  }

  /** The number of the last event. */
  async last(): Promise<number> {
    return Number((await this.#db.one<{ no: string }>(`select coalesce(max(no), 0) as no from "Outbox"`))!.no);
  }

  /** Somebody mended what was wrong: an event that failed is told again now, not when its turn comes. Answers what is still wrong; null where nothing failed. */
  async again(no: number): Promise<{ readonly error: string | null } | null> {
    const waiting = await this.#db.one(
      `update "Outbox" set "nextTryAt" = $2 where no = $1 and "doneAt" is null and error is not null returning no`,
      [no, this.#clock.now()],
    );
    if (!waiting) return null;
    await this.drain();
    return this.#db.one<{ error: string | null }>(`select error from "Outbox" where no = $1`, [no]);
  }

  start(): void {
    this.#timer = setInterval(() => this.soon(), pollMs).unref();
    this.soon();
  }

  /** Looks at once what is waiting; before the start and after the stop it only waits. */
  soon(): void {
    if (this.#timer) void this.drain().catch(this.#alarm);
  }

  /** Everything that waits now, told. */
  drain(): Promise<void> {
    this.#again = true;
    return (this.#running ??= this.#tellAll());
  }

  async #tellAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        for (let events = await this.#take(); events.length > 0; events = await this.#take())
          for (const event of events) await this.#tell(event);
      }
    } finally {
      this.#running = null;
    }
  }

  /** Takes a few events; whoever dies with them in hand gives them back after a minute. */
  #take(): Promise<Happening[]> {
    const now = this.#clock.now();
    return this.#db.query<Happening>(
      `with taken as (update "Outbox" set "nextTryAt" = $2, tries = tries + 1 where no in (select no from "Outbox" where "doneAt" is null and "nextTryAt" <= $1 order by no limit $3 for update skip locked)
         returning no, at, event, entity, "docId", data, "requestId", tries) select * from taken order by no`,
      [now, new Date(now.getTime() + leaseSeconds * 1_000), batch],
    );
  }

  async #tell(event: Happening): Promise<void> {
    try {
      for (const hear of this.#hearers.get(event.event) ?? []) await hear(event);
      await this.#db.query(`update "Outbox" set "doneAt" = $2, error = null where no = $1`, [event.no, this.#clock.now()]);
    } catch (error) {
      this.#alarm(error);
      const wait = retrySeconds[Math.min(event.tries, retrySeconds.length) - 1]!;
      await this.#db.query(`update "Outbox" set "nextTryAt" = $2, error = $3 where no = $1`, [
        event.no,
        new Date(this.#clock.now().getTime() + wait * 1_000),
        String(error).slice(0, 2_000),
      ]);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#again = false;
    await this.#running?.catch(() => undefined);
  }
}
