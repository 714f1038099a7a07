import { randomBytes } from "node:crypto";
import type { Db } from "./db.ts";
import { newId } from "./id.ts";

/** A piece of work as its handler sees it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind of job knows its own
  readonly payload: any;
  readonly tries: number;
  readonly createdBy: string;
}

export interface JobControl {
  /** Aborted when somebody cancels the job or this worker has lost its lease. */
  readonly signal: AbortSignal;
  progress(percent: number): Promise<void>;
}

export type JobHandler = (job: Job, control: JobControl) => Promise<void>;

const leaseMs = 60_000;
const renewMs = 15_000;
const mostTries = 3;
const retryMs = [5_000, 60_000, 240_000];

/** One queue for everything that runs beside requests: each job is run by one worker of any process, again if that one dies. */
export class Jobs {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  readonly #handlers = new Map<string, JobHandler>();
  readonly #worker = randomBytes(6).toString("hex");
  readonly #running = new Map<string, AbortController>();
  readonly #alarm: (error: unknown) => void;
  #timers: NodeJS.Timeout[] = [];
  #stopped = false;
  #looking: Promise<void> | null = null;
  readonly #width: number;

  constructor(db: Db, clock: { now(): Date }, options: { width?: number; alarm?: (error: unknown) => void } = {}) {
    this.#db = db;
    this.#clock = clock;
    this.#width = options.width ?? 4;
    this.#alarm = options.alarm ?? (() => undefined);
  }

  on(kind: string, handler: JobHandler): void {
    this.#handlers.set(kind, handler);
  }

  /** Queues work; with a key, the same work is queued only once. Answers null when it was there already. */
  async add(kind: string, payload: unknown, by: string, more: { runAt?: Date; key?: string } = {}): Promise<string | null> {
    const now = this.#clock.now();
    const row = await this.#db.one<{ id: string }>(
      `insert into "Job" (id, kind, key, payload, "runAt", "createdBy", "createdAt") values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
      [newId(), kind, more.key ?? null, JSON.stringify(payload), more.runAt ?? now, by, now],
    );
    if (row) void this.#db.notify("jobs", kind).catch(this.#alarm);
    return row?.id ?? null;
  }

  /** A running job hears of it within a second; a waiting one never starts. */
  async cancel(id: string): Promise<boolean> {
    const row = await this.#db.one(
      `update "Job" set state = 'CANCELLED', "finishedAt" = $2 where id = $1 and state in ('WAITING', 'RUNNING') returning id`,
      [id, this.#clock.now()],
    );
    this.#running.get(id)?.abort(new Error("cancelled"));
    if (row) void this.#db.notify("jobs", `cancel:${id}`).catch(this.#alarm);
    return row !== null;
  }

  async start(): Promise<void> {
    await this.#db.listen("jobs", (text) => {
      if (text.startsWith("cancel:")) this.#running.get(text.slice(7))?.abort(new Error("cancelled"));
      else this.look();
    });
    this.#timers = [setInterval(() => this.look(), 5_000), setInterval(() => void this.#renew().catch(this.#alarm), renewMs)];
    for (const timer of this.#timers) timer.unref();
    this.look();
  }

  /** Work that is due at most once per slot of time, over all processes. */
  every(kind: string, slotMs: number, handler: JobHandler): void {
    this.on(kind, handler);
    const timer = setInterval(
      () => {
        const slot = Math.floor(this.#clock.now().getTime() / slotMs);
        void this.add(kind, {}, "system:clock", { key: String(slot) }).catch(this.#alarm);
      },
      Math.min(slotMs, 60_000),
    );
    timer.unref();
    this.#timers.push(timer);
  }

  look(): void {
    if (this.#stopped) return;
    this.#looking ??= this.#take()
      .catch(this.#alarm)
      .finally(() => (this.#looking = null));
  }

  async #take(): Promise<void> {
    while (!this.#stopped && this.#running.size < this.#width) {
      const now = this.#clock.now();
      const job = await this.#db.one<Job>(
        `update "Job" set state = 'RUNNING', worker = $1, "leaseUntil" = $2, tries = tries + 1, "startedAt" = coalesce("startedAt", $3)
         where id = (select id from "Job" where kind = any($4) and (state = 'WAITING' and "runAt" <= $3 or state = 'RUNNING' and "leaseUntil" < $3) order by "runAt" limit 1 for update skip locked)
         returning id, kind, payload, tries, "createdBy"`,
        [this.#worker, new Date(now.getTime() + leaseMs), now, [...this.#handlers.keys()]],
      );
      if (!job) return;
      void this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    const abort = new AbortController();
    this.#running.set(job.id, abort);
    let last = -1;
    const progress = async (percent: number): Promise<void> => {
      const whole = Math.max(0, Math.min(100, Math.floor(percent)));
      if (whole !== last)
        await this.#db.query(`update "Job" set progress = $2 where id = $1 and worker = $3`, [job.id, (last = whole), this.#worker]);
    };
    try {
      await this.#handlers.get(job.kind)!(job, { signal: abort.signal, progress });
      await this.#finish(job, "DONE", null);
    } catch (error) {
      if (abort.signal.aborted) await this.#finish(job, "CANCELLED", null).catch(this.#alarm);
      else await this.#failed(job, error).catch(this.#alarm);
    } finally {
      this.#running.delete(job.id);
      this.look();
    }
  }

  /** Only the worker that holds the lease may write the end: a late one changes nothing. */
  async #finish(job: Job, state: string, error: string | null): Promise<void> {
    await this.#db.query(
      `update "Job" set state = $2, progress = case when $2 = 'DONE' then 100 else progress end, "finishedAt" = $3, error = $4, "leaseUntil" = null where id = $1 and worker = $5 and state = 'RUNNING'`,
      [job.id, state, this.#clock.now(), error, this.#worker],
    );
  }

  async #failed(job: Job, error: unknown): Promise<void> {
    this.#alarm(error);
    if (job.tries >= mostTries) return this.#finish(job, "FAILED", String(error).slice(0, 2_000));
    const again = new Date(this.#clock.now().getTime() + (retryMs[job.tries - 1] ?? 240_000));
    await this.#db.query(
      `update "Job" set state = 'WAITING', "runAt" = $2, error = $3, "leaseUntil" = null where id = $1 and worker = $4 and state = 'RUNNING'`,
      [job.id, again, String(error).slice(0, 2_000), this.#worker],
    );
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const ids = [...this.#running.keys()];
    const rows = await this.#db.query<{ id: string }>(
      `update "Job" set "leaseUntil" = $3 where id = any($1) and worker = $2 and state = 'RUNNING' returning id`,
      [ids, this.#worker, new Date(this.#clock.now().getTime() + leaseMs)],
    );
    const kept = new Set(rows.map((r) => r.id));
    for (const id of ids) if (!kept.has(id)) this.#running.get(id)?.abort(new Error("lease lost"));
  }

  /** Hands unfinished work back to the queue, so that another process takes it at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    const ids = [...this.#running.keys()];
    for (const abort of this.#running.values()) abort.abort(new Error("stopping"));
    if (ids.length)
      await this.#db.query(
        `update "Job" set state = 'WAITING', tries = tries - 1, "leaseUntil" = null where id = any($1) and worker = $2 and state = 'RUNNING'`,
        [ids, this.#worker],
      );
  }
}
