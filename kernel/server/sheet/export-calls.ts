import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Entity, Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import { answer, type Call, type Context } from "../call.ts";
import { keepMade } from "../file/keep.ts";
import { disposition } from "../file/send.ts";
import { permDenied } from "../find.ts";
import { newId } from "../id.ts";
import type { Job, JobControl } from "../job.ts";
import { note } from "../journal.ts";
import { inOwnName, systemMe } from "../permit.ts";
import type { Row } from "../visible.ts";
import { planExport, type ExportPlan } from "./export.ts";
import { doerOf, sheetCall, sheetMime as mime, stampOf, type SheetParts } from "./parts.ts";

/** Lists as workbooks, at once or in the background. */
export function exportCalls(parts: SheetParts): Call[] {
  const { kernel, exports } = parts;
  return [
    sheetCall("exportExcelRestful/exportExcel", (ctx, body) => exportNow(ctx, body), { raw: true, perMinute: 60 }),
    sheetCall("exportExcelRestful/customExportExcel", (ctx, body) => exportNow(ctx, body), { raw: true, perMinute: 60 }),
    sheetCall("exportExcelRestful/doBackExport", (ctx, body) => exportLater(ctx, body), { perMinute: 60 }),
    { ...sheetCall("baseReportBackExportRestful/doBackExport", (ctx, body) => exportLater(ctx, body)), service: "reportServer" },
  ];

  /** Taking rows away needs the export button of a page that shows them. */
  function allowed(plan: ExportPlan, me: Me): void {
    if (!me.may(plan.entity.name, "btnExport")) throw permDenied();
  }

  async function exportNow(ctx: Context, body: Row): Promise<unknown> {
    const plan = planExport(kernel, body, ctx.me, 1_000_000);
    allowed(plan, ctx.me);
    const most = Number(await kernel.settings.value("EXPORT_SYNC_MAX"));
    if ((await exports.count(plan, most)) > most)
      throw refuse("EXPORT_TOO_MANY", `数据超过${most}行，请使用后台导出`, `More than ${most} rows, use background export`);
    const out = new PassThrough({ highWaterMark: 256 * 1024 });
    const stop = new AbortController();
    ctx.reply.raw.once("close", () => stop.abort());
    void exports.write(plan, out, { signal: stop.signal }).then(
      (rows) => noteExport(ctx.me, plan, rows, ctx.requestId, ctx.ip),
      (error: unknown) => out.destroy(error as Error),
    );
    return ctx.reply
      .headers({
        "content-type": mime,
        "content-disposition": disposition(`${plan.fileName}_${stampOf(ctx.now, ctx.me.zone)}.xlsx`, "attachment"),
      })
      .send(out);
  }

  async function noteExport(me: Me, plan: ExportPlan, rows: number, requestId: string, ip: string | null): Promise<void> {
    await note(kernel.db, {
      at: parts.clock.now().toISOString(),
      me,
      entity: plan.entity.name,
      action: "export",
      changes: [
        { p: "rows", o: null, n: rows },
        { p: "columns", o: null, n: plan.columns.map((c) => c.key) },
        { p: "filter", o: null, n: plan.question.where },
      ],
      requestId,
      ip,
    });
  }

  async function exportLater(ctx: Context, body: Row): Promise<unknown> {
    const order = (body["paramsValue"] ?? {}) as Row;
    const plan = planExport(kernel, { ...order, fileName: body["fileName"] ?? order["fileName"] }, ctx.me, 500_000);
    allowed(plan, ctx.me);
    const e = kernel.declared.entity("BaseReportBackExport");
    const input = {
      sourceType: "TABLE",
      sourceCode: String(order["requestUrl"]),
      sourceName: say(plan.entity.label, ctx.language),
      paramsValue: order,
      fileName: `${plan.fileName}_${stampOf(ctx.now, ctx.me.zone)}.xlsx`,
      language: ctx.language,
      ownerUserId: ctx.me.userId,
      respId: ctx.me.responsibilityId,
      submittedAt: ctx.now.toISOString(),
      sheetMaxRow: 500_000,
    };
    const outcome = await kernel.actor.act(
      { entity: e, action: "saveOrUpdate", targets: [{ input }] },
      { ...doerOf(ctx), me: inOwnName(ctx.me) },
    );
    const made = outcome.documents[0]!;
    await kernel.jobs.add("BACK_EXPORT", { id: made["id"], supplierId: ctx.me.supplierId }, ctx.me.userId);
    return answer(made, { msg: made["exportNum"] });
  }
}

/** Runs a background export under the permits of the person who asked for it, as they are now. */
export function backExportJob(parts: SheetParts): (job: Job, control: JobControl) => Promise<void> {
  const { kernel, exports } = parts;
  const e: Entity = kernel.declared.entity("BaseReportBackExport");
  const me = systemMe("export");
  const save = async (id: string, input: Row): Promise<void> => {
    await kernel.actor.act(
      { entity: e, action: "saveOrUpdate", targets: [{ id, input }] },
      { me, now: parts.clock.now(), requestId: newId(), ip: null },
    );
  };
  return async (job, control) => {
    const id = job.payload.id as string;
    const row = await kernel.db.one<Row>(`select * from "BaseReportBackExport" where id = $1`, [id]);
    if (!row || row["status"] === "CANCELLED") return;
    const owner = await kernel.permits.me({
      userId: row["ownerUserId"],
      responsibilityId: row["respId"],
      supplierId: job.payload.supplierId ?? null,
      language: row["language"],
    });
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
      const file = await keepMade(parts.files, kernel.db, {
        path,
        name: row["fileName"],
        mimeType: mime,
        by: owner.userId,
        now: parts.clock.now(),
      });
      const expireAt = new Date(parts.clock.now().getTime() + 7 * 86_400_000).toISOString();
      await save(id, {
        status: "DONE",
        progress: "100",
        rowCount: rows,
        fileId: file.id,
        fileSize: file.fileSize,
        finishedAt: parts.clock.now().toISOString(),
        expireAt,
        parts: 1,
      });
      await note(kernel.db, {
        at: parts.clock.now().toISOString(),
        me: owner,
        entity: plan.entity.name,
        action: "export",
        changes: [
          { p: "rows", o: null, n: rows },
          { p: "exportNum", o: null, n: row["exportNum"] },
        ],
        requestId: newId(),
        ip: null,
      });
      await tell("DONE", 100);
    } catch (error) {
      const now = await kernel.db.one<{ status: string }>(`select status from "BaseReportBackExport" where id = $1`, [id]);
      if (now?.status === "CANCELLED" || control.signal.aborted) return;
      if (job.tries >= 3) {
        await save(id, {
          status: "FAILED",
          errorCode: "EXPORT_FAILED",
          errorMsg: say(["导出失败，请重试或联系管理员", "The export failed; try again or ask an administrator"], row["language"]),
          finishedAt: parts.clock.now().toISOString(),
        });
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
