import { once } from "node:events";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { companions, fieldOf, type Entity } from "#kernel/entity.ts";
import { add } from "#kernel/decimal.ts";
import { isDecimalKind } from "#kernel/field.ts";
import { refuse } from "#kernel/refusal.ts";
import { say, type Text } from "#kernel/text.ts";
import { openDb, type Db, type OpenDb } from "../database/db.ts";
import { exportWorkbook, type ExportSheet } from "../excel/pool.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { Params, selectSql, whereSql } from "../find/sql.ts";
import type { Row } from "../find/visible.ts";
import { sheetColumn, type SheetPart, type Wish } from "./columns.ts";
import { cursor, Tally, type Watching } from "./cursor.ts";
import { ExportPictures, type PictureShelf } from "./pictures.ts";
import { cleanName, type ExportPlan } from "./plan.ts";
import { roundTrip } from "./round-trip.ts";

const mostParts = 200;

/** Pools for long reads: exports never take the connections that people's clicks need. */
export class Exports {
  readonly #kernel: Kernel;
  readonly #url: string;
  readonly #shelf: PictureShelf | null;
  #bulk: OpenDb | null = null;

  constructor(kernel: Kernel, url: string, shelf: PictureShelf | null = null) {
    this.#kernel = kernel;
    this.#url = url;
    this.#shelf = shelf;
  }

  async close(): Promise<void> {
    await this.#bulk?.close();
  }

  async count(plan: ExportPlan, most: number): Promise<number> {
    const params = new Params();
    const text = `select count(*)::int as n from (select 1 from ${q(plan.entity.name)} t where ${whereSql(plan.entity, "t", plan.question.where, params, this.#kernel.declared)} limit ${most + 1}) c`;
    return (await this.#kernel.db.one<{ n: number }>(text, params.values))!.n;
  }

  /** Writes the workbook, or the zip of workbooks, from one snapshot: no row is doubled or lost while others work. */
  async write(plan: ExportPlan, out: Writable, watching: Watching = {}): Promise<number> {
    await this.#kernel.lookups.ready();
    this.#bulk ??= openDb(this.#url, { max: 8, applicationName: "base-srm bulk" });
    return this.#bulk.tx(async (tx) => {
      await tx.query("set transaction isolation level repeatable read, read only");
      await tx.query("set local idle_in_transaction_session_timeout = '15min'; set local statement_timeout = '15min'");
      const tally = new Tally(watching.progress);
      if (plan.custom.zipByField) await this.#zip(plan, plan.custom.zipByField, tx, out, watching, tally);
      else await this.#book(plan, tx, out, watching, tally);
      return tally.rows;
    });
  }

  async #book(plan: ExportPlan, tx: Db, out: Writable, { signal }: Watching, tally: Tally): Promise<void> {
    const [first, ...more] = plan.template ? roundTrip(this.#kernel, plan, plan.template, tx, tally) : [this.#sheet(plan, tx, tally)];
    await exportWorkbook({ ...first!, more, out, zone: plan.me.zone, ...(signal ? { signal } : {}) });
  }

  #sheet(plan: ExportPlan, tx: Db, tally: Tally): ExportSheet {
    const { entity: e, custom, me } = plan;
    const wish: Wish = { lookups: this.#kernel.lookups, language: me.language, wording: custom.wording };
    const parts = plan.columns.map((column) => sheetColumn(fieldOf(e, column.key), column, wish));
    const shown = this.#shelf && custom.imageColumns.length ? new ExportPictures(this.#shelf, tx, plan) : null;
    for (const [i, part] of parts.entries()) if (shown && custom.imageColumns.includes(part.column.key)) parts[i] = shown.part(part);
    const rows = shown ? shown.fetched(this.#rows(plan, tx)) : this.#rows(plan, tx);
    const group = custom.groupBy ? sheetColumn(fieldOf(e, custom.groupBy), { key: custom.groupBy, title: "", width: 0 }, wish) : null;
    return {
      name: say(e.label, me.language),
      columns: parts.map((part) => part.column),
      maxRow: plan.sheetMaxRow,
      titleRows: custom.titleRows,
      merge: custom.mergeFields.map((key) => plan.columns.findIndex((column) => column.key === key)),
      batches: group ? grouped(plan, parts, group, rows, tally) : plainRows(parts, rows, tally),
    };
  }

  #rows(plan: ExportPlan, tx: Db): AsyncGenerator<Row[]> {
    const { declared } = this.#kernel;
    const { entity: e, me, custom } = plan;
    const keys = exportKeys(e, [...plan.columns.map((column) => column.key), ...(custom.groupBy ? [custom.groupBy] : [])]);
    const { columns, joins } = selectSql(declared, e, keys, "t", me.language, false);
    const params = new Params();
    const condition = whereSql(e, "t", plan.question.where, params, declared);
    const order = custom.groupBy ? `t.${q(custom.groupBy)}, t.id` : "t.id";
    const text = `select ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${condition} order by ${order}`;
    return cursor(tx, "rows_out", text, params.values);
  }

  /** One workbook after the other into one archive; each is compressed already. */
  async #zip(plan: ExportPlan, field: string, tx: Db, out: Writable, watching: Watching, tally: Tally): Promise<void> {
    const { entity: e } = plan;
    const params = new Params();
    const condition = whereSql(e, "t", plan.question.where, params, this.#kernel.declared);
    const { columns, joins } = selectSql(this.#kernel.declared, e, [field], "t", plan.me.language, false);
    const values = await tx.query<Row>(
      `select distinct ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${condition} order by 1 limit ${mostParts + 1}`,
      params.values,
    );
    if (values.length > mostParts)
      throw refuse("EXPORT_PARTS", `拆分后超过${mostParts}个文件，请缩小范围`, `More than ${mostParts} files; narrow the filter`);
    const wish: Wish = { lookups: this.#kernel.lookups, language: plan.me.language, wording: "MEANING" };
    const part = sheetColumn(fieldOf(e, field), { key: field, title: "", width: 0 }, wish);
    const zip = new ZipFile();
    const sent = pipeline(zip.outputStream, out);
    for (const [at, row] of values.entries()) {
      const name = cleanName(String(part.value(row) ?? "–"));
      const bytes = new PassThrough({ highWaterMark: 256 * 1024 });
      zip.addReadStream(bytes, `${plan.fileName}_${name}${isTaken(values, part, at) ? `_${at + 1}` : ""}.xlsx`, { compress: false });
      const where = { all: [plan.question.where, { [field]: row[field] as string | null }] };
      const over = once(bytes, "end");
      await this.#book({ ...plan, question: { ...plan.question, where } }, tx, bytes, watching, tally);
      await over;
    }
    zip.end();
    await sent;
  }
}

const isTaken = (rows: readonly Row[], part: SheetPart, at: number): boolean =>
  rows.slice(0, at).some((row) => String(part.value(row)) === String(part.value(rows[at]!)));

/** What must be read for the asked columns: a reference's code or name needs the reference. */
export function exportKeys(e: Entity, asked: readonly string[]): string[] {
  const refs = Object.keys(e.fields).filter((key) => e.fields[key]!.kind === "ref");
  const named = refs.filter((key) => asked.some((value) => value === companions(key).code || value === companions(key).name));
  return [...new Set(["id", ...asked.filter((key) => fieldOf(e, key)), ...named])];
}

type Batches = AsyncGenerator<unknown[][]>;

async function* plainRows(parts: readonly SheetPart[], rows: AsyncIterable<Row[]>, tally: Tally): Batches {
  for await (const batch of rows) {
    yield batch.map((row) => parts.map((part) => part.value(row)));
    await tally.add(batch.length);
  }
}

const subtotal: Text = ["小计", "Subtotal"];

/** Under the last row of each group its name, its number of rows and the sums of what can be summed. */
async function* grouped(
  plan: ExportPlan,
  parts: readonly SheetPart[],
  group: SheetPart,
  rows: AsyncIterable<Row[]>,
  tally: Tally,
): Batches {
  const summed = plan.columns.map(({ key }) => isDecimalKind(fieldOf(plan.entity, key)?.kind ?? "text"));
  let name: unknown;
  let count = 0;
  let sums: string[] = [];
  const line = (): unknown[] =>
    parts.map((_, i) => (i === 0 ? `${say(subtotal, plan.me.language)} ${String(name ?? "–")} (${count})` : summed[i] ? sums[i] : null));
  for await (const batch of rows) {
    const lines: unknown[][] = [];
    for (const row of batch) {
      const mine = group.value(row) ?? null;
      if (count > 0 && mine !== name) {
        lines.push(line());
        count = 0;
      }
      if (count === 0) sums = parts.map(() => "0");
      name = mine;
      count++;
      const values = parts.map((part) => part.value(row));
      values.forEach((value, i) => {
        if (summed[i] && typeof value === "string") sums[i] = add(sums[i]!, value);
      });
      lines.push(values);
    }
    yield lines;
    await tally.add(batch.length);
  }
  if (count > 0) yield [line()];
}
