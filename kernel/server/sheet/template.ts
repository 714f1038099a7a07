import type { Entity, Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { refuse } from "#kernel/refusal.ts";
import { say, type Text } from "#kernel/text.ts";
import type { ColumnKind } from "../excel/encode.ts";
import { templateWorkbook, type TemplateColumn } from "../excel/template.ts";
import { permDenied } from "../find/find.ts";
import type { Kernel } from "../kernel.ts";
import type { Lookups } from "../find/lookups.ts";
import { meanings, no, sheetKind, yes } from "./columns.ts";
import { ancestorsOf, fieldAt, nameOf, qualified, sheetsOf, titleAt, versionOf, type SheetShape } from "./shape.ts";

export const mostRows = 20_000;

/** What a workbook may bring in: an entity's own declaration, or what an administrator made of it. */
export interface Template {
  readonly code: string;
  readonly entity: Entity;
  readonly shapes: readonly SheetShape[];
  readonly version: string;
  readonly maxRows: number;
  /** A line that is missing from the sheet of its document is removed. */
  readonly removesMissing: boolean;
  /** The document all rows are new lines of; the workbook then has one sheet and names no document. */
  readonly under?: string;
}

const ofLines = /^(\w+)\/(\w+)@([\w-]{1,64})$/;

/** The workbook of further lines of one document: "Entity/lines@id". */
function linesTemplate(kernel: Kernel, code: string, me: Me): Template | null {
  const [, name = "", collection = "", under = ""] = ofLines.exec(code) ?? [];
  const entity = kernel.declared.entities.get(name);
  if (!entity || entity.internal || !entity.saves || !(collection in entity.lines)) return null;
  if (!me.may(entity.name, "btnImportLine")) throw permDenied();
  const [root, ...below] = sheetsOf(kernel, entity, me);
  const line = below.find((sheetShape) => sheetShape.path === collection);
  if (!line) throw permDenied();
  const above: SheetShape = { ...root!, fields: [], keys: ["id"] };
  const shapes = [above, { ...line, parent: above, keys: ["id"] }];
  return { code, entity, shapes, version: versionOf(shapes), maxRows: 5000, removesMissing: false, under };
}

interface TemplateRow {
  readonly entity: string;
  readonly keyFields: unknown;
  readonly columns: unknown;
  readonly maxRows: number;
  readonly removesMissing: "Y" | "N";
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.map((entry: unknown) => (typeof entry === "string" ? entry : String((entry as { key?: unknown } | null)?.key ?? "")))
    : [];

/** The template behind a code for this caller; an entity's own name always is one. */
export async function templateOf(kernel: Kernel, code: unknown, me: Me): Promise<Template> {
  const none = () => refuse("IMPORT_TEMPLATE", "没有这个导入模板", "There is no such import template");
  if (typeof code !== "string") throw none();
  const lines = linesTemplate(kernel, code, me);
  if (lines) return lines;
  const row = await kernel.db.one<TemplateRow>(
    `select entity, "keyFields", columns, "maxRows", "removesMissing" from "BaseImportTemplate" where "templateCode" = $1 and "enabledFlag" = 'Y'`,
    [code],
  );
  const entity = kernel.declared.entities.get(row?.entity ?? code);
  if (!entity || entity.internal || !entity.saves) throw none();
  if (!me.may(entity.name, "btnImport")) throw permDenied();
  const shapes = row ? narrowed(sheetsOf(kernel, entity, me), namesIn(row.columns), namesIn(row.keyFields)) : sheetsOf(kernel, entity, me);
  return {
    code,
    entity,
    shapes,
    version: versionOf(shapes),
    maxRows: Math.min(row?.maxRows ?? mostRows, mostRows),
    removesMissing: row?.removesMissing === "Y",
  };
}

/** Only the columns a template names; a sheet of which it names none is left out with all below it. */
function narrowed(shapes: readonly SheetShape[], columns: readonly string[], keys: readonly string[]): SheetShape[] {
  const made = new Map<SheetShape, SheetShape>();
  for (const shape of shapes) {
    const parent = shape.parent ? made.get(shape.parent) : null;
    if (parent === undefined) continue;
    const fields = columns.length ? shape.fields.filter((key) => columns.includes(qualified(shape.path, key))) : shape.fields;
    if (fields.length === 0 && shape.parent) continue;
    const own = shape.parent ? [] : keys.filter((key) => key in shape.entity.fields);
    made.set(shape, { ...shape, parent, fields, keys: own.length ? own : shape.keys });
  }
  return [...made.values()];
}

/** What a cell of this field may hold, where that is a short list. */
export function optionsOf(field: Field, lookups: Lookups, me: Me): string[] {
  if (field.kind === "yn") return [say(yes, me.language), say(no, me.language)];
  if (field.kind !== "pick") return [];
  const enabled = new Set(lookups.values(field.lookup!).flatMap((row) => (row.enabledFlag === "Y" ? [row.lookupCode] : [])));
  const words = [...meanings(lookups, field.lookup!, me.language)].flatMap(([code, word]) => (enabled.has(code) ? [word] : []));
  return words.length <= 1000 ? words : [];
}

const tie: Text = [
  "填已有编号；新单据填任意文字，明细用同样的文字对应",
  "An existing number, or any text for a new document; its lines repeat it",
];

function columnsOf(kernel: Kernel, shape: SheetShape, me: Me, isUnder = false): TemplateColumn[] {
  const column = (of: SheetShape, key: string, isTie: boolean): TemplateColumn => {
    const field = fieldAt(kernel, of, key)!;
    const options = optionsOf(field, kernel.lookups, me);
    const hint = field.hint ?? (isTie && (field.computed || key === "id") ? tie : undefined);
    return {
      key: qualified(of.path, key),
      label: say(titleAt(kernel, shape, of, key), me.language),
      required: of !== shape || (!field.optional && !field.computed && field.initial === undefined),
      kind: sheetKind(field),
      ...(hint ? { hint: say(hint, me.language) } : {}),
      ...(options.length ? { options } : {}),
    };
  };
  const hasLines = Object.keys(shape.entity.lines as object).length > 0;
  const own = shape.keys.filter((key) => !shape.fields.includes(key) && (key !== "id" || hasLines));
  return [
    ...(isUnder ? [] : ancestorsOf(shape)).flatMap((of) => of.keys.map((key) => column(of, key, of.parent === null))),
    ...own.map((key) => column(shape, key, hasLines)),
    ...shape.fields.map((key) => column(shape, key, false)),
  ];
}

/** The workbook people fill in: one sheet for the documents and one for each of their collections, with choices and hints. */
export async function templateBook(kernel: Kernel, template: Template, me: Me): Promise<Buffer> {
  await kernel.lookups.ready();
  const isUnder = template.under !== undefined;
  return templateWorkbook(
    template.shapes.slice(isUnder ? 1 : 0).map((shape) => {
      const columns = columnsOf(kernel, shape, me, isUnder);
      const example = columns.map((column) => column.options?.[0] ?? examples[column.kind ?? "text"]);
      return { title: nameOf(shape, me.language), version: template.version, columns, example, maxRows: template.maxRows };
    }),
  );
}

const examples: Readonly<Record<ColumnKind, string>> = {
  text: "ABC",
  number: "1",
  date: "2026-01-31",
  datetime: "2026-01-31 08:00:00",
  month: "2026-01",
  year: "2026",
};

/** The columns of the sheets as the template has them, for formats and drop-downs of cells to be corrected. */
export const templateColumns = (kernel: Kernel, shape: SheetShape, me: Me): TemplateColumn[] => columnsOf(kernel, shape, me);
