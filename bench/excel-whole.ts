/**
 * A workbook of 20,000 rows × 21 columns all the way: into the database with every check, reference, rule and journal
 * entry, and out of it again, against a bare loop that reads or writes the cells and the rows and does nothing else.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Writable } from "node:stream";
import { createDeflateRaw } from "node:zlib";
import { fromBufferPromise } from "yauzl";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { columnLetters } from "#kernel/server/excel/cell.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { Imports } from "#kernel/server/sheet/import.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { houseZone } from "#kernel/time.ts";
import { dayFromNumber } from "#kernel/days.ts";
import { modules } from "#modules/index.ts";
import { doerOf, someone } from "../tests/support/kernel.ts";
import { benchModule, benchOrder } from "./kernel/business.ts";

const rowCount = Number(process.argv.find((a) => a.startsWith("--rows="))?.slice(7) ?? 20_000);
const rounds = Number(process.argv.find((a) => a.startsWith("--rounds="))?.slice(9) ?? 3);
const keys = Object.keys(benchOrder.fields);
const me = someone({ language: "CN" });
const common = ["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"];
const types: Readonly<Record<string, string>> = {
  versionNum: "int",
  orderDate: "date",
  needDate: "date",
  taxRate: "numeric",
  guidePrice: "numeric",
};

/** One order as a person would write it into the sheet. */
const cells = (round: number, i: number): Record<string, string | null> => ({
  title: `order ${round}-${i}`,
  orgId: `ORG${i % 40}`,
  supplierId: `S${i % 900}`,
  orderType: ["标准", "加急", "协议"][i % 3]!,
  currency: "CNY",
  orderDate: `2026-0${1 + (i % 9)}-11`,
  needDate: `2026-0${1 + (i % 9)}-21`,
  buyer: `buyer ${i % 40}`,
  taxRate: "13",
  paymentTerm: "M60",
  tradeTerm: "DAP",
  urgent: i % 2 ? "是" : "否",
  contact: `联系人 ${i % 700}`,
  phone: `+86 10 5555 ${1000 + (i % 9000)}`,
  address: `道路 ${i % 3000} 号`,
  remark: `remark ${i}`,
  guidePrice: `${i}.25`,
});

async function fileOf(round: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const columns = keys.map((key) => ({
    key,
    title: benchOrder.fields[key as keyof typeof benchOrder.fields].label[0],
    kind: key.endsWith("Date") ? ("date" as const) : key === "taxRate" || key === "guidePrice" ? ("number" as const) : ("text" as const),
  }));
  const rows = Array.from({ length: rowCount }, (_, i) => {
    const row = cells(round, i);
    return keys.map((key) => row[key] ?? null);
  });
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: "订单", columns, rows: [rows], maxRow: 500_000 }]);
  return Buffer.concat(chunks);
}

async function fill(db: OpenDb): Promise<void> {
  const stamp = `'system', now(), 'system', now(), 1`;
  const names = common.map((key) => `"${key}"`).join(", ");
  await db.query(
    `insert into "BaseOrganization" (${names}, "orgCode", "orgName", "orgType", "functionalCurrency", "timeZone", "startDate", "enabledFlag") select 'org' || i, ${stamp}, 'ORG' || i, '组织 ' || i, 'BU', 'CNY', '${houseZone}', '2020-01-01', 'Y' from generate_series(0, 49) i`,
  );
  await db.query(
    `insert into "BenchSupplier" (${names}, "supplierCode", "supplierName") select 'sup' || i, ${stamp}, 'S' || i, '供应商 ' || i from generate_series(0, 999) i`,
  );
}

/** Reads the cells with one pattern and puts the rows in with one statement for 500: no check, no journal, no answer. */
async function bareImport(file: Buffer, db: OpenDb): Promise<void> {
  const orgs = new Map(
    (await db.query<{ id: string; code: string }>(`select id, "orgCode" as code from "BaseOrganization"`)).map((r) => [r.code, r.id]),
  );
  const suppliers = new Map(
    (await db.query<{ id: string; code: string }>(`select id, "supplierCode" as code from "BenchSupplier"`)).map((r) => [r.code, r.id]),
  );
  const rows = (await bareRows(file)).slice(1);
  const columns = [...common, ...keys];
  const text = `insert into "BenchOrder" (${columns.map((key) => `"${key}"`).join(", ")}) select ${columns.map((key) => `x."${key}"`).join(", ")} from json_to_recordset($1::json) as x(${columns.map((key) => `"${key}" ${types[key] ?? (key.endsWith("Date") ? "timestamptz" : /Amount|total/.test(key) ? "numeric" : "text")}`).join(", ")})`;
  const now = new Date().toISOString();
  const kinds: Readonly<Record<string, string>> = { 标准: "STANDARD", 加急: "URGENT", 协议: "CONTRACT" };
  await db.tx(async (tx) => {
    for (let from = 0; from < rows.length; from += 500) {
      const batch = rows.slice(from, from + 500).map((row, i) => ({
        ...row,
        id: newId(),
        createdBy: "x",
        creationDate: now,
        lastUpdatedBy: "x",
        lastUpdateDate: now,
        versionNum: 1,
        status: "DRAFT",
        orderNum: `BARE${newId()}${from + i}`,
        orgId: orgs.get(row["orgId"]!),
        supplierId: suppliers.get(row["supplierId"]!),
        orderType: kinds[row["orderType"]!],
        urgent: row["urgent"] === "是" ? "Y" : "N",
        orderDate: day(row["orderDate"]!),
        needDate: day(row["needDate"]!),
        netAmount: "0",
        taxAmount: "0",
        total: "0",
      }));
      await tx.query(text, [JSON.stringify(batch)]);
    }
  });
}

const day = (serial: string): string => dayFromNumber(Number(serial) - 25_569);

async function bareRows(file: Buffer): Promise<Record<string, string>[]> {
  const zip = await fromBufferPromise(file);
  const rows: Record<string, string>[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith("xl/worksheets/")) continue;
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    const pattern = /<row |<c r="([A-Z]+)\d+"[^>]*>(?:<v>([^<]*)|<is><t[^>]*>([^<]*))/g;
    const text = Buffer.concat(parts).toString();
    const byLetter = new Map(keys.map((key, i) => [columnLetters(i), key]));
    let row: Record<string, string> = {};
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      if (found[1] === undefined) rows.push((row = {}));
      else row[byLetter.get(found[1])!] = found[2] ?? found[3]!;
    }
  }
  return rows;
}

/** Reads all rows in parts and writes them as text cells. */
async function bareExport(db: OpenDb, like: string): Promise<void> {
  const deflate = createDeflateRaw({ level: 3, memLevel: 9, chunkSize: 65_536 }).resume();
  const write = (text: string): Promise<void> => new Promise((done) => deflate.write(Buffer.from(text), () => done()));
  let last = "";
  for (let number = 1; ;) {
    const rows = await db.query<Record<string, unknown>>(
      `select t.id, ${keys.map((key) => `t."${key}"`).join(", ")}, s."supplierCode", s."supplierName", o."orgCode", o."orgName" from "BenchOrder" t left join "BenchSupplier" s on s.id = t."supplierId" left join "BaseOrganization" o on o.id = t."orgId" where t.title like $2 and t.id > $1 order by t.id limit 2000`,
      [last, like],
    );
    let text = "";
    for (const row of rows) {
      number++;
      text += `<row r="${number}">`;
      for (const [i, key] of keys.entries())
        text += `<c r="${columnLetters(i)}${number}" t="inlineStr"><is><t>${String(row[key] ?? "")}</t></is></c>`;
      text += "</row>";
    }
    await write(text);
    if (rows.length < 2000) break;
    last = rows.at(-1)!["id"] as string;
  }
  await new Promise((done) => deflate.once("end", done).end());
}

const sink = (): Writable => new Writable({ write: (_bytes, _, done) => done() });

async function ownExport(kernel: Kernel, exports_: Exports, like: string): Promise<void> {
  const body = {
    requestUrl: "/srmServer/v1/benchOrderRestful/listByPage",
    columns: keys.map((key) => ({ key })),
    requestParams: { title: like },
  };
  await exports_.write(await planExport(kernel, body, me, 1_000_000), sink());
}

interface Figure {
  readonly ms: number;
  readonly p99: number;
  readonly longest: number;
}

async function timed(work: () => Promise<unknown>): Promise<Figure> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  delay.disable();
  return { ms, p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 };
}

const middle = (list: readonly Figure[]): Figure => [...list].sort((a, b) => a.ms - b.ms)[Math.floor(list.length / 2)]!;
const shown = (f: Figure): string =>
  `${f.ms.toFixed(0).padStart(6)} ms   loop p99 ${f.p99.toFixed(0)} ms, longest ${f.longest.toFixed(0)} ms`;

const folder = mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const postgres = await startPostgres(join(folder, "postgres"));
const clock = { now: () => new Date() };
const kernel = await openKernel([...modules, benchModule], postgres.installerUrl, clock);
const db = openDb(postgres.installerUrl, { max: 2 });
const exports_ = new Exports(kernel, postgres.installerUrl);
try {
  await ship(kernel, clock.now);
  await fill(db);
  await db.query("analyze");
  const imports = new Imports(kernel);
  const template = await imports.template("BenchOrder", me);
  const figures: Record<string, Figure[]> = {
    "bare import": [],
    "check (dry run)": [],
    "import, all checks": [],
    "bare export": [],
    export: [],
  };
  for (let round = 0; round <= rounds; round++) {
    const file = await fileOf(round);
    const take = (name: string, figure: Figure): void => void (round > 0 && figures[name]!.push(figure));
    take("bare import", await timed(() => bareImport(file, db)));
    await db.query(`delete from "BenchOrder"`);
    take("check (dry run)", await timed(() => imports.check(template, file, doerOf(me))));
    take(
      "import, all checks",
      await timed(async () =>
        imports.commit(await imports.check(template, file, doerOf(me), false), "ALL_OR_NOTHING", newId(), [], doerOf(me)),
      ),
    );
    const { n } = (await db.one<{ n: number }>(`select count(*)::int as n from "BenchOrder"`))!;
    if (n !== rowCount) throw new Error(`${n} rows came in instead of ${rowCount}`);
    take("bare export", await timed(() => bareExport(db, "order%")));
    take("export", await timed(() => ownExport(kernel, exports_, "order")));
    if (round === rounds) {
      const eight = await timed(() => Promise.all(Array.from({ length: 8 }, () => ownExport(kernel, exports_, "order"))));
      console.log(`8 exports at once: ${shown(eight)}`);
    }
    await db.query(`delete from "BenchOrder"`);
  }
  const by = (name: string): Figure => middle(figures[name]!);
  for (const name of Object.keys(figures)) {
    const floor = by(name.includes("export") ? "bare export" : "bare import");
    console.log(`${name.padEnd(20)} ${shown(by(name))}   ×${(by(name).ms / floor.ms).toFixed(2)} of bare`);
  }
  console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
} finally {
  await exports_.close();
  await db.close();
  await kernel.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
