import { buffer } from "node:stream/consumers";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { templateWorkbook } from "#kernel/server/excel/template.ts";
import { oneOf } from "#kernel/server/file/see.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { Premises } from "#kernel/server/side.ts";
import { say } from "#kernel/text.ts";
import { importSheets, type ImportRow, type ImportSheet } from "./import-columns.ts";
import { SupplierImport } from "./server/import.ts";
import { readSuppliers } from "./server/import-read.ts";

type Body = Record<string, unknown>;
const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const mostRows = 20_000;
const mostBytes = 20 * 1024 * 1024;

/** Rows as the browser sends them back, corrected or not. */
function rowsOf(body: Body): readonly ImportRow[] {
  const given = body["list"];
  if (!Array.isArray(given) || given.length === 0 || given.length > mostRows)
    throw refuse("FIELD_TYPE", `须有 1 至 ${mostRows} 行`, `1 to ${mostRows} rows are needed`);
  return given.map((one: Body): ImportRow => {
    const sheet = one["sheet"] as ImportSheet;
    const columns = importSheets[sheet]?.columns;
    if (!columns) throw refuse("FIELD_TYPE", "未知的工作表", "Unknown sheet");
    const values = (one["values"] ?? {}) as Body;
    const kept = columns.flatMap(({ key }) =>
      typeof values[key] === "string" && values[key] !== "" ? [[key, values[key].trim().slice(0, 500)] as const] : [],
    );
    return { sheet, rowNo: Number(one["rowNo"] ?? 0), values: Object.fromEntries(kept) };
  });
}

async function readAll(file: Buffer): Promise<readonly ImportRow[]> {
  const rows = await readSuppliers(file);
  if (rows.length === 0)
    throw refuse("IMPORT_EMPTY", "文件中没有可导入的行，请使用模板", "The file has no rows to import; use the template");
  if (rows.length > mostRows) throw refuse("IMPORT_MANY", `一次最多导入 ${mostRows} 行`, `At most ${mostRows} rows at once`);
  return rows;
}

/** Suppliers from a workbook of four sheets: read, checked, corrected in the browser, brought in company by company. */
export function importCalls({ kernel, files }: Pick<Premises, "kernel" | "files">): Call[] {
  const at = (name: string, button: string, handle: (ctx: Context, body: Body) => Promise<unknown>, raw = false): Call => ({
    service: "srmServer",
    path: `v1/srmSupInfoRestful/${name}`,
    guard: "session",
    ...(raw ? { raw } : {}),
    handle: async (ctx, body) => {
      if (ctx.me.audience !== "internal" || !ctx.me.holds(button)) throw permDenied();
      return handle(ctx, body);
    },
  });
  const work = (ctx: Context): SupplierImport => new SupplierImport(kernel, ctx.me, ctx.now);
  return [
    at(
      "downloadTemplate",
      "btnDownloadTemplate",
      async (ctx) => {
        const plans = Object.values(importSheets).map((one) => ({
          title: say(one.label, ctx.language),
          sheet: say(one.label, ctx.language),
          version: "1",
          columns: one.columns.map((column) => ({
            key: column.key,
            label: say(column.label, ctx.language),
            ...(column.must ? { required: true } : {}),
          })),
        }));
        const name = say(["供应商导入模板.xlsx", "Supplier import.xlsx"], ctx.language);
        return ctx.reply
          .headers({ "content-type": mime, "content-disposition": disposition(name, "attachment") })
          .send(await templateWorkbook(plans));
      },
      true,
    ),
    at("importRead", "btnImport", async (ctx, body) => {
      const rows = await readAll(typeof body["file"] === "string" ? Buffer.from(body["file"], "base64") : Buffer.alloc(0));
      return { rows, ...(await work(ctx).check(rows)) };
    }),
    // For other systems: a workbook uploaded before, at once; whichever of its four sheets is meant, companies come in whole.
    ...["srmSupInfo", "srmSupContact", "srmSupAccount", "srmSupLocation"].map((of) => ({
      ...at("doImports", "btnCommit", doImports),
      path: `v1/${of}Restful/doImports`,
    })),
    at("importCheck", "btnRecheck", async (ctx, body) => work(ctx).check(rowsOf(body))),
    at("importCommit", "btnCommit", async (ctx, body) => work(ctx).commit(rowsOf(body))),
  ];

  async function doImports(ctx: Context, body: Body): Promise<unknown> {
    const file = await oneOf(files, ctx, body["fileId"], "download");
    if (Number(file.fileSize) > mostBytes) throw refuse("FILE_SIZE", "文件超过大小上限 20 MB", "File exceeds 20 MB");
    const rows = await readAll(await buffer(await files.storages.of(file.storageCode).read(file.fileName)));
    const total = rows.filter((row) => row.sheet === "suppliers").length;
    const { findings } = await work(ctx).check(rows);
    if (body["mode"] !== "VALID_ROWS" && findings.length) return { total, ok: 0, failed: total, errors: findings, batchId: ctx.requestId };
    const { done, held, ...told } = await work(ctx).commit(rows);
    return { total, ok: done.length, failed: held.length, errors: told.findings, batchId: ctx.requestId };
  }
}
