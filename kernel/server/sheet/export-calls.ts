import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "../http/call.ts";
import type { Row } from "../find/visible.ts";
import { BackExports } from "./back-export.ts";
import { sendWritten } from "./book.ts";
import { doerOf, endingOf, sheetCall, stampOf, type SheetParts } from "./parts.ts";
import { mustExport, noteExport, planExport } from "./plan.ts";
import { asks, like, takes, type CallInput, type InputNames } from "../http/input.ts";

/** Lists as workbooks, at once or in the background. */
export function exportCalls(parts: SheetParts): Call[] {
  const back = new BackExports(parts);
  const report = (name: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    ...sheetCall(`baseReportBackExportRestful/${name}`, input, handle, more),
    service: "reportServer",
  });
  return [
    sheetCall("exportExcelRestful/exportExcel", asks(exported), (ctx, { customParams: _, ...body }) => exportNow(parts, ctx, body), {
      raw: true,
      perMinute: 60,
    }),
    sheetCall("exportExcelRestful/customExportExcel", asks(exported), (ctx, body) => exportNow(parts, ctx, body), {
      raw: true,
      perMinute: 60,
    }),
    sheetCall("exportExcelRestful/doBackExport", backExport, (ctx, body) => back.submit(ctx, body), { perMinute: 60 }),
    report("doBackExport", backExport, (ctx, body) => back.submit(ctx, body), { perMinute: 60 }),
    report("doRerun", like("BaseReportBackExport", "doRerun"), (ctx, body) => back.rerun(ctx, body)),
    report("download", takes({ id: "id" }), (ctx, body) => back.download(ctx, body), { raw: true }),
  ];
}

const exported: InputNames = {
  requestUrl: "text",
  requestParams: "object",
  columns: "list",
  fileName: "text",
  sheetMaxRow: "int",
  customParams: "object",
};
const backExport = takes({ paramsValue: "object", fileName: "text" });

async function exportNow(parts: SheetParts, ctx: Context, body: Row): Promise<unknown> {
  const { kernel, exports } = parts;
  const plan = await planExport(kernel, body, ctx.me, 1_000_000);
  mustExport(plan, ctx.me);
  const most = Number(await kernel.settings.value("EXPORT_SYNC_MAX"));
  if ((await exports.count(plan, most)) > most)
    throw refuse("EXPORT_TOO_MANY", `数据超过${most}行，请使用后台导出`, `More than ${most} rows, use background export`);
  const { mime, ending } = endingOf(plan);
  const name = `${plan.fileName}_${stampOf(ctx.now, ctx.me.zone)}${ending}`;
  return sendWritten(ctx, { name, mime }, async (out, signal) =>
    noteExport(parts, ctx.me, plan, await exports.write(plan, out, { signal }), doerOf(ctx)),
  );
}
