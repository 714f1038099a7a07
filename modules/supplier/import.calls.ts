import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { workbookLimit } from "#kernel/server/gate/body.ts";
import { templateWorkbook } from "#kernel/server/excel/template.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, takes, type CallInput } from "#kernel/server/http/input.ts";
import { givenBook } from "#kernel/server/sheet/book.ts";
import { keepErrorFile } from "#kernel/server/sheet/error-file.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { say } from "#kernel/text.ts";
import { importSheets, type ImportFinding, type ImportRow, type ImportSheet } from "./import-columns.ts";
import { SupplierImport } from "./server/import.ts";
import { heldRows } from "./server/import-groups.ts";
import { readSuppliers, type ReadSheet } from "./server/import-read.ts";

type Body = Record<string, unknown>;
const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const mostRows = 20_000;
/** The tables the workbook fills that have a call of this name. */
const owned = ["SrmSupInfo", "SrmSupContact", "SrmSupAccount", "SrmSupLocation"];

/** Rows as the browser sends them back, corrected or not. */
function rowsOf(body: Body): readonly ImportRow[] {
  const given = body["list"];
  if (!Array.isArray(given) || given.length === 0 || given.length > mostRows)
    throw refuse("FIELD_TYPE", `须有 1 至 ${mostRows} 行`, `1 to ${mostRows} rows are needed`);
  return given.map((entry: Body): ImportRow => {
    const sheet = entry["sheet"] as ImportSheet;
    const columns = importSheets[sheet]?.columns;
    if (!columns) throw refuse("FIELD_TYPE", "未知的工作表", "Unknown sheet");
    const values = (entry["values"] ?? {}) as Body;
    const entries = columns.flatMap(({ key }) =>
      typeof values[key] === "string" && values[key] !== "" ? [[key, values[key].trim().slice(0, 500)] as const] : [],
    );
    return { sheet, rowNo: Number(entry["rowNo"] ?? 0), values: Object.fromEntries(entries) };
  });
}

async function readAll(file: Buffer): ReturnType<typeof readSuppliers> {
  const read = await readSuppliers(file);
  const { rows } = read;
  if (rows.length === 0)
    throw refuse("IMPORT_EMPTY", "文件中没有可导入的行，请使用模板", "The file has no rows to import; use the template");
  if (rows.length > mostRows) throw refuse("IMPORT_MANY", `一次最多导入 ${mostRows} 行`, `At most ${mostRows} rows at once`);
  return read;
}

/** What is wrong, by the sheets of the file it came in. */
const errorSheets = (sheets: readonly ReadSheet[], findings: readonly ImportFinding[]) =>
  sheets.flatMap(({ sheet, at, name, columns, lastHeaderRow }) => {
    const mine = findings.filter((finding) => finding.sheet === sheet);
    if (mine.length === 0) return [];
    const place = (key: string): number | null => (columns.includes(key) ? columns.indexOf(key) : null);
    return [
      {
        errors: mine.map((importFinding) => ({ row: importFinding.rowNo, column: place(importFinding.key), text: importFinding.msg })),
        lastHeaderRow,
        sheet: at,
        name,
      },
    ];
  });

/** Suppliers from a workbook of several sheets: read, checked, corrected in the browser, brought in company by company. */
export function importCalls({ kernel, files, calls }: Pick<Premises, "kernel" | "files" | "calls">): Call[] {
  const at = (
    name: string,
    button: string,
    input: CallInput,
    handle: (ctx: Context, body: Body) => Promise<unknown>,
    raw = false,
  ): Call => ({
    service: "srmServer",
    path: `v1/srmSupInfoRestful/${name}`,
    guard: "session",
    bodyLimit: workbookLimit,
    input,
    ...(raw ? { raw } : {}),
    handle: (ctx, body) => may(ctx, button, () => handle(ctx, body)),
  });
  const may = async (ctx: Context, button: string, then: () => Promise<unknown>): Promise<unknown> => {
    if (ctx.me.audience !== "internal" || !ctx.me.holds(button)) throw permDenied();
    return then();
  };
  const work = (ctx: Context, current: Body = {}): SupplierImport =>
    new SupplierImport(kernel, ctx.me, ctx.now, { confirmed: Array.isArray(current["confirmed"]) ? current["confirmed"].map(String) : [] });
  return [
    at("downloadTemplate", "btnDownloadTemplate", asks(), sendTemplate, true),
    {
      ...at("", "", asks({ templateCode: "text" }), sendTemplate, true),
      path: "v1/srmSup/largeFile/downloadTemplate",
      // The address older pages know: without a code, or with one of a supplier's own tables, it means the workbook of suppliers.
      handle: (ctx, body) =>
        body["templateCode"] === undefined || owned.includes(String(body["templateCode"]))
          ? may(ctx, "btnDownloadTemplate", () => sendTemplate(ctx))
          : calls()
              .find((call) => call.path === "v1/importExcelRestful/downloadImportTemplate")!
              .handle(ctx, body),
    },
    at("importRead", "btnImport", asks({ file: "text" }), async (ctx, body) => {
      const { rows } = await readAll(typeof body["file"] === "string" ? Buffer.from(body["file"], "base64") : Buffer.alloc(0));
      const { findings, changes } = await work(ctx).check(rows);
      return { rows, findings, changes };
    }),
    // For other systems: a workbook uploaded before, at once; whichever of its sheets is meant, companies come in whole.
    ...owned.map((of) => ({
      ...at("doImports", "btnCommit", takes({ fileId: "id", mode: "text", confirmed: "texts" }), doImports),
      path: `v1/s${of.slice(1)}Restful/doImports`,
    })),
    at("importCheck", "btnRecheck", asks({ list: "list", confirmed: "texts" }), async (ctx, body) => {
      const { findings, changes } = await work(ctx, body).check(rowsOf(body));
      return { findings, changes };
    }),
    at("importCommit", "btnCommit", takes({ list: "list", confirmed: "texts" }), async (ctx, body) => work(ctx, body).commit(rowsOf(body))),
  ];

  async function sendTemplate(ctx: Context): Promise<unknown> {
    const plans = Object.values(importSheets).map((importSheet) => ({
      title: say(importSheet.label, ctx.language),
      sheet: say(importSheet.label, ctx.language),
      version: "1",
      columns: importSheet.columns.map((column) => ({
        key: column.key,
        label: say(column.label, ctx.language),
        ...(column.must ? { required: true } : {}),
      })),
    }));
    const name = say(["供应商导入模板.xlsx", "Supplier import.xlsx"], ctx.language);
    return ctx.reply
      .headers({ "content-type": mime, "content-disposition": disposition(name, "attachment") })
      .send(await templateWorkbook(plans));
  }

  async function doImports(ctx: Context, body: Body): Promise<unknown> {
    const { file, said } = await givenBook(files, ctx, body);
    const { rows, sheets } = await readAll(file);
    const total = rows.filter((row) => row.sheet === "suppliers").length;
    let { findings } = await work(ctx, said).check(rows);
    let ok = 0;
    if (said["mode"] === "VALID_ROWS" || findings.length === 0) {
      const committed = await work(ctx, said).commit(rows);
      ok = committed.done.length;
      ({ findings } = committed);
    }
    const failed = [...findings, ...heldRows(rows, findings, ctx.language)];
    const of = { label: importSheets.suppliers.label, sheets: errorSheets(sheets, failed), rows: mostRows };
    const fileRow = await keepErrorFile(files, ctx, file, of);
    const errors = findings.map(({ rowNo: row, key: column, ...one }) => ({ ...one, row, column }));
    const status = findings.length === 0 ? "DONE" : "PARTIAL";
    return { status, total, ok, failed: total - ok, errors, errorFileId: fileRow?.id ?? null, batchId: ctx.requestId };
  }
}
