import { randomBytes } from "node:crypto";
import type { Db } from "../database/db.ts";
import { Queue, type Claim } from "./job-queue.ts";
import { Running, type JobHandler, type RunParts } from "./job-run.ts";

export type { JobHandler, Run } from "./job-run.ts";

const beatMs = 2_000;
const renewMs = 20_000;
/** A clock this far from the database's is put right; less is the way there and back. */
const leastSkewMs = 500;

export interface JobsParts {
  readonly db: Db;
  readonly clock: { now(): Date };
  /** Hands out request numbers. */
  readonly number: (now: Date) => Promise<string>;
  /** Told which requests changed, so that lists and open pages follow. */
  readonly changed?: (ids: readonly string[]) => void;
  readonly alarm?: (error: unknown) => void;
  readonly width?: number;
}

/** The one queue for everything that runs beside requests: each run is done by one worker of any process, again if that one dies. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #queue: Queue;
  readonly #handlers = new Map<string, JobHandler>();
  readonly #running = new Map<string, { readonly running: Running; readonly done: Promise<void> }>();
  readonly #alarm: (error: unknown) => void;
  readonly #width: number;
  #http: ((claim: Claim) => JobHandler) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #taking: Promise<void> | null = null;
  #again = false;
  #beating: Promise<void> | null = null;
  #renewedAt = 0;
  #skewMs = 0;
  #skewAt = 0;

  constructor(parts: JobsParts) {
    this.#parts = parts;
    this.#queue = new Queue(parts.db, `${process.pid}-${randomBytes(4).toString("hex")}`, parts.number);
    this.#alarm = parts.alarm ?? (() => undefined);
    this.#width = parts.width ?? 4;
  }

  /** The name this process goes by in its runs. */
  get worker(): string {
    return this.#queue.worker;
  }

  /** Registers what a program does. */
  on(code: string, handler: JobHandler): void {
    this.#handlers.set(code, handler);
  }

  /** How programs that are calls of an address are carried out. */
  onHttp(handler: (claim: Claim) => JobHandler): void {
    this.#http = handler;
  }

  /** Queues a run of a program; with a key, the same work is queued only once. Answers null when it was there already. */
  async add(code: string, params: unknown, by: string, more: { runAt?: Date; key?: string } = {}): Promise<string | null> {
    const id = await this.#queue.add(code, params, by, this.#now(), more);
    if (id) {
      this.#changed([id]);
      void this.#parts.db.notify("jobs", "look").catch(this.#alarm);
    }
    return id;
  }

  /** The process clock, put right by the database's: several nodes must mean the same moment. */
  #now(): Date {
    const now = this.#parts.clock.now();
    return this.#skewMs === 0 ? now : new Date(now.getTime() + this.#skewMs);
  }

  async #compareClocks(): Promise<void> {
    const sent = process.hrtime.bigint();
    const local = new Date();
    const { at } = (await this.#parts.db.one<{ at: string }>("select clock_timestamp() as at"))!;
    const halfway = Number(process.hrtime.bigint() - sent) / 2e6;
    const skew = Date.parse(at) - local.getTime() - halfway;
    this.#skewMs = Math.abs(skew) < leastSkewMs ? 0 : Math.round(skew);
  }

  async start(): Promise<void> {
    await this.#parts.db.listen("jobs", (text) => (text === "look" ? this.look() : void this.#hear().catch(this.#alarm)));
    this.#timer = setInterval(() => void this.beat().catch(this.#alarm), beatMs).unref();
    this.look();
  }

  /** Something about requests changed: perhaps one is new, perhaps somebody cancelled one of ours. */
  heard(): void {
    if (this.#stopped || !this.#timer) return;
    void this.#hear().catch(this.#alarm);
  }

  async #hear(): Promise<void> {
    this.look();
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    for (const id of await this.#queue.cancelled(ids)) this.#running.get(id)?.running.stop("CANCELLED");
  }

  /** One beat of the scheduler's clock: what is lost is found, what is due is made, what took too long is ended, what waits is taken. */
  beat(): Promise<void> {
    return (this.#beating ??= this.#beat().finally(() => (this.#beating = null)));
  }

  async #beat(): Promise<void> {
    if (this.#stopped) return;
    if (this.#parts.clock.now().getTime() - this.#skewAt >= 60_000) {
      this.#skewAt = this.#parts.clock.now().getTime();
      await this.#compareClocks();
    }
    const now = this.#now();
    await this.#renew(now);
    for (const { running } of this.#running.values()) await running.beat(now);
    const [lost, made] = [await this.#queue.sweep(now), await this.#queue.fire(now)];
    this.#changed([...lost, ...made]);
    await this.#takeAll();
  }

  look(): void {
    if (this.#stopped) return;
    void this.#takeAll().catch(this.#alarm);
  }

  #takeAll(): Promise<void> {
    this.#again = true;
    return (this.#taking ??= this.#take().finally(() => (this.#taking = null)));
  }

  async #take(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      while (!this.#stopped && this.#live() < this.#width) {
        const { claim, skipped } = await this.#queue.claim(this.#now(), [...this.#handlers.keys()]);
        this.#changed(skipped);
        if (!claim) break;
        this.#begin(claim);
      }
    }
  }

  #live(): number {
    return [...this.#running.values()].filter(({ running }) => !running.isOver).length;
  }

  #begin(claim: Claim): void {
    const parts: RunParts = {
      db: this.#parts.db,
      queue: this.#queue,
      now: () => this.#now(),
      tell: (id, data) => this.#tell(id, data),
      alarm: this.#alarm,
    };
    const running = new Running(claim, parts);
    const handler = claim.executor === "HTTP" ? this.#http?.(claim) : this.#handlers.get(claim.handler ?? claim.code);
    this.#tell(claim.id, { status: "RUNNING" });
    const done = running
      .go(handler ?? (() => Promise.reject(new Error(`nobody carries out ${claim.code}`))))
      .catch(this.#alarm)
      .finally(() => {
        if (this.#running.get(claim.id)?.running === running) this.#running.delete(claim.id);
        this.look();
      });
    this.#running.set(claim.id, { running, done });
  }

  /** Keeps the leases; a run that is no longer ours is dropped where it stands. */
  async #renew(now: Date): Promise<void> {
    const held = [...this.#running.values()].map(({ running }) => running).filter((running) => !running.isOver);
    if (held.length === 0 || now.getTime() - this.#renewedAt < renewMs) return;
    this.#renewedAt = now.getTime();
    const entries = new Map(
      (
        await this.#queue.renew(
          now,
          held.map((running) => running.claim),
        )
      ).map((row) => [row.id, row]),
    );
    for (const running of held) {
      const row = entries.get(running.claim.id);
      if (!row && !running.isOver) running.stop("LOST");
      else if (row?.cancelAt) running.stop("CANCELLED");
    }
  }

  #changed(ids: readonly string[]): void {
    if (ids.length) this.#parts.changed?.(ids);
  }

  #tell(id: string, data: Readonly<Record<string, unknown>>): void {
    if ("status" in data) this.#changed([id]);
    void this.#parts.db.notify("job", JSON.stringify({ id, ...data })).catch(this.#alarm);
  }

  /** Everything that runs here now, finished: for tests and for a quiet stop. */
  async idle(): Promise<void> {
    while (this.#running.size || this.#taking) {
      await this.#taking;
      await Promise.all([...this.#running.values()].map(({ done }) => done));
    }
  }

  /** Hands unfinished work back to the queue, so that another process takes it at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all([this.#taking, this.#beating].map((entry) => entry?.catch(() => undefined)));
    const held = [...this.#running.values()].map(({ running }) => running).filter((running) => !running.isOver);
    for (const running of held) running.stop("STOPPING");
    await this.#queue.giveBack(held.map((running) => running.claim));
  }
}
