import type { Entity } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { say, type Text } from "#kernel/text.ts";
import type { Call, Context } from "../http/call.ts";
import type { ErrorSheet } from "../excel/errors.ts";
import type { FileRow } from "../file/parts.ts";
import { disposition, sendStored } from "../file/send.ts";
import { newId } from "../act/id.ts";
import { inOwnName } from "../access/permit.ts";
import type { Row } from "../find/visible.ts";
import { givenBook, mustBeSent } from "./book.ts";
import { keepErrorFile } from "./error-file.ts";
import type { Checked, Mode } from "./import.ts";
import { doerOf, sheetCall, sheetMime as mime, type SheetParts } from "./parts.ts";
import { templateColumns, type Template } from "./template.ts";
import { toldOf } from "./told.ts";
import { asks, inMeta } from "../http/input.ts";

const again = 10 * 60_000;

/** What an entity's own import is called by the pages and systems that know it. */
const entityNames = ["doImport", "doImports", "importSaveOrUpdate"];

/** Templates and the import of what people filled in. */
export function importCalls(parts: SheetParts): Call[] {
  const calls = new ImportCalls(parts);
  for (const name of entityNames) parts.kernel.calls.on(name, (ctx, e, body) => calls.ofEntity(ctx, e, body));
  return [
    sheetCall("importExcelRestful/downloadImportTemplate", asks({ templateCode: "text" }), (ctx, body) => calls.template(ctx, body), {
      raw: true,
    }),
    sheetCall(
      "importExcelRestful/importExcel",
      inMeta({
        templateCode: "text",
        mode: "text",
        dryRun: "yn",
        importId: "text",
        confirmed: "texts",
        errorAsFile: "yn",
        files: "list",
      }),
      (ctx) => calls.importNow(ctx),
      { raw: true },
    ),
  ];
}

/** What the caller asked for beside the file. */
interface Order {
  readonly dryRun: boolean;
  readonly mode: Mode;
  readonly importId: string;
  readonly confirmed: readonly string[];
}

function orderOf(meta: Row): Order {
  return {
    dryRun: meta["dryRun"] !== "N" && meta["dryRun"] !== false,
    mode: meta["mode"] === "VALID_ROWS" ? "VALID_ROWS" : "ALL_OR_NOTHING",
    importId: typeof meta["importId"] === "string" && /^[\w-]{8,60}$/.test(meta["importId"]) ? meta["importId"] : newId(),
    confirmed: Array.isArray(meta["confirmed"])
      ? (meta["confirmed"] as unknown[]).filter((code): code is string => typeof code === "string")
      : [],
  };
}

interface Done {
  readonly result: Row;
  readonly errors: FileRow | null;
}

class ImportCalls {
  readonly #parts: SheetParts;
  readonly #going = new Map<string, Promise<Done>>();

  constructor(parts: SheetParts) {
    this.#parts = parts;
  }

  async template(ctx: Context, body: Row): Promise<unknown> {
    const template = await this.#parts.imports.template(body["templateCode"], ctx.me);
    const bytes = await this.#parts.imports.book(template, ctx.me);
    return ctx.reply
      .headers({
        "content-type": mime,
        "content-disposition": disposition(`${say(template.entity.label, ctx.language)}.xlsx`, "attachment"),
      })
      .send(bytes);
  }

  async importNow(ctx: Context): Promise<unknown> {
    const { said, read } = mustBeSent(ctx);
    const template = await this.#parts.imports.template(said["templateCode"], ctx.me);
    const { result, errors } = await this.#run(ctx, template, await read(), orderOf(said));
    return errors && said["errorAsFile"] === "Y" ? sendStored(this.#parts.files, ctx, errors) : result;
  }

  /** An entity's own import: the file comes along, or is named as one that was uploaded before; it is written unless a dry run is asked for. */
  async ofEntity(ctx: Context, e: Entity, body: Row): Promise<unknown> {
    const template = await this.#parts.imports.template(e.name, ctx.me);
    const { said, file } = await givenBook(this.#parts.files, ctx, body);
    const { result } = await this.#run(ctx, template, file, orderOf({ dryRun: "N", ...said }));
    return { ...result, batchId: result["importId"] };
  }

  /** The same button pressed twice at once: the second waits for what the first comes to, and finds it finished. */
  async #run(ctx: Context, template: Template, file: Buffer, order: Order): Promise<Done> {
    const key = `${ctx.me.userId} ${order.importId}`;
    for (let first = this.#going.get(key); first; first = this.#going.get(key)) await first.catch(() => undefined);
    const work = this.#work(ctx, template, file, order);
    this.#going.set(key, work);
    return work.finally(() => this.#going.delete(key));
  }

  async #work(ctx: Context, template: Template, file: Buffer, order: Order): Promise<Done> {
    const { imports, kernel } = this.#parts;
    const done = await this.#finished(ctx, order.importId);
    if (done) return { result: done, errors: null };
    const stop = new AbortController();
    ctx.reply.raw.once("close", () => stop.abort());
    const doer = { ...doerOf(ctx), me: { ...ctx.me, imports: true as const } };
    const checked = await imports.check(template, file, doer, order.dryRun, stop.signal);
    const told = async (status: string): Promise<Done> => {
      const of = { label: template.entity.label, sheets: this.#errorSheets(ctx, checked), rows: template.maxRows };
      const errors = await keepErrorFile(this.#parts.files, ctx, file, of);
      return { result: toldOf(kernel, checked, ctx.me, order.importId, status, errors?.id ?? null), errors };
    };
    if (order.dryRun) await this.#mustNotRepeat(ctx, checked, order);
    else
      await imports.commit(checked, order.mode, order.importId, order.confirmed, doer).catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== "IMPORT_FAILED") throw error;
        throw new Refusal(error.code, error.text, { data: (await told("FAILED")).result });
      });
    const { result, errors } = await told(order.dryRun ? "CHECKED" : checked.findings.length ? "PARTIAL" : "DONE");
    const first = order.dryRun ? null : await this.#remember(ctx, checked, order, result);
    return { result: first ?? result, errors };
  }

  /** The button pressed twice: the second answer is the first one. */
  async #finished(ctx: Context, importId: string): Promise<Row | null> {
    const row = await ctx.db.one<{ errors: Row }>(
      `select errors from "BaseImportJob" where "importId" = $1 and "ownerUserId" = $2 and status in ('DONE', 'PARTIAL')`,
      [importId, ctx.me.userId],
    );
    return row?.errors ?? null;
  }

  async #mustNotRepeat(ctx: Context, checked: Checked, order: Order): Promise<void> {
    if (order.confirmed.includes("IMPORT_AGAIN")) return;
    const row = await ctx.db.one(`select 1 from "BaseImportJob" where "fileHash" = $1 and "ownerUserId" = $2 and "finishedAt" > $3`, [
      checked.hash,
      ctx.me.userId,
      new Date(ctx.now.getTime() - again),
    ]);
    if (!row) return;
    const text: Text = ["十分钟内已导入过同一个文件", "The same file was imported within the last ten minutes"];
    throw refuse("CONFIRM_NEEDED", `${text[0]}，确定再导入一次吗？`, `${text[1]}. Import it again?`, {
      data: { asks: [{ code: "IMPORT_AGAIN", msg: say(text, ctx.language) }] },
    });
  }

  /** Each sheet of the file that has wrong rows; a sheet that stands alone keeps the plain name. */
  #errorSheets(ctx: Context, checked: Checked): ErrorSheet[] {
    const bySheet = Map.groupBy(checked.findings, (finding) => finding.sheet);
    const single = checked.sheets.length === 1;
    return checked.sheets.flatMap((sheet): ErrorSheet[] => {
      const findings = bySheet.get(sheet.sheet);
      if (!findings) return [];
      const indexOf = new Map([...sheet.above, ...sheet.columns].map((column) => [column.key, column.index]));
      const errors = findings.map((f) => ({ row: f.row, column: indexOf.get(f.column) ?? null, text: say(f.text, ctx.language) }));
      const place = single ? {} : { sheet: sheet.sheet, name: sheet.name };
      return [{ errors, lastHeaderRow: sheet.lastHeaderRow, columns: templateColumns(this.#parts.kernel, sheet.shape, ctx.me), ...place }];
    });
  }

  /** Keeps what an import came to. The same button pressed twice at once: whoever comes second finds what the first has kept. */
  async #remember(ctx: Context, checked: Checked, order: Order, result: Row): Promise<Row | null> {
    try {
      await this.#keep(ctx, checked, order, result);
      return null;
    } catch (error) {
      const first = error instanceof Refusal ? await this.#finished(ctx, order.importId) : null;
      if (!first) throw error;
      return first;
    }
  }

  async #keep(ctx: Context, checked: Checked, order: Order, result: Row): Promise<void> {
    const { kernel, clock } = this.#parts;
    const { rows: _, ...kept } = result;
    const input = {
      importId: order.importId,
      mode: order.mode,
      templateCode: checked.template.code,
      fileHash: checked.hash,
      ...Object.fromEntries(["status", "total", "ok", "failed", "inserts", "updates", "errorFileId"].map((key) => [key, result[key]])),
      warnings: checked.warnings.length,
      errors: kept,
      ownerUserId: ctx.me.userId,
      startedAt: ctx.now.toISOString(),
      finishedAt: clock.now().toISOString(),
    };
    const { documents } = await kernel.actor.act(
      { entity: kernel.declared.entity("BaseImportJob"), action: "saveOrUpdate", targets: [{ input }] },
      { ...doerOf(ctx), me: inOwnName(ctx.me) },
    );
    // A large file takes a while: whoever has gone on to other work finds the end of it in the inbox.
    const name = say(checked.template.entity.label, ctx.language);
    const payload = { userId: ctx.me.userId, name, ok: result["ok"], failed: result["failed"] };
    await kernel.outbox.add("IMPORT_DONE", payload, clock.now(), { entity: "BaseImportJob", docId: String(documents[0]!["id"]) });
  }
}
