import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { SheetRow } from "./cell.ts";
import { bookOf, sheetXml } from "./test-files.ts";
import type { Column } from "./encode.ts";
import { errorWorkbook, exportWorkbook, readWorkbook } from "./pool.ts";
import { readTable, type ReadOptions } from "./read.ts";

vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

const columns: Column[] = [
  { key: "id", title: "ID" },
  { key: "qty", title: "数量", kind: "number", scale: 2 },
];

function collect(): { out: Writable; bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const out = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) });
  return { out, bytes: () => Buffer.concat(chunks) };
}

async function* batches(count: number, size = 300): AsyncGenerator<unknown[][]> {
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_, i) => [`单-${from + i}`, `${from + i}.50`]);
}

async function rowsOf(file: Buffer | string, options: ReadOptions = {}, signal?: AbortSignal): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readWorkbook(file, options, signal)) all.push(...batch);
  return all;
}

const many = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join("");

describe("exports", () => {
  test("eight at once all succeed, each with its own rows", async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { out, bytes } = collect();
        const written = await exportWorkbook({ name: `表${n}`, columns, batches: batches(1000 + n), out });
        return { written, rows: (await readBack(bytes())).length };
      }),
    );
    results.forEach(({ written, rows }, n) => {
      expect(written).toEqual({ rows: 1000 + n, sheets: 1 });
      expect(rows).toBe(1001 + n);
    });
  });

  test("a batch of any size is handed over in pieces, further sheets follow", async () => {
    const { out, bytes } = collect();
    const all = Array.from({ length: 5000 }, (_, i) => [`x${i}`, "1.00"]);
    await exportWorkbook({
      name: "数据",
      columns,
      batches: [all],
      more: [{ name: "条件", columns: [{ key: "f", title: "条件" }], batches: [[["状态 = 有效"]]] }],
      out,
    });
    expect(await readBack(bytes())).toHaveLength(5001);
    expect((await readBack(bytes(), { sheet: "条件" })).map((row) => row.cells)).toEqual([["条件"], ["状态 = 有效"]]);
  });

  test("a slow receiver slows the reading of rows down, and holds up nobody else", async () => {
    const slow = new PassThrough({ highWaterMark: 1024 });
    let pulled = 0;
    const counted = (async function* () {
      for await (const batch of noise(60_000)) {
        pulled += batch.length;
        yield batch;
      }
    })();
    const first = exportWorkbook({ name: "慢", columns, batches: counted, out: slow });
    const { out } = collect();
    expect(await exportWorkbook({ name: "快", columns, batches: batches(500), out })).toEqual({ rows: 500, sheets: 1 });
    while (slow.readableLength === 0) await new Promise((go) => setImmediate(go));
    const before = pulled;
    expect(before).toBeLessThan(60_000);
    slow.resume();
    expect((await first).rows).toBe(60_000);
  });

  test("when the receiver goes away, the rows are no longer read and their source is closed", async () => {
    const out = new PassThrough();
    let closed = false;
    const endless = (async function* () {
      try {
        for (;;) for await (const batch of noise(10_000)) yield batch;
      } finally {
        closed = true;
      }
    })();
    const job = exportWorkbook({ name: "x", columns, batches: endless, out });
    out.once("data", () => out.destroy());
    await expect(job).rejects.toThrow(/went away|premature/i);
    while (!closed) await new Promise((go) => setImmediate(go));
  });

  test("cancelling ends it with the caller's reason", async () => {
    const stop = new AbortController();
    const { out } = collect();
    const endless = (async function* () {
      for (;;) {
        yield [["a", "1"]];
        stop.abort(new Error("cancelled by the user"));
      }
    })();
    await expect(exportWorkbook({ name: "x", columns, batches: endless, out, signal: stop.signal })).rejects.toThrow(
      "cancelled by the user",
    );
    await expect(exportWorkbook({ name: "x", columns, batches: [], out, signal: stop.signal })).rejects.toThrow("cancelled by the user");
  });

  test("a mistake in the source of rows is the export's mistake", async () => {
    const broken = (async function* () {
      yield [["a", "1"]];
      throw new Error("the database went away");
    })();
    await expect(exportWorkbook({ name: "x", columns, batches: broken, out: collect().out })).rejects.toThrow("the database went away");
  });
});

describe("reading", () => {
  test("rows and what the file says about itself arrive, from memory and from a path", async () => {
    const file = bookOf(sheetXml(many(3000), '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>'));
    const reading = readWorkbook(file);
    let count = 0;
    for await (const batch of reading) count += batch.length;
    expect(count).toBe(3000);
    expect(reading.info).toEqual({ sheet: "Sheet1", sheets: ["Sheet1"], rows: 3000, merged: ["A1:A2"] });
    const folder = await mkdtemp(join(tmpdir(), "excel-"));
    await writeFile(join(folder, "a.xlsx"), file);
    expect(await rowsOf(join(folder, "a.xlsx"))).toHaveLength(3000);
    await rm(folder, { recursive: true });
  });

  test("a refusal crosses over with both languages", async () => {
    await expect(rowsOf(bookOf("<!DOCTYPE x><worksheet/>"))).rejects.toMatchObject({
      code: "IMPORT_FILE",
      text: [expect.stringContaining("DOCTYPE"), expect.stringContaining("DOCTYPE")],
    });
  });

  test("a file that eats all memory ends its worker, not the server", async () => {
    const strings = Array.from({ length: 600 }, (_, i) => `<si><t>${i}${"采购订单".repeat(10_000)}</t></si>`).join("");
    const glutton = bookOf(sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), { strings });
    await expect(rowsOf(glutton, { caps: { memory: 24 } })).rejects.toMatchObject({
      code: "IMPORT_FILE",
      text: [expect.any(String), expect.stringContaining("memory")],
    });
    expect(await rowsOf(bookOf(sheetXml(many(1))))).toHaveLength(1);
  });

  test("twelve at once wait for each other and all succeed", async () => {
    const file = bookOf(sheetXml(many(50)));
    expect((await Promise.all(Array.from({ length: 12 }, () => rowsOf(file)))).map((rows) => rows.length)).toEqual(Array(12).fill(50));
  });

  test("it can be cancelled before, while waiting and in the middle, and left early", async () => {
    const stop = new AbortController();
    const file = bookOf(sheetXml(many(5000)));
    await expect(
      (async () => {
        for await (const _ of readWorkbook(file, {}, stop.signal)) stop.abort(new Error("enough"));
      })(),
    ).rejects.toThrow("enough");
    await expect(rowsOf(file, {}, stop.signal)).rejects.toThrow("enough");
    for await (const batch of readWorkbook(file)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await rowsOf(bookOf(sheetXml(many(2))))).toHaveLength(2);
  });
});

test("the error workbook is written in a worker as well", async () => {
  const { out, bytes } = collect();
  await errorWorkbook(
    Buffer.from("a,b\n1,x\n2,y\n"),
    { lastHeaderRow: 1, language: "EN", errors: [{ row: 3, column: 1, text: "No" }] },
    out,
  );
  expect((await readBack(bytes())).map((row) => row.cells)).toEqual([
    ["a", "b", "错误信息 / Error"],
    ["2", "y", "No"],
  ]);
});

/** Rows that do not compress, so that bytes appear soon. */
async function* noise(count: number): AsyncGenerator<unknown[][]> {
  let state = 1;
  const next = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36);
  };
  for (let from = 0; from < count; from += 500) yield Array.from({ length: 500 }, () => [next() + next() + next() + next(), "1"]);
}

async function readBack(file: Buffer, options: ReadOptions = {}): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(file, { ...options, caps: { rows: 100_000 } })) all.push(...batch);
  return all;
}
