/**
 * Spreadsheets of 20,000 rows × 21 columns, written and read: our engine against a bare loop doing the least possible
 * work and against hucre, in the same run. Memory is the peak of a process of its own. `--million` adds the large export.
 */
import { spawnSync } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createDeflateRaw } from "node:zlib";
import { streamXlsxRows, writeXlsxStream } from "hucre";
import { fromBufferPromise } from "yauzl";
import { columnLetters } from "#kernel/server/excel/cell.ts";
import type { Column } from "#kernel/server/excel/encode.ts";
import { exportWorkbook, readWorkbook } from "#kernel/server/excel/pool.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { houseZone } from "#kernel/time.ts";

const rowCount = 20_000;
const kinds = ["text", "text", "text", "number", "number", "date", "number"] as const;
const columns: Column[] = Array.from({ length: 21 }, (_, i) => ({
  key: `k${i}`,
  title: `列${i}`,
  kind: i === 20 ? "datetime" : kinds[i % 7]!,
  scale: 2,
}));

function value(row: number, column: number): string {
  if (column === 20) return `2026-0${1 + (row % 9)}-11T0${row % 10}:30:15.000Z`;
  const pick = column % 7;
  if (pick === 0) return `PO2026${String(row).padStart(8, "0")}`;
  if (pick === 1) return `六角螺栓 M${row % 40} 第${column}列`;
  if (pick === 2) return row % 20 === 0 ? "Bolt & nut <M8>" : "有效";
  if (pick === 5) return `2026-0${1 + (row % 9)}-1${row % 10}`;
  return `${row * (column + 1)}.${10 + (row % 90)}`;
}

const rowOf = (row: number): string[] => columns.map((_, column) => value(row, column));

function* batches(count = rowCount): Generator<string[][]> {
  for (let from = 0; from < count; from += 500) yield Array.from({ length: Math.min(500, count - from) }, (_, i) => rowOf(from + i));
}

/** The rows of the timed rounds, made beforehand; a process that measures memory makes its rows as it goes. */
const entries = process.argv.includes("--peak") ? [] : [...batches()];

async function bareExport(source: Iterable<string[][]>, take: (bytes: Buffer) => void): Promise<void> {
  const deflate = createDeflateRaw({ level: 3, memLevel: 9, chunkSize: 65_536 }).on("data", take);
  const write = (text: string): Promise<void> => new Promise((done) => deflate.write(Buffer.from(text), () => done()));
  const letters = columns.map((_, i) => columnLetters(i));
  let text = "";
  let number = 1;
  let before: Promise<void> = Promise.resolve();
  for (const batch of source) {
    for (const row of batch) {
      number++;
      text += `<row r="${number}">`;
      for (let i = 0; i < row.length; i++) text += `<c r="${letters[i]}${number}" t="inlineStr"><is><t>${row[i]}</t></is></c>`;
      text += "</row>";
      if (text.length < 131_072) continue;
      await before;
      before = write(text);
      text = "";
    }
  }
  await before;
  await write(text);
  await new Promise((done) => deflate.once("end", done).end());
}

async function ownExport(source: Iterable<string[][]>, take: (bytes: Buffer) => void): Promise<void> {
  await writeWorkbook(async (bytes) => take(bytes), [{ name: "订单", columns, rows: source, maxRow: 500_000 }], { zone: houseZone });
}

async function hucreExport(source: Iterable<string[][]>, take: (bytes: Buffer) => void): Promise<void> {
  function* rows(): Generator<(string | number | Date)[]> {
    for (const batch of source)
      for (const row of batch)
        yield row.map((text, i) => (columns[i]!.kind === "number" ? Number(text) : columns[i]!.kind === "text" ? text : new Date(text)));
  }
  const stream = writeXlsxStream(rows(), {
    name: "订单",
    columns: columns.map((c) => ({
      header: c.title,
      ...(c.kind === "number" ? { numFmt: "0.00" } : c.kind === "text" ? {} : { numFmt: "yyyy-mm-dd hh:mm:ss" }),
    })),
  });
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) take(Buffer.from(bytes));
}

async function workerExport(source: Iterable<string[][]>, take: (bytes: Buffer) => void): Promise<void> {
  const out = new Writable({ write: (bytes: Buffer, _, done) => (take(bytes), done()) });
  await exportWorkbook({ name: "订单", columns, batches: source, out, zone: houseZone, maxRow: 500_000 });
}

async function bareImport(file: Buffer): Promise<number> {
  const zip = await fromBufferPromise(file);
  let rows = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith("xl/worksheets/")) continue;
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const pattern = /<row |<c r="([A-Z]+)\d+"[^>]*>(?:<v>([^<]*)|<is><t[^>]*>([^<]*))/g;
    let cells: string[] = [];
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      if (found[1] === undefined) {
        rows++;
        cells = [];
      } else cells.push(found[2] ?? found[3]!);
    }
  }
  return rows;
}

async function ownImport(file: Buffer): Promise<number> {
  let rows = 0;
  for await (const batch of readTable(file)) rows += batch.length;
  return rows;
}

async function hucreImport(file: Buffer): Promise<number> {
  let rows = 0;
  for await (const _ of streamXlsxRows(file)) rows++;
  return rows;
}

async function workerImport(file: Buffer): Promise<number> {
  let rows = 0;
  for await (const batch of readWorkbook(file)) rows += batch.length;
  return rows;
}

const exporters = { bare: bareExport, own: ownExport, hucre: hucreExport, worker: workerExport };
const importers = { bare: bareImport, own: ownImport, hucre: hucreImport, worker: workerImport };
type Way = keyof typeof exporters;
const ways: readonly Way[] = ["bare", "own", "hucre", "worker"];
const nothing = (): void => {};

async function fileOf(): Promise<Buffer> {
  const parts: Buffer[] = [];
  await ownExport(entries, (bytes) => parts.push(bytes));
  return Buffer.concat(parts);
}

interface Figure {
  readonly ms: number;
  readonly block: number;
}

/** The middle of five rounds, the ways taking turns so that a busy machine is busy for all of them. */
async function race(run: (way: Way) => Promise<unknown>): Promise<Record<Way, Figure>> {
  const taken: Record<Way, Figure[]> = { bare: [], own: [], hucre: [], worker: [] };
  for (let round = 0; round < 6; round++) {
    for (const way of ways) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const start = performance.now();
      await run(way);
      const ms = performance.now() - start;
      delay.disable();
      if (round > 0) taken[way].push({ ms, block: delay.max / 1e6 });
    }
  }
  const middle = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  return Object.fromEntries(
    ways.map((way) => [way, { ms: middle(taken[way].map((f) => f.ms)), block: Math.max(...taken[way].map((f) => f.block)) }]),
  ) as Record<Way, Figure>;
}

function peak(...what: string[]): string {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--peak", ...what], { encoding: "utf8" });
  return child.status === 0 ? child.stdout.trim() : `failed: ${child.stderr.slice(0, 300)}`;
}

function print(title: string, figures: Record<Way, Figure>, kind: string): void {
  console.log(`\n${title}`);
  for (const way of ways) {
    const { ms, block } = figures[way];
    console.log(
      `  ${way.padEnd(7)} ${ms.toFixed(0).padStart(6)} ms   ×${(ms / figures.bare.ms).toFixed(2)} of bare   longest block ${block.toFixed(0).padStart(5)} ms   peak ${peak(kind, way)} MB`,
    );
  }
}

async function measurePeak(kind: string, way: Way): Promise<void> {
  if (kind === "nothing") await Promise.resolve();
  else if (kind === "million") await exporters[way](batches(1_000_000), nothing);
  else if (kind === "export") await exporters[way](batches(), nothing);
  else {
    const parts: Buffer[] = [];
    await ownExport(batches(), (bytes) => parts.push(bytes));
    await importers[way](Buffer.concat(parts));
  }
  console.log((process.resourceUsage().maxRSS / 1024).toFixed(0));
}

const at = process.argv.indexOf("--peak");
if (at > 0) await measurePeak(process.argv[at + 1]!, process.argv[at + 2] as Way);
else {
  const file = await fileOf();
  console.log(
    `${rowCount} rows × ${columns.length} columns, ${(file.length / 1e6).toFixed(1)} MB; an idle process takes ${peak("nothing", "bare")} MB`,
  );
  print("export", await race((way) => exporters[way](entries, nothing)), "export");
  print("import", await race((way) => importers[way](file)), "import");
  const start = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => workerExport(entries, nothing)));
  console.log(`\n8 exports at once: ${(performance.now() - start).toFixed(0)} ms`);
  if (process.argv.includes("--million")) console.log(`1,000,000 rows in a worker: peak ${peak("million", "worker")} MB`);
}
