import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { Refusal } from "#kernel/refusal.ts";
import { writeErrors } from "./errors.ts";
import { ahead, type FromWorker, type Order, type ToWorker } from "./orders.ts";
import { readTable } from "./read.ts";
import { writeWorkbook } from "./write.ts";

const port = parentPort!;

/** One order being carried out, with its two gates: rows coming in and answers going out. */
class Work {
  readonly id: number;
  readonly stopper = new AbortController();
  readonly #waiting: (readonly (readonly unknown[])[] | null)[] = [];
  #arrived: (() => void) | null = null;
  #room: number;
  #freed: (() => void) | null = null;

  constructor(id: number, room: number) {
    this.id = id;
    this.#room = room;
  }

  put(rows: readonly (readonly unknown[])[] | null): void {
    this.#waiting.push(rows);
    this.#arrived?.();
  }

  free(count: number): void {
    this.#room += count;
    this.#freed?.();
  }

  stop(): void {
    this.stopper.abort();
    this.#arrived?.();
    this.#freed?.();
  }

  async *rows(): AsyncGenerator<readonly (readonly unknown[])[]> {
    for (;;) {
      while (this.#waiting.length === 0) {
        this.stopper.signal.throwIfAborted();
        await new Promise<void>((go) => (this.#arrived = go));
      }
      const rows = this.#waiting.shift()!;
      port.postMessage({ id: this.id, took: true } satisfies FromWorker);
      if (rows === null) return;
      yield rows;
    }
  }

  async room(): Promise<void> {
    while (this.#room <= 0) {
      this.stopper.signal.throwIfAborted();
      await new Promise<void>((go) => (this.#freed = go));
    }
    this.stopper.signal.throwIfAborted();
    this.#room--;
  }

  /** Sends a copy, because the original may be a piece of a buffer that is used again. */
  readonly send = async (bytes: Buffer): Promise<void> => {
    await this.room();
    const copy = new Uint8Array(bytes);
    port.postMessage({ id: this.id, bytes: copy } satisfies FromWorker, [copy.buffer]);
  };
}

const asBuffer = (file: Uint8Array | string): Buffer | string =>
  typeof file === "string" ? file : Buffer.from(file.buffer, file.byteOffset, file.byteLength);

async function carryOut(work: Work, order: Order): Promise<unknown> {
  const { signal } = work.stopper;
  if (order.do === "export")
    return writeWorkbook(
      work.send,
      order.plans.map((plan) => ({ ...plan, rows: work.rows() })),
      order.options,
      signal,
    );
  if (order.do === "errors") return writeErrors(work.send, asBuffer(order.file), order.plan, signal);
  const reading = readTable(asBuffer(order.file), order.options, signal);
  for await (const rows of reading) {
    await work.room();
    port.postMessage({ id: work.id, read: rows, info: reading.info } satisfies FromWorker);
  }
  return reading.info;
}

const works = new Map<number, Work>();

async function begin(id: number, order: Order): Promise<void> {
  const work = new Work(id, order.do === "read" ? ahead.read : ahead.bytes);
  works.set(id, work);
  let answer: FromWorker;
  try {
    answer = { id, done: await carryOut(work, order), heap: getHeapStatistics().total_heap_size };
  } catch (error) {
    answer =
      error instanceof Refusal
        ? { id, refused: { code: error.code, text: error.text } }
        : { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  works.delete(id);
  port.postMessage(answer);
}

port.on("message", (message: ToWorker) => {
  if ("order" in message) void begin(message.id, message.order);
  const work = works.get(message.id);
  if (!work) return;
  if ("rows" in message) work.put(message.rows);
  else if ("more" in message) work.free(message.more);
  else if ("stop" in message) work.stop();
});
