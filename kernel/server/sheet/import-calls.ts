import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { refuse } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import type { Call, Context } from "../call.ts";
import { errorWorkbook } from "../excel/pool.ts";
import { keepMade } from "../file/keep.ts";
import { disposition } from "../file/send.ts";
import { newId } from "../id.ts";
import { inOwnName } from "../permit.ts";
import type { Row } from "../visible.ts";
import { mostRows, type Checked } from "./import.ts";
import { doerOf, sheetCall, sheetMime as mime, type SheetParts } from "./parts.ts";

const shownRows = 2_000;
const again = 10 * 60_000;

/** Templates and the import of what people filled in. */
export function importCalls(parts: SheetParts): Call[] {
  const { kernel, imports } = parts;
  return [
    sheetCall("importExcelRestful/downloadImportTemplate", (ctx, body) => template(ctx, body), { raw: true }),
    sheetCall("importExcelRestful/importExcel", (ctx) => importNow(ctx)),
  ];

  async function template(ctx: Context, body: Row): Promise<unknown> {
    const e = imports.entityOf(body["templateCode"], ctx.me);
    const bytes = await imports.template(e, ctx.me);
    return ctx.reply
      .headers({ "content-type": mime, "content-disposition": disposition(`${say(e.label, ctx.language)}.xlsx`, "attachment") })
      .send(bytes);
  }

  async function importNow(ctx: Context): Promise<unknown> {
    const upload = ctx.request.passage?.upload;
    if (!upload) throw refuse("IMPORT_FILE", "请选择要导入的文件", "Choose a file to import");
    const meta = upload.meta as unknown as Row;
    const e = imports.entityOf(meta["templateCode"], ctx.me);
    let file: Buffer | null = null;
    for await (const one of upload.files()) {
      if (one.size > 20 * 1024 * 1024) throw refuse("FILE_SIZE", "文件超过大小上限 20 MB", "File exceeds 20 MB");
      file = await buffer(one.stream);
    }
    if (!file) throw refuse("IMPORT_FILE", "请选择要导入的文件", "Choose a file to import");
    const isDry = meta["dryRun"] !== "N" && meta["dryRun"] !== false;
    const mode = meta["mode"] === "VALID_ROWS" ? "VALID_ROWS" : "ALL_OR_NOTHING";
    const importId = typeof meta["importId"] === "string" && /^[\w-]{8,60}$/.test(meta["importId"]) ? meta["importId"] : newId();
    const done = await finished(ctx, importId);
    if (done) return done;
    const checked = await imports.check(e, file, doerOf(ctx));
    if (isDry) await mustNotRepeat(ctx, checked, meta);
    const errorFileId = checked.findings.length ? await keepErrors(ctx, checked, file) : null;
    if (isDry) return told(ctx, checked, importId, "CHECKED", errorFileId);
    const written = await imports.commit(checked, mode, importId, doerOf(ctx));
    const status = checked.findings.length ? "PARTIAL" : "DONE";
    const result = told(ctx, checked, importId, status, errorFileId, written);
    await remember(ctx, checked, importId, mode, status, result, errorFileId);
    return result;
  }

  /** The button pressed twice: the second answer is the first one. */
  async function finished(ctx: Context, importId: string): Promise<unknown> {
    const row = await ctx.db.one<{ errors: unknown }>(
      `select errors from "BaseImportJob" where "importId" = $1 and "ownerUserId" = $2 and status in ('DONE', 'PARTIAL')`,
      [importId, ctx.me.userId],
    );
    return row?.errors ?? null;
  }

  async function mustNotRepeat(ctx: Context, checked: Checked, meta: Row): Promise<void> {
    if (Array.isArray(meta["confirmed"]) && meta["confirmed"].includes("IMPORT_AGAIN")) return;
    const row = await ctx.db.one(`select 1 from "BaseImportJob" where "fileHash" = $1 and "ownerUserId" = $2 and "finishedAt" > $3`, [
      checked.hash,
      ctx.me.userId,
      new Date(ctx.now.getTime() - again),
    ]);
    const asks = [
      {
        code: "IMPORT_AGAIN",
        msg: say(["十分钟内已导入过同一个文件", "The same file was imported within the last ten minutes"], ctx.language),
      },
    ];
    if (row)
      throw refuse(
        "CONFIRM_NEEDED",
        "十分钟内已导入过同一个文件，确定再导入一次吗？",
        "The same file was imported within the last ten minutes. Import it again?",
        { data: { asks } },
      );
  }

  function told(
    ctx: Context,
    checked: Checked,
    importId: string,
    status: string,
    errorFileId: string | null,
    written?: { inserts: number; updates: number },
  ): Row {
    const { rows, findings, entity: e } = checked;
    const count = (result: string) => rows.filter((r) => r.result === result).length;
    const order = { wrong: 0, changed: 1, new: 2, same: 3 };
    const shown =
      rows.length <= shownRows
        ? rows
        : [...rows]
            .sort((a, b) => order[a.result] - order[b.result] || a.row - b.row)
            .slice(0, shownRows)
            .sort((a, b) => a.row - b.row);
    return {
      importId,
      status,
      total: rows.length,
      ok: rows.length - count("wrong"),
      failed: count("wrong"),
      inserts: written?.inserts ?? count("new"),
      updates: written?.updates ?? count("changed"),
      same: count("same"),
      warnings: checked.warnings.length,
      errors: findings
        .slice(0, 5_000)
        .map((f) => ({ row: f.row, column: f.column, value: f.value, code: f.code, msg: say(f.text, ctx.language) })),
      columns: checked.understood.columns.map((c) => ({ key: c.key, label: say(e.fields[c.key]!.label, ctx.language) })),
      rows: shown.map((r) => ({ row: r.row, result: r.result, values: r.shown, ...(r.old ? { old: r.old } : {}) })),
      sheet: checked.sheet,
      unknownColumns: checked.understood.unknown,
      errorFileId,
    };
  }

  async function keepErrors(ctx: Context, checked: Checked, file: Buffer): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "base-srm-import-"));
    try {
      const path = join(folder, "errors.xlsx");
      const indexOf = new Map(checked.understood.columns.map((c) => [c.key, c.index]));
      const errors = checked.findings.map((f) => ({ row: f.row, column: indexOf.get(f.column) ?? null, text: say(f.text, ctx.language) }));
      await errorWorkbook(
        file,
        { errors, lastHeaderRow: checked.understood.lastHeaderRow, language: ctx.language, options: { caps: { rows: mostRows } } },
        createWriteStream(path),
      );
      const kept = await keepMade(parts.files, ctx.db, {
        path,
        name: `${say(checked.entity.label, ctx.language)}_${say(["错误", "errors"], ctx.language)}.xlsx`,
        mimeType: mime,
        by: ctx.me.userId,
        now: ctx.now,
      });
      return kept.id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function remember(
    ctx: Context,
    checked: Checked,
    importId: string,
    mode: string,
    status: string,
    result: Row,
    errorFileId: string | null,
  ): Promise<void> {
    const { rows: _, ...kept } = result;
    const input = {
      importId,
      templateCode: checked.entity.name,
      fileHash: checked.hash,
      mode,
      status,
      total: result["total"],
      ok: result["ok"],
      failed: result["failed"],
      inserts: result["inserts"],
      updates: result["updates"],
      errors: kept,
      errorFileId,
      ownerUserId: ctx.me.userId,
      startedAt: ctx.now.toISOString(),
      finishedAt: parts.clock.now().toISOString(),
    };
    await kernel.actor.act(
      { entity: kernel.declared.entity("BaseImportJob"), action: "saveOrUpdate", targets: [{ input }] },
      { ...doerOf(ctx), me: inOwnName(ctx.me) },
    );
  }
}
