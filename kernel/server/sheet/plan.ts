import { fieldOf, type Entity, type Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import type { ListBody } from "../find/filter.ts";
import { permDenied, type Question } from "../find/find.ts";
import { note } from "../journal/journal.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { askedColumns, type Asked, type Wording } from "./columns.ts";
import type { SheetParts } from "./parts.ts";
import { templateOf, type Template } from "./template.ts";

/** What a custom export wishes beside rows and columns. */
export interface Custom {
  /** Rows of one value stand together and are summed under their last one. */
  readonly groupBy: string | null;
  readonly titleRows: readonly (readonly string[])[];
  /** Equal neighbours in these columns become one cell. */
  readonly mergeFields: readonly string[];
  readonly wording: Wording;
  /** Attachment columns that show their first picture instead of saying which file it is. */
  readonly imageColumns: readonly string[];
  /** One workbook for each value of this field, all in one zip. */
  readonly zipByField: string | null;
}

/** An export after checking: which list, whose rows, which columns. */
export interface ExportPlan {
  readonly entity: Entity;
  readonly question: Question;
  readonly columns: readonly Asked[];
  readonly fileName: string;
  readonly sheetMaxRow: number;
  readonly me: Me;
  readonly custom: Custom;
  /** The file is to be edited and to come back: lines, keys and choices as this template has them. */
  readonly template: Template | null;
}

const urlForm = /^\/?(?:api\/)?(\w+)\/v1\/(\w+Restful)\/listByPage$/;

const noColumns = (): Refusal => refuse("EXPORT_NO_COLUMNS", "导出字段不能为空", "Export field list cannot be empty");
const badColumn = (): Refusal => refuse("EXPORT_COLUMN", "导出字段不属于该列表", "An export field does not belong to this list");

/** Reads an export request. The address only names a list of our own; nothing is ever fetched from it. */
export async function planExport(kernel: Kernel, body: Row, me: Me, most: number): Promise<ExportPlan> {
  if (typeof body["requestUrl"] !== "string" || body["requestUrl"] === "")
    throw refuse("EXPORT_NO_URL", "请求地址不能为空", "Request URL cannot be empty");
  const found = urlForm.exec(body["requestUrl"]);
  const entity = found ? kernel.declared.byPath(found[2]!) : undefined;
  if (!found || !entity || entity.service !== found[1] || entity.internal)
    throw refuse("EXPORT_URL", "请求地址不是可导出的列表", "The request URL does not match a list that can be exported");
  if (!Array.isArray(body["columns"]) || body["columns"].length === 0) throw noColumns();
  const visible = kernel.finder.visible(entity, me);
  // What may never leave is left out, whoever asks for it.
  const leaving = (body["columns"] as unknown[]).filter((column) => !entity.fields[String((column as Row | null)?.["key"])]?.stays);
  if (leaving.length === 0) throw noColumns();
  const columns = askedColumns(entity, leaving, visible, me.language);
  if (!columns) throw badColumn();
  const params = typeof body["requestParams"] === "object" && body["requestParams"] !== null ? (body["requestParams"] as ListBody) : {};
  const question = kernel.finder.question(entity, { ...params, pageIndex: 1, pageRows: 1 }, me, 1, await kernel.finder.offered(entity, me));
  const wanted = Number(body["sheetMaxRow"] ?? 20_001);
  const sheetMaxRow = Number.isInteger(wanted) && wanted >= 2 ? Math.min(wanted, most) : 20_001;
  const fileName = cleanName(typeof body["fileName"] === "string" && body["fileName"] ? body["fileName"] : say(entity.label, me.language));
  const asked = (typeof body["customParams"] === "object" && body["customParams"] !== null ? body["customParams"] : {}) as Row;
  const template = asked["templateCode"] ? await templateOf(kernel, asked["templateCode"], me) : null;
  if (template && template.entity.name !== entity.name) throw badColumn();
  return { entity, question, columns, fileName, sheetMaxRow, me, template, custom: readCustom(entity, asked, columns, visible) };
}

function readCustom(e: Entity, asked: Row, columns: readonly Asked[], visible: ReadonlySet<string>): Custom {
  const oneField = (name: unknown): string | null => {
    const key = Array.isArray(name) ? (name as unknown[])[0] : name;
    if (key === undefined || key === null || key === "") return null;
    if (typeof key !== "string" || !visible.has(key) || !fieldOf(e, key)) throw badColumn();
    return key;
  };
  const mergeFields = Array.isArray(asked["mergeFields"]) ? (asked["mergeFields"] as unknown[]).map(String) : [];
  if (!mergeFields.every((key) => columns.some((column) => column.key === key))) throw badColumn();
  const imageColumns = Array.isArray(asked["imageColumns"]) ? (asked["imageColumns"] as unknown[]).map(String) : [];
  const isPictured = (key: string): boolean => columns.some((column) => column.key === key) && fieldOf(e, key)?.kind === "files";
  if (!imageColumns.every(isPictured)) throw badColumn();
  const titles = Array.isArray(asked["titleRows"]) ? (asked["titleRows"] as unknown[]).slice(0, 10) : [];
  const mode = asked["dictionaryMode"];
  return {
    groupBy: oneField(asked["groupBy"]),
    titleRows: titles.map((row) =>
      [row]
        .flat()
        .slice(0, 256)
        .map((text) => String(text ?? "").slice(0, 1000)),
    ),
    mergeFields,
    imageColumns,
    wording: mode === "CODE" || mode === "BOTH" ? mode : "MEANING",
    zipByField: oneField(asked["zipByField"]),
  };
}

/** A name every disk accepts, without its ending. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_")
    .replace(/\.(?:xlsx|zip)$/i, "")
    .slice(0, 120) || "export";

/** Taking rows away needs the export button of a page that shows them. */
export function mustExport(plan: ExportPlan, me: Me): void {
  if (!me.may(plan.entity.name, "btnExport")) throw permDenied();
}

/** Every export is remembered: who took which rows of which list. */
export async function noteExport(
  parts: Pick<SheetParts, "kernel" | "clock">,
  me: Me,
  plan: ExportPlan,
  rows: number,
  by: { requestId: string; ip: string | null; exportNum?: string },
): Promise<void> {
  await note(parts.kernel.db, {
    at: parts.clock.now().toISOString(),
    me,
    entity: plan.entity.name,
    action: "export",
    changes: [
      { p: "rows", o: null, n: rows },
      { p: "columns", o: null, n: plan.columns.map((c) => c.key) },
      { p: "filter", o: null, n: plan.question.where },
      ...(by.exportNum ? [{ p: "exportNum", o: null, n: by.exportNum }] : []),
    ],
    requestId: by.requestId,
    ip: by.ip,
  });
}
