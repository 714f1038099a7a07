import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ResourceLimits } from "node:worker_threads";
import type { Refusal } from "#kernel/refusal.ts";
import { defaultCaps, refusals } from "./caps.ts";
import type { SheetRow } from "./cell.ts";
import type { ErrorPlan } from "./errors.ts";
import { blankInfo, type Reading, type ReadOptions } from "./read.ts";
import { type Job, obey, type Rows, Thread } from "./thread.ts";
import type { SheetPlan, Written } from "./write.ts";
import { exportTooLarge } from "./zip.ts";

type Batches = AsyncIterable<Rows> | Iterable<Rows>;

/** Passes a job's bytes to a stream at the stream's pace. On failure the stream is left to the caller, who may still have an answer to give. */
async function pour(job: Job, out: Writable): Promise<unknown> {
  const gone = (error?: Error): void => {
    job.post({ stop: true });
    job.fail(error ?? new Error("the receiver of the spreadsheet went away"));
  };
  const closed = (): void => gone();
  let last: Promise<unknown> = Promise.resolve();
  job.onBytes = (bytes) => {
    last = last.then(async () => {
      if (!out.write(bytes)) await Promise.race([once(out, "drain"), job.end]);
      job.post({ more: 1 });
    });
    last.catch(gone);
  };
  out.once("error", gone).once("close", closed);
  try {
    const answer = await job.end;
    await last;
    out.end();
    await finished(out, { readable: false });
    return answer;
  } finally {
    out.off("error", gone).off("close", closed);
  }
}

const writers: Thread[] = [];
const writerLimits: ResourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };
const mostWriters = Math.min(4, Math.max(1, availableParallelism()));
const mostReaders = 4;
const mostSpare = 2;
const rowsPerMessage = 500;

/** Writing needs little memory whatever its size, so a few workers share all exports: a slow receiver holds up nobody. */
function writer(): Thread {
  for (let i = writers.length - 1; i >= 0; i--) if (writers[i]!.dead) writers.splice(i, 1);
  const idle = writers.find((thread) => thread.load === 0);
  if (!idle && writers.length < mostWriters) writers.push(new Thread(writerLimits, exportTooLarge));
  return writers.reduce((best, thread) => (thread.load < best.load ? thread : best));
}

/** One table of an export with its rows, in batches of arrays in the order of the columns. */
export interface ExportSheet extends SheetPlan {
  readonly batches: Batches;
}

/** An export: its first sheet, further sheets (filters, definitions), and where the bytes go. */
export interface Export extends ExportSheet {
  readonly more?: readonly ExportSheet[];
  readonly out: Writable;
  readonly zone?: string;
  readonly signal?: AbortSignal;
}

async function feed(job: Job, sheets: readonly ExportSheet[]): Promise<void> {
  for (const { batches } of sheets) {
    for await (const batch of batches) {
      for (let at = 0; at < batch.length; at += rowsPerMessage) {
        if (!(await job.give(batch.length <= rowsPerMessage ? batch : batch.slice(at, at + rowsPerMessage)))) return;
      }
      if (job.over) return;
    }
    if (!(await job.give(null))) return;
  }
}

/** Writes a workbook in a worker, row batches in and bytes out at the pace of the slower side. */
export async function exportWorkbook(request: Export): Promise<Written> {
  const { more = [], out, zone, signal, ...first } = request;
  signal?.throwIfAborted();
  const sheets = [first, ...more];
  const plans = sheets.map(({ batches: _, ...plan }) => plan);
  const job = writer().start({ do: "export", plans, options: zone === undefined ? {} : { zone } });
  const ignore = obey(job, signal);
  feed(job, sheets).catch((error: unknown) => {
    job.post({ stop: true });
    job.fail(error);
  });
  try {
    return (await pour(job, out)) as Written;
  } finally {
    ignore();
  }
}

let reading = 0;
let queue: (() => void)[] = [];
const spare: Thread[] = [];

/** A worker that ended well and holds little may read the next file: starting one costs more than reading most files. */
const smallHeap = 64 * 1024 * 1024;

/** What comes from outside is read in a worker of its own, a few at a time, the others wait. */
async function openReader(memory: number | undefined, signal: AbortSignal | undefined): Promise<Thread> {
  while (reading >= mostReaders) {
    await new Promise<void>((go, giveUp) => {
      queue.push(go);
      signal?.addEventListener("abort", () => giveUp(signal.reason), { once: true });
    });
  }
  signal?.throwIfAborted();
  reading++;
  const waiting = memory === undefined ? spare.pop() : undefined;
  if (waiting && !waiting.dead) return waiting;
  const tooMuch = (): Refusal => refusals.tooLarge("占用内存过多", "it needs too much memory");
  return new Thread({ maxOldGenerationSizeMb: memory ?? defaultCaps.memory, maxYoungGenerationSizeMb: 32 }, tooMuch);
}

function closeReader(thread: Thread, memory: number | undefined): void {
  if (memory === undefined && thread.heap < smallHeap && spare.length < mostSpare) spare.push(thread);
  else void thread.close();
  reading--;
  const waiting = queue;
  queue = [];
  for (const go of waiting) go();
}

const sendable = (file: Buffer | string): Uint8Array | string => (typeof file === "string" ? file : new Uint8Array(file));

/** Reads a table in a worker. Only the reader's own time counts against its cap: it is watched while rows are awaited. */
export function readWorkbook(file: Buffer | string, options: ReadOptions = {}, signal?: AbortSignal): Reading {
  const info = blankInfo();
  const seconds = options.caps?.seconds ?? defaultCaps.seconds;
  async function* rows(): AsyncGenerator<SheetRow[]> {
    const thread = await openReader(options.caps?.memory, signal);
    const job = thread.start({ do: "read", file: sendable(file), options });
    const ignore = obey(job, signal);
    const arrived: SheetRow[][] = [];
    let wake = (): void => {};
    job.onRead = (message) => {
      arrived.push(message.read);
      Object.assign(info, message.info);
      wake();
    };
    try {
      while (arrived.length > 0 || !job.over) {
        const next = arrived.shift();
        if (next) {
          job.post({ more: 1 });
          yield next;
          continue;
        }
        const watchdog = setTimeout(() => job.fail(refusals.tooSlow(seconds)), (seconds + 5) * 1000);
        await Promise.race([new Promise<void>((go) => (wake = go)), job.end]).finally(() => clearTimeout(watchdog));
      }
      Object.assign(info, await job.end);
    } finally {
      ignore();
      closeReader(thread, options.caps?.memory);
    }
  }
  return { info, [Symbol.asyncIterator]: rows };
}

/** Writes the error workbook of a file in a worker. */
export async function errorWorkbook(file: Buffer | string, plan: ErrorPlan, out: Writable, signal?: AbortSignal): Promise<void> {
  const thread = await openReader(plan.options?.caps?.memory, signal);
  const job = thread.start({ do: "errors", file: sendable(file), plan });
  const ignore = obey(job, signal);
  try {
    await pour(job, out);
  } finally {
    ignore();
    closeReader(thread, plan.options?.caps?.memory);
  }
}
