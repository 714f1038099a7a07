import { type ResourceLimits, Worker } from "node:worker_threads";
import { Refusal } from "#kernel/refusal.ts";
import type { SheetRow } from "./cell.ts";
import { ahead, type FromWorker, type Order, type ToWorker } from "./orders.ts";
import type { Reading } from "./read.ts";

/** Batches of rows on their way to a worker. */
export type Rows = readonly (readonly unknown[])[];

/** One order given to a worker, seen from this side. */
export class Job {
  readonly id: number;
  readonly thread: Thread;
  readonly end: Promise<unknown>;
  onBytes: (bytes: Uint8Array) => void = () => {};
  onRead: (message: { read: SheetRow[] } & Pick<Reading, "info">) => void = () => {};
  #settle!: { done: (value: unknown) => void; failed: (error: unknown) => void };
  #room: number = ahead.rows;
  #over = false;
  #wake: () => void = () => {};

  constructor(id: number, thread: Thread) {
    this.id = id;
    this.thread = thread;
    this.end = new Promise((done, failed) => (this.#settle = { done, failed }));
    this.end.catch(() => {});
  }

  get over(): boolean {
    return this.#over;
  }

  hear(message: FromWorker): void {
    if ("bytes" in message) this.onBytes(message.bytes);
    else if ("read" in message) this.onRead(message);
    else if ("took" in message) {
      this.#room++;
      this.#wake();
    } else if ("done" in message) {
      this.thread.heap = message.heap;
      this.#close(() => this.#settle.done(message.done));
    } else if ("refused" in message) this.fail(new Refusal(message.refused.code, message.refused.text));
    else this.fail(new Error(`spreadsheet worker: ${message.failed}`));
  }

  fail(error: unknown): void {
    this.#close(() => this.#settle.failed(error));
  }

  post(message: { rows: Rows | null } | { more: number } | { stop: true }): void {
    this.thread.post({ id: this.id, ...message });
  }

  /** Hands rows over as soon as the worker has taken earlier ones; false once the job is over. */
  async give(rows: Rows | null): Promise<boolean> {
    while (this.#room <= 0 && !this.#over) await new Promise<void>((go) => (this.#wake = go));
    if (this.#over) return false;
    this.#room--;
    this.post({ rows });
    return true;
  }

  #close(settle: () => void): void {
    if (this.#over) return;
    this.#over = true;
    settle();
    this.#wake();
    this.thread.forget(this);
  }
}

/** A worker with a cap on its memory and a refusal for when it is passed. It keeps the process alive only while it has something to do. */
export class Thread {
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Job>();
  readonly #tooMuch: () => Refusal;
  #next = 1;
  dead = false;
  /** Bytes the worker held after its last job; unknown until one ended well. */
  heap = Number.POSITIVE_INFINITY;

  constructor(limits: ResourceLimits, tooMuch: () => Refusal) {
    this.#tooMuch = tooMuch;
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: limits, execArgv: [] });
    this.#worker.unref();
    this.#worker.on("message", (message: FromWorker) => this.#jobs.get(message.id)?.hear(message));
    this.#worker.on("error", (error) => this.#die(error));
    this.#worker.on("exit", () => this.#die(new Error("spreadsheet worker ended")));
  }

  get load(): number {
    return this.#jobs.size;
  }

  start(order: Order): Job {
    const job = new Job(this.#next++, this);
    this.#jobs.set(job.id, job);
    this.heap = Number.POSITIVE_INFINITY;
    this.#worker.ref();
    const own = "file" in order && typeof order.file !== "string" ? [order.file.buffer as ArrayBuffer] : [];
    this.#worker.postMessage({ id: job.id, order } satisfies ToWorker, own);
    return job;
  }

  post(message: ToWorker): void {
    if (!this.dead) this.#worker.postMessage(message);
  }

  forget(job: Job): void {
    this.#jobs.delete(job.id);
    if (this.#jobs.size === 0) this.#worker.unref();
  }

  close(): Promise<unknown> {
    this.dead = true;
    return this.#worker.terminate();
  }

  #die(error: unknown): void {
    this.dead = true;
    const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    for (const job of this.#jobs.values()) job.fail(memory ? this.#tooMuch() : error);
  }
}

/** Ends a job when its caller gives up; answers how to stop listening. */
export function obey(job: Job, signal: AbortSignal | undefined): () => void {
  const stop = (): void => {
    job.post({ stop: true });
    job.fail(signal!.reason);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  return () => signal?.removeEventListener("abort", stop);
}
