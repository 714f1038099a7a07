import { PassThrough } from "node:stream";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "../call.ts";
import { disposition } from "../file/send.ts";
import type { Row } from "../visible.ts";
import { BackExports } from "./back-export.ts";
import { doerOf, endingOf, sheetCall, stampOf, type SheetParts } from "./parts.ts";
import { mustExport, noteExport, planExport } from "./plan.ts";

/** Lists as workbooks, at once or in the background. */
export function exportCalls(parts: SheetParts): Call[] {
  const back = new BackExports(parts);
  const report = (name: string, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    ...sheetCall(`baseReportBackExportRestful/${name}`, handle, more),
    service: "reportServer",
  });
  return [
    sheetCall("exportExcelRestful/exportExcel", (ctx, { customParams: _, ...body }) => exportNow(parts, ctx, body), {
      raw: true,
      perMinute: 60,
    }),
    sheetCall("exportExcelRestful/customExportExcel", (ctx, body) => exportNow(parts, ctx, body), { raw: true, perMinute: 60 }),
    sheetCall("exportExcelRestful/doBackExport", (ctx, body) => back.submit(ctx, body), { perMinute: 60 }),
    report("doBackExport", (ctx, body) => back.submit(ctx, body), { perMinute: 60 }),
    report("doRerun", (ctx, body) => back.rerun(ctx, body)),
    report("download", (ctx, body) => back.download(ctx, body), { raw: true }),
  ];
}

async function exportNow(parts: SheetParts, ctx: Context, body: Row): Promise<unknown> {
  const { kernel, exports } = parts;
  const plan = await planExport(kernel, body, ctx.me, 1_000_000);
  mustExport(plan, ctx.me);
  const most = Number(await kernel.settings.value("EXPORT_SYNC_MAX"));
  if ((await exports.count(plan, most)) > most)
    throw refuse("EXPORT_TOO_MANY", `数据超过${most}行，请使用后台导出`, `More than ${most} rows, use background export`);
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  const stop = new AbortController();
  ctx.reply.raw.once("close", () => stop.abort());
  void exports.write(plan, out, { signal: stop.signal }).then(
    (rows) => noteExport(parts, ctx.me, plan, rows, doerOf(ctx)),
    (error: unknown) => out.destroy(error as Error),
  );
  const { mime, ending } = endingOf(plan);
  return ctx.reply
    .headers({
      "content-type": mime,
      "content-disposition": disposition(`${plan.fileName}_${stampOf(ctx.now, ctx.me.zone)}${ending}`, "attachment"),
    })
    .send(out);
}
