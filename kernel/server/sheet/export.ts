import type { Writable } from "node:stream";
import type { Entity, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import { openDb, type OpenDb } from "../db.ts";
import { exportWorkbook } from "../excel/pool.ts";
import type { Question } from "../find.ts";
import type { ListBody } from "../filter.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../schema.ts";
import { Params, selectSql, whereSql } from "../sql.ts";
import type { Row } from "../visible.ts";
import { askedColumns, sheetColumn, type Asked } from "./columns.ts";

/** An export after checking: which list, whose rows, which columns. */
export interface ExportPlan {
  readonly entity: Entity;
  readonly question: Question;
  readonly columns: readonly Asked[];
  readonly fileName: string;
  readonly sheetMaxRow: number;
  readonly me: Me;
}

const batchRows = 2_000;
const urlForm = /^\/?(?:api\/)?(\w+)\/v1\/(\w+Restful)\/listByPage$/;

const noUrl = (): Refusal => refuse("EXPORT_NO_URL", "请求地址不能为空", "Request URL cannot be empty");
const noColumns = (): Refusal => refuse("EXPORT_NO_COLUMNS", "导出字段不能为空", "Export field list cannot be empty");

/** Reads an export request. The address only names a list of our own; nothing is ever fetched from it. */
export function planExport(kernel: Kernel, body: Row, me: Me, most: number): ExportPlan {
  if (typeof body["requestUrl"] !== "string" || body["requestUrl"] === "") throw noUrl();
  const found = urlForm.exec(body["requestUrl"]);
  const entity = found ? kernel.declared.byPath(found[2]!) : undefined;
  if (!found || !entity || entity.service !== found[1] || entity.internal)
    throw refuse("EXPORT_URL", "请求地址不是可导出的列表", "The request URL names no list that can be exported");
  if (!Array.isArray(body["columns"]) || body["columns"].length === 0) throw noColumns();
  const columns = askedColumns(entity, body["columns"], kernel.finder.visible(entity, me), me.language);
  if (!columns) throw refuse("EXPORT_COLUMN", "导出字段不属于该列表", "An export field does not belong to this list");
  const params = typeof body["requestParams"] === "object" && body["requestParams"] !== null ? (body["requestParams"] as ListBody) : {};
  const question = kernel.finder.question(entity, { ...params, pageIndex: 1, pageRows: 1 }, me);
  const wanted = Number(body["sheetMaxRow"] ?? 20_001);
  const sheetMaxRow = Number.isInteger(wanted) && wanted >= 2 ? Math.min(wanted, most) : 20_001;
  const fileName = cleanName(typeof body["fileName"] === "string" && body["fileName"] ? body["fileName"] : say(entity.label, me.language));
  return { entity, question, columns, fileName, sheetMaxRow, me };
}

const cleanName = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_")
    .replace(/\.xlsx$/i, "")
    .slice(0, 120) || "export";

/** Pools for long reads: exports never take the connections that people's clicks need. */
export class Exports {
  readonly #kernel: Kernel;
  readonly #url: string;
  #bulk: OpenDb | null = null;

  constructor(kernel: Kernel, url: string) {
    this.#kernel = kernel;
    this.#url = url;
  }

  async close(): Promise<void> {
    await this.#bulk?.close();
  }

  async count(plan: ExportPlan, most: number): Promise<number> {
    const params = new Params();
    const text = `select count(*)::int as n from (select 1 from ${q(plan.entity.name)} t where ${whereSql(plan.entity, "t", plan.question.where, params, this.#kernel.declared)} limit ${most + 1}) c`;
    return (await this.#kernel.db.one<{ n: number }>(text, params.values))!.n;
  }

  /** Writes the workbook: one snapshot, ordered by id, so that no row is doubled or lost while others work. */
  async write(
    plan: ExportPlan,
    out: Writable,
    more: { signal?: AbortSignal; progress?: (rows: number) => Promise<void> } = {},
  ): Promise<number> {
    const { lookups } = this.#kernel;
    await lookups.ready();
    const parts = plan.columns.map((one) => sheetColumn(plan.entity, one, lookups, plan.me.language));
    this.#bulk ??= openDb(this.#url, { max: 8, applicationName: "base-srm bulk" });
    return this.#bulk.tx(async (tx) => {
      await tx.query("set transaction isolation level repeatable read, read only");
      await tx.query("set local idle_in_transaction_session_timeout = '15min'");
      const rows = this.#rows(plan, tx);
      let count = 0;
      const batches = (async function* () {
        for await (const batch of rows) {
          count += batch.length;
          yield batch.map((row) => parts.map((part) => part.value(row)));
          await more.progress?.(count);
        }
      })();
      const name = say(plan.entity.label, plan.me.language);
      await exportWorkbook({
        name,
        columns: parts.map((p) => p.column),
        maxRow: plan.sheetMaxRow,
        batches,
        out,
        zone: plan.me.zone,
        ...(more.signal ? { signal: more.signal } : {}),
      });
      return count;
    });
  }

  async *#rows(plan: ExportPlan, tx: { query<T>(text: string, values: unknown[]): Promise<T[]> }): AsyncGenerator<Row[]> {
    const { declared } = this.#kernel;
    const { entity: e } = plan;
    const keys = [
      "id",
      ...new Set(plan.columns.map((c) => c.key).filter((key) => key in e.fields || this.#kernel.finder.visible(e, plan.me).has(key))),
    ].filter((key, i, all) => all.indexOf(key) === i);
    const refs = Object.keys(e.fields).filter((key) => e.fields[key]!.kind === "ref");
    const named = [...keys, ...refs.filter((key) => plan.columns.some((c) => c.key.startsWith(key.replace(/Id$/, ""))))];
    const { columns, joins } = selectSql(declared, e, [...new Set(named)], "t", plan.me.language, false);
    for (let last = ""; ;) {
      const params = new Params();
      const condition = `${whereSql(e, "t", plan.question.where, params, declared)} and t.id > ${params.add(last)}`;
      const batch = await tx.query<Row>(
        `select ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${condition} order by t.id limit ${batchRows}`,
        params.values,
      );
      if (batch.length) yield batch;
      if (batch.length < batchRows) return;
      last = batch.at(-1)!["id"] as string;
    }
  }
}
