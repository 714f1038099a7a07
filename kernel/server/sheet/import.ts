import { createHash } from "node:crypto";
import { checkValue } from "#kernel/check.ts";
import type { Entity, Me } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { say, type Text } from "#kernel/text.ts";
import type { Command, Doer, Target } from "../attempt.ts";
import { readWorkbook } from "../excel/pool.ts";
import type { SheetRow } from "../excel/cell.ts";
import { templateWorkbook, type TemplateColumn } from "../excel/template.ts";
import { permDenied } from "../find.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../schema.ts";
import { Params, selectSql, whereSql } from "../sql.ts";
import { scopeOf, type Row } from "../visible.ts";
import { sameValue } from "../working.ts";
import { importable, meanings, no, sheetKind, yes } from "./columns.ts";
import { readCell, understand, type Finding, type Understood } from "./rows.ts";

export const mostRows = 20_000;
const chunk = 500;

/** One row of the file beside what is stored. */
export interface CheckedRow {
  readonly row: number;
  result: "new" | "changed" | "same" | "wrong";
  readonly values: Row;
  readonly shown: Row;
  readonly old: Row | null;
  readonly target: Target;
}

export interface Checked {
  readonly entity: Entity;
  readonly understood: Understood;
  readonly sheet: string;
  readonly rows: readonly CheckedRow[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly hash: string;
}

/** Brings workbooks in: understands, compares with what is stored, tries every rule without writing, then writes all or nothing. */
export class Imports {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  entityOf(templateCode: unknown, me: Me): Entity {
    const e = typeof templateCode === "string" ? this.#kernel.declared.entities.get(templateCode) : undefined;
    if (!e || e.internal || !e.saves) throw refuse("IMPORT_TEMPLATE", "没有这个导入模板", "There is no such import template");
    if (!me.may(e.name, "btnImport")) throw permDenied();
    return e;
  }

  /** The workbook people fill in, with choices from the lookups and hints from the declaration. */
  async template(e: Entity, me: Me): Promise<Buffer> {
    const { lookups, finder } = this.#kernel;
    await lookups.ready();
    const columns = importable(e, finder.visible(e, me)).map((key): TemplateColumn => {
      const field = e.fields[key]!;
      const options =
        field.kind === "pick"
          ? [...meanings(lookups, field.lookup!, me.language).values()]
          : field.kind === "yn"
            ? [say(yes, me.language), say(no, me.language)]
            : [];
      return {
        key,
        label: say(field.label, me.language),
        required: !field.optional,
        kind: sheetKind(field),
        ...(field.hint ? { hint: say(field.hint, me.language) } : {}),
        ...(options.length && options.length <= 1000 ? { options } : {}),
      };
    });
    return templateWorkbook([{ title: say(e.label, me.language), version: this.version(e, me), columns, maxRows: mostRows }]);
  }

  /** Changes with the columns, so that an outdated template is told apart. */
  version(e: Entity, me: Me): string {
    return createHash("sha256")
      .update(importable(e, this.#kernel.finder.visible(e, me)).join())
      .digest("hex")
      .slice(0, 8);
  }

  async check(e: Entity, file: Buffer, doer: Doer, signal?: AbortSignal): Promise<Checked> {
    const { me } = doer;
    await this.#kernel.lookups.ready();
    const fields = importable(e, this.#kernel.finder.visible(e, me));
    const reading = readWorkbook(file, { caps: { rows: mostRows } }, signal);
    const raw: SheetRow[] = [];
    for await (const batch of reading) raw.push(...batch);
    if (reading.info.merged.length)
      throw refuse(
        "IMPORT_MERGED",
        `请先取消合并单元格：${reading.info.merged.slice(0, 5).join("、")}`,
        `Unmerge the merged cells first: ${reading.info.merged.slice(0, 5).join(", ")}`,
      );
    const understood = understand(e, fields, raw);
    const missing = (e.importKey ?? []).filter((key) => !understood.columns.some((c) => c.key === key));
    if (missing.length)
      throw refuse(
        "IMPORT_HEADER",
        `模板列不匹配：缺少 ${missing.map((key) => e.fields[key]!.label[0]).join("、")}`,
        `Template columns differ: ${missing.map((key) => e.fields[key]!.label[1]).join(", ")} missing`,
      );
    if (understood.rows.length > mostRows) throw refuse("IMPORT_ROWS", `超过 ${mostRows} 行`, `More than ${mostRows} rows`);
    const findings: Finding[] = [];
    const values = await this.#values(e, understood, me, findings);
    const rows = await this.#compare(e, understood.rows, values, me, findings);
    await this.#try(e, rows, doer, findings);
    return {
      entity: e,
      understood,
      sheet: reading.info.sheet,
      rows,
      findings,
      warnings: [],
      hash: createHash("sha256").update(file).digest("hex"),
    };
  }

  /** Cells into values; texts that name a row of another table are looked up together. */
  async #values(e: Entity, understood: Understood, me: Me, findings: Finding[]): Promise<Row[]> {
    const { lookups } = this.#kernel;
    const looks = new Map<string, Map<string, { row: Row; sheetRow: number }[]>>();
    const at = { zone: me.zone, lookup: lookups.has };
    const values = understood.rows.map((sheetRow) => {
      const row: Row = {};
      for (const { index, key } of understood.columns) {
        const field = e.fields[key]!;
        const cell = readCell(field, sheetRow, index, lookups);
        if (cell === null) continue;
        const wrong = (code: string, text: Text) =>
          findings.push({
            row: sheetRow.row,
            column: key,
            value: sheetRow.cells[index],
            code,
            text: [`${field.label[0]}${text[0]}`, `${field.label[1]} ${text[1]}`],
          });
        if ("wrong" in cell) wrong(cell.code, cell.wrong);
        else if ("look" in cell) {
          const byText = looks.get(key) ?? new Map<string, { row: Row; sheetRow: number }[]>();
          looks.set(key, byText);
          byText.set(cell.look, [...(byText.get(cell.look) ?? []), { row, sheetRow: sheetRow.row }]);
        } else if (cell.value === null) row[key] = null;
        else {
          const checked = checkValue(field, cell.value, at);
          if ("code" in checked) wrong(checked.code, checked.text);
          else row[key] = checked.value;
        }
      }
      return row;
    });
    await Promise.all([...looks].map(([key, byText]) => this.#lookUp(e, key, byText, me, findings)));
    return values;
  }

  /** A reference by its code, its name, or "code name" as exports write it, among the rows the caller may pick. */
  async #lookUp(e: Entity, key: string, byText: Map<string, { row: Row; sheetRow: number }[]>, me: Me, findings: Finding[]): Promise<void> {
    const target = this.#kernel.declared.entities.get(e.fields[key]!.target!);
    const scope = target ? scopeOf(this.#kernel.declared, target, me) : null;
    const texts = [...byText.keys()];
    const found = new Map<string, string>();
    if (target && scope) {
      const params = new Params();
      const wanted = params.add([...new Set(texts.flatMap((t) => [t, t.split(" ")[0]!]))]);
      const columns = target.title
        .flatMap((k) => [k, target.fields[k]?.english ?? ""])
        .filter((k) => k && ["text", "code"].includes(target.fields[k]!.kind));
      const rows = await this.#kernel.db.query<Row>(
        `select t.id, ${columns.map((c) => `t.${q(c)}`).join(", ")} from ${q(target.name)} t where (${columns.map((c) => `t.${q(c)} = any(${wanted})`).join(" or ")}) and ${whereSql(target, "t", scope, params, this.#kernel.declared)}`,
        params.values,
      );
      for (const column of columns.reverse()) for (const row of rows) if (row[column]) found.set(String(row[column]), row["id"]);
    }
    for (const [text, places] of byText)
      for (const { row, sheetRow } of places) {
        const id = found.get(text) ?? found.get(text.split(" ")[0]!);
        if (id) row[key] = id;
        else
          findings.push({
            row: sheetRow,
            column: key,
            value: text,
            code: "DATA_NOT_FOUND",
            text: [
              `${e.fields[key]!.label[0]}「${text}」不存在或无权查看`,
              `${e.fields[key]!.label[1]} "${text}" not found or not visible`,
            ],
          });
      }
  }

  /** Finds the stored row by the declared key and says what would change. */
  async #compare(e: Entity, sheetRows: readonly SheetRow[], values: readonly Row[], me: Me, findings: Finding[]): Promise<CheckedRow[]> {
    const stored = await this.#stored(e, values, me);
    const seen = new Map<string, number>();
    return values.map((row, i): CheckedRow => {
      const number = sheetRows[i]!.row;
      const key = keyOf(e, row);
      const first = key === null ? undefined : seen.get(key);
      if (key !== null && first !== undefined)
        findings.push({
          row: number,
          column: e.importKey![0]!,
          value: row[e.importKey![0]!],
          code: "IMPORT_DUPLICATE",
          text: [`与第 ${first} 行重复`, `Same key as row ${first}`],
        });
      else if (key !== null) seen.set(key, number);
      const old = key === null ? undefined : stored.get(key);
      const changed = old ? Object.keys(row).filter((k) => !sameValue(e.fields[k]!, row[k], old[k])) : [];
      const wrong = findings.some((f) => f.row === number);
      const input = old ? Object.fromEntries(changed.map((k) => [k, row[k]])) : row;
      return {
        row: number,
        values: row,
        shown: row,
        old: old ?? null,
        result: wrong ? "wrong" : !old ? "new" : changed.length ? "changed" : "same",
        target: { ...(old ? { id: old["id"] as string, versionNum: old["versionNum"] as number } : {}), input },
      };
    });
  }

  async #stored(e: Entity, values: readonly Row[], me: Me): Promise<Map<string, Row>> {
    const [first] = e.importKey ?? [];
    const scope = scopeOf(this.#kernel.declared, e, me);
    const found = new Map<string, Row>();
    if (!first || scope === null) return found;
    const wanted = [...new Set(values.map((v) => v[first]).filter((v) => v !== undefined && v !== null))];
    const keys = ["id", "versionNum", ...importable(e, this.#kernel.finder.visible(e, me))];
    const { columns, joins } = selectSql(this.#kernel.declared, e, keys, "t", me.language, false, () => true);
    for (let i = 0; i < wanted.length; i += 5_000) {
      const params = new Params();
      const text = `select ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${whereSql(e, "t", { all: [scope, { [first]: wanted.slice(i, i + 5_000) as string[] }] }, params, this.#kernel.declared)}`;
      for (const row of await this.#kernel.db.query<Row>(text, params.values)) found.set(keyOf(e, row)!, row);
    }
    return found;
  }

  /** Runs the entity's own rules over every row that would be written; a row that is refused says why, the others go on. */
  async #try(e: Entity, rows: readonly CheckedRow[], doer: Doer, findings: Finding[]): Promise<void> {
    const open = rows.filter((r) => r.result === "new" || r.result === "changed");
    for (let i = 0; i < open.length; i += chunk) await this.#tryChunk(e, open.slice(i, i + chunk), doer, findings);
  }

  async #tryChunk(e: Entity, rows: readonly CheckedRow[], doer: Doer, findings: Finding[]): Promise<void> {
    if (rows.length === 0) return;
    const { refusals } = await this.#kernel.actor.trial(commandOf(e, rows), doer);
    if (refusals.length === 0) return;
    const pinned = rows.length === 1 ? this.#pinOne(e, rows[0]!, refusals[0]!, findings) : this.#pin(e, rows, refusals[0]!, findings);
    const left = rows.filter((r) => r.result !== "wrong");
    // A refusal that names no row is found by asking each half on its own.
    if (pinned) return this.#tryChunk(e, left, doer, findings);
    const half = Math.ceil(rows.length / 2);
    await this.#tryChunk(e, rows.slice(0, half), doer, findings);
    await this.#tryChunk(e, rows.slice(half), doer, findings);
  }

  #pin(e: Entity, rows: readonly CheckedRow[], refusal: Refusal, findings: Finding[]): boolean {
    let pinned = false;
    for (const error of refusal.fieldErrors) {
      const found = /^rows\[(\d+)\]\.?(.*)$/.exec(error.path);
      const row = found ? rows[Number(found[1])] : undefined;
      if (!row) continue;
      pinned = true;
      row.result = "wrong";
      findings.push({ row: row.row, column: found![2] ?? "", value: row.values[found![2] ?? ""], code: error.code, text: error.text });
    }
    return pinned;
  }

  #pinOne(e: Entity, row: CheckedRow, refusal: Refusal, findings: Finding[]): boolean {
    row.result = "wrong";
    const errors = refusal.fieldErrors.length ? refusal.fieldErrors : [{ path: "", code: refusal.code, text: refusal.text }];
    for (const error of errors)
      findings.push({
        row: row.row,
        column: error.path in e.fields ? error.path : "",
        value: row.values[error.path],
        code: error.code,
        text: error.text,
      });
    return true;
  }

  /** Writes what a check found good: everything in one transaction, or the good rows in parts. */
  async commit(
    checked: Checked,
    mode: "ALL_OR_NOTHING" | "VALID_ROWS",
    importId: string,
    doer: Doer,
  ): Promise<{ inserts: number; updates: number }> {
    const rows = checked.rows.filter((r) => r.result === "new" || r.result === "changed");
    if (mode === "ALL_OR_NOTHING" && checked.findings.length)
      throw refuse(
        "IMPORT_FAILED",
        `有 ${new Set(checked.findings.map((f) => f.row)).size} 行有误，未写入任何数据`,
        `${new Set(checked.findings.map((f) => f.row)).size} rows are wrong; nothing was written`,
      );
    const size = mode === "ALL_OR_NOTHING" ? mostRows : chunk;
    for (let i = 0; i < rows.length; i += size) {
      const command = commandOf(checked.entity, rows.slice(i, i + size));
      await this.#kernel.actor.act({ ...command, key: { key: `import:${importId}:${i}`, bodyHash: checked.hash } }, doer);
    }
    return { inserts: rows.filter((r) => r.result === "new").length, updates: rows.filter((r) => r.result === "changed").length };
  }
}

const commandOf = (e: Entity, rows: readonly CheckedRow[]): Command => ({
  entity: e,
  action: "saveOrUpdate",
  targets: rows.map((r) => r.target),
  bulk: true,
  reason: "Excel",
});

function keyOf(e: Entity, row: Row): string | null {
  if (!e.importKey?.length) return null;
  const parts = e.importKey.map((key) => row[key]);
  return parts.some((p) => p === undefined || p === null) ? null : parts.map(String).join("\u0001");
}
