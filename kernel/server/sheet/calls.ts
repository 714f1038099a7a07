import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Entity, Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";
import type { Doer } from "../attempt.ts";
import { answer, type Call, type Context } from "../call.ts";
import { errorWorkbook } from "../excel/pool.ts";
import { keepMade } from "../file/keep.ts";
import type { FileParts } from "../file/parts.ts";
import { disposition } from "../file/send.ts";
import { permDenied } from "../find.ts";
import { newId } from "../id.ts";
import type { Job, JobControl } from "../job.ts";
import { note } from "../journal.ts";
import type { Kernel } from "../kernel.ts";
import { systemMe } from "../permit.ts";
import type { Push } from "../push.ts";
import type { Row } from "../visible.ts";
import { planExport, type ExportPlan, type Exports } from "./export.ts";
import { mostRows, type Checked, type Imports } from "./import.ts";

const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const shownRows = 2_000;
const again = 10 * 60_000;

export interface SheetParts {
  readonly kernel: Kernel;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly files: FileParts;
  readonly push: Push;
  readonly clock: { now(): Date };
}

const doerOf = (ctx: Context): Doer => ({ me: ctx.me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip });
const stamp = (now: Date, zone: string): string => inZone(now.toISOString(), zone).replace(/\D/g, "");

/** Export, background export, templates and import. */
export function sheetCalls(parts: SheetParts): Call[] {
  const { kernel, exports, imports } = parts;
  const call = (path: string, handle: Call["handle"], more: Partial<Call> = {}): Call => ({ service: "exportServer", path: `v1/${path}`, guard: "session", handle, ...more });
  return [
    call("exportExcelRestful/exportExcel", (ctx, body) => exportNow(ctx, body), { raw: true, perMinute: 60 }),
    call("exportExcelRestful/customExportExcel", (ctx, body) => exportNow(ctx, body), { raw: true, perMinute: 60 }),
    call("exportExcelRestful/doBackExport", (ctx, body) => exportLater(ctx, body), { perMinute: 60 }),
    { ...call("baseReportBackExportRestful/doBackExport", (ctx, body) => exportLater(ctx, body)), service: "reportServer" },
    call("importExcelRestful/downloadImportTemplate", async (ctx, body) => {
      const e = imports.entityOf(body["templateCode"], ctx.me);
      const bytes = await imports.template(e, ctx.me);
      return ctx.reply.headers({ "content-type": mime, "content-disposition": disposition(`${say(e.label, ctx.language)}.xlsx`, "attachment") }).send(bytes);
    }, { raw: true }),
    call("importExcelRestful/importExcel", (ctx) => importNow(ctx)),
  ];

  /** Taking rows away needs the export button of a page that shows them. */
  function allowed(plan: ExportPlan, me: Me): void {
    if (!me.may(plan.entity.name, "btnExport")) throw permDenied();
  }

  async function exportNow(ctx: Context, body: Row): Promise<unknown> {
    const plan = planExport(kernel, body, ctx.me, 1_000_000);
    allowed(plan, ctx.me);
    const most = Number(await kernel.settings.value("EXPORT_SYNC_MAX"));
    if ((await exports.count(plan, most)) > most) throw refuse("EXPORT_TOO_MANY", `数据超过${most}行，请使用后台导出`, `More than ${most} rows, use background export`);
    const out = new PassThrough({ highWaterMark: 256 * 1024 });
    const stop = new AbortController();
    ctx.reply.raw.once("close", () => stop.abort());
    void exports.write(plan, out, { signal: stop.signal }).then(
      (rows) => noteExport(ctx.me, plan, rows, ctx.requestId, ctx.ip),
      (error: unknown) => out.destroy(error as Error),
    );
    return ctx.reply.headers({ "content-type": mime, "content-disposition": disposition(`${plan.fileName}_${stamp(ctx.now, ctx.me.zone)}.xlsx`, "attachment") }).send(out);
  }

  async function noteExport(me: Me, plan: ExportPlan, rows: number, requestId: string, ip: string | null): Promise<void> {
    await note(kernel.db, { at: parts.clock.now().toISOString(), me, entity: plan.entity.name, action: "export", changes: [{ p: "rows", o: null, n: rows }, { p: "columns", o: null, n: plan.columns.map((c) => c.key) }, { p: "filter", o: null, n: plan.question.where }], requestId, ip });
  }

  async function exportLater(ctx: Context, body: Row): Promise<unknown> {
    const order = (body["paramsValue"] ?? {}) as Row;
    const plan = planExport(kernel, { ...order, fileName: body["fileName"] ?? order["fileName"] }, ctx.me, 500_000);
    allowed(plan, ctx.me);
    const e = kernel.declared.entity("BaseReportBackExport");
    const input = {
      sourceType: "TABLE", sourceCode: String(order["requestUrl"]), sourceName: say(plan.entity.label, ctx.language), paramsValue: order, fileName: `${plan.fileName}_${stamp(ctx.now, ctx.me.zone)}.xlsx`,
      language: ctx.language, ownerUserId: ctx.me.userId, respId: ctx.me.responsibilityId, submittedAt: ctx.now.toISOString(), sheetMaxRow: 500_000,
    };
    const outcome = await kernel.actor.act({ entity: e, action: "saveOrUpdate", targets: [{ input }] }, { ...doerOf(ctx), me: { ...systemMe("export"), userId: ctx.me.userId, userName: ctx.me.userName } });
    const made = outcome.documents[0]!;
    await kernel.jobs.add("BACK_EXPORT", { id: made["id"], supplierId: ctx.me.supplierId }, ctx.me.userId);
    return answer(made, { msg: made["exportNum"] });
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
    const row = await ctx.db.one<{ errors: unknown }>(`select errors from "BaseImportJob" where "importId" = $1 and "ownerUserId" = $2 and status in ('DONE', 'PARTIAL')`, [importId, ctx.me.userId]);
    return row?.errors ?? null;
  }

  async function mustNotRepeat(ctx: Context, checked: Checked, meta: Row): Promise<void> {
    if (Array.isArray(meta["confirmed"]) && meta["confirmed"].includes("IMPORT_AGAIN")) return;
    const row = await ctx.db.one(`select 1 from "BaseImportJob" where "fileHash" = $1 and "ownerUserId" = $2 and "finishedAt" > $3`, [checked.hash, ctx.me.userId, new Date(ctx.now.getTime() - again)]);
    const asks = [{ code: "IMPORT_AGAIN", msg: say(["十分钟内已导入过同一个文件", "The same file was imported within the last ten minutes"], ctx.language) }];
    if (row) throw refuse("CONFIRM_NEEDED", "十分钟内已导入过同一个文件，确定再导入一次吗？", "The same file was imported within the last ten minutes. Import it again?", { data: { asks } });
  }

  function told(ctx: Context, checked: Checked, importId: string, status: string, errorFileId: string | null, written?: { inserts: number; updates: number }): Row {
    const { rows, findings, entity: e } = checked;
    const count = (result: string) => rows.filter((r) => r.result === result).length;
    const order = { wrong: 0, changed: 1, new: 2, same: 3 };
    const shown = rows.length <= shownRows ? rows : [...rows].sort((a, b) => order[a.result] - order[b.result] || a.row - b.row).slice(0, shownRows).sort((a, b) => a.row - b.row);
    return {
      importId, status, total: rows.length, ok: rows.length - count("wrong"), failed: count("wrong"), inserts: written?.inserts ?? count("new"), updates: written?.updates ?? count("changed"), same: count("same"), warnings: checked.warnings.length,
      errors: findings.slice(0, 5_000).map((f) => ({ row: f.row, column: f.column, value: f.value, code: f.code, msg: say(f.text, ctx.language) })),
      columns: checked.understood.columns.map((c) => ({ key: c.key, label: say(e.fields[c.key]!.label, ctx.language) })),
      rows: shown.map((r) => ({ row: r.row, result: r.result, values: r.shown, ...(r.old ? { old: r.old } : {}) })),
      sheet: checked.sheet, unknownColumns: checked.understood.unknown, errorFileId,
    };
  }

  async function keepErrors(ctx: Context, checked: Checked, file: Buffer): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "base-srm-import-"));
    try {
      const path = join(folder, "errors.xlsx");
      const indexOf = new Map(checked.understood.columns.map((c) => [c.key, c.index]));
      const errors = checked.findings.map((f) => ({ row: f.row, column: indexOf.get(f.column) ?? null, text: say(f.text, ctx.language) }));
      await errorWorkbook(file, { errors, lastHeaderRow: checked.understood.lastHeaderRow, language: ctx.language, options: { caps: { rows: mostRows } } }, createWriteStream(path));
      const kept = await keepMade(parts.files, ctx.db, { path, name: `${say(checked.entity.label, ctx.language)}_${say(["错误", "errors"], ctx.language)}.xlsx`, mimeType: mime, by: ctx.me.userId, now: ctx.now });
      return kept.id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function remember(ctx: Context, checked: Checked, importId: string, mode: string, status: string, result: Row, errorFileId: string | null): Promise<void> {
    const { rows: _, ...kept } = result;
    const input = {
      importId, templateCode: checked.entity.name, fileHash: checked.hash, mode, status, total: result["total"], ok: result["ok"], failed: result["failed"], inserts: result["inserts"], updates: result["updates"],
      errors: kept, errorFileId, ownerUserId: ctx.me.userId, startedAt: ctx.now.toISOString(), finishedAt: parts.clock.now().toISOString(),
    };
    await kernel.actor.act({ entity: kernel.declared.entity("BaseImportJob"), action: "saveOrUpdate", targets: [{ input }] }, { ...doerOf(ctx), me: { ...systemMe("import"), userId: ctx.me.userId, userName: ctx.me.userName } });
  }
}

/** Runs a background export under the permits of the person who asked for it, as they are now. */
export function backExportJob(parts: SheetParts): (job: Job, control: JobControl) => Promise<void> {
  const { kernel, exports } = parts;
  const e: Entity = kernel.declared.entity("BaseReportBackExport");
  const me = systemMe("export");
  const save = async (id: string, input: Row): Promise<void> => {
    await kernel.actor.act({ entity: e, action: "saveOrUpdate", targets: [{ id, input }] }, { me, now: parts.clock.now(), requestId: newId(), ip: null });
  };
  return async (job, control) => {
    const id = job.payload.id as string;
    const row = await kernel.db.one<Row>(`select * from "BaseReportBackExport" where id = $1`, [id]);
    if (!row || row["status"] === "CANCELLED") return;
    const owner = await kernel.permits.me({ userId: row["ownerUserId"], responsibilityId: row["respId"], supplierId: job.payload.supplierId ?? null, language: row["language"] });
    const plan = planExport(kernel, { ...row["paramsValue"], fileName: row["fileName"] }, owner, 500_000);
    const total = await exports.count(plan, 10_000_000);
    await save(id, { status: "RUNNING", startedAt: parts.clock.now().toISOString(), tryCount: job.tries });
    const folder = await mkdtemp(join(tmpdir(), "base-srm-export-"));
    try {
      const path = join(folder, "export.xlsx");
      let shown = 0;
      const progress = async (rows: number): Promise<void> => {
        const percent = total === 0 ? 100 : Math.floor((rows / total) * 100);
        if (percent < shown + 5) return;
        shown = percent;
        const now = await kernel.db.one<{ status: string }>(`select status from "BaseReportBackExport" where id = $1`, [id]);
        if (now?.status === "CANCELLED" || control.signal.aborted) throw new Error("cancelled");
        await save(id, { progress: String(percent) });
        await tell("RUNNING", percent);
      };
      const rows = await exports.write(plan, createWriteStream(path), { signal: control.signal, progress });
      const file = await keepMade(parts.files, kernel.db, { path, name: row["fileName"], mimeType: mime, by: owner.userId, now: parts.clock.now(), functionId: e.name, businessId: id });
      const expireAt = new Date(parts.clock.now().getTime() + 7 * 86_400_000).toISOString();
      await save(id, { status: "DONE", progress: "100", rowCount: rows, fileId: file.id, fileSize: file.fileSize, finishedAt: parts.clock.now().toISOString(), expireAt, parts: 1 });
      await note(kernel.db, { at: parts.clock.now().toISOString(), me: owner, entity: plan.entity.name, action: "export", changes: [{ p: "rows", o: null, n: rows }, { p: "exportNum", o: null, n: row["exportNum"] }], requestId: newId(), ip: null });
      await tell("DONE", 100);
    } catch (error) {
      const now = await kernel.db.one<{ status: string }>(`select status from "BaseReportBackExport" where id = $1`, [id]);
      if (now?.status === "CANCELLED" || control.signal.aborted) return;
      if (job.tries >= 3) {
        await save(id, { status: "FAILED", errorCode: "EXPORT_FAILED", errorMsg: say(["导出失败，请重试或联系管理员", "The export failed; try again or ask an administrator"], row["language"]), finishedAt: parts.clock.now().toISOString() });
        await tell("FAILED", 0);
      }
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }

    async function tell(status: string, percent: number): Promise<void> {
      await parts.push.tell(owner.userId, { type: "export", data: { exportNum: row!["exportNum"], status, progress: percent } });
    }
  };
}

