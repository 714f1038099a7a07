import { checkValue, type CheckContext } from "#kernel/check.ts";
import { cleanRichText } from "#kernel/rich-text.ts";
import { isDecimalKind, type Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { kindOf, type SheetRow } from "../excel/cell.ts";
import type { Kernel } from "../kernel.ts";
import type { Lookups } from "../find/lookups.ts";
import type { Row } from "../find/visible.ts";
import type { Understood } from "./rows.ts";
import { fieldAt, type SheetShape } from "./shape.ts";

/** A cell that cannot be taken as it is; forgiven when the stored value says the same. */
export interface Doubt {
  readonly key: string;
  readonly value: unknown;
  readonly cell: string;
  readonly code: string;
  readonly text: Text;
}

/** A cell that names a row of another table. */
export interface Look {
  /** The path of the row above that it names; null for the row's own field. */
  readonly above: string | null;
  readonly key: string;
  readonly text: string;
}

/** One row of the file, its cells as the fields' own values. */
export interface ReadRow {
  readonly sheet: Understood;
  readonly at: SheetRow;
  readonly values: Row;
  /** The keys of the rows it belongs to, by their path. */
  readonly above: Readonly<Record<string, Row>>;
  readonly doubts: readonly Doubt[];
  readonly looks: readonly Look[];
}

type Cell = { readonly value: unknown } | { readonly look: string } | { readonly code: string; readonly text: Text };

const clears = new Set(["<空>", "<NULL>", "<null>"]);
const truths = new Map([
  ...["y", "yes", "是", "true", "1"].map((word) => [word, "Y"] as const),
  ...["n", "no", "否", "false", "0"].map((word) => [word, "N"] as const),
]);
const separators = /[,，;；]/;

/** People write the code or the word, in either language; the code goes first. */
function codesOf(lookups: Lookups, type: string): (text: string) => string {
  const known = new Map<string, string>();
  const rows = lookups.values(type);
  for (const row of rows) known.set(row.lookupCode, row.lookupCode);
  for (const row of rows) for (const word of [row.meaning, row.meaningEn]) if (word && !known.has(word)) known.set(word, row.lookupCode);
  for (const row of rows) if (!known.has(row.lookupCode.toLowerCase())) known.set(row.lookupCode.toLowerCase(), row.lookupCode);
  return (text) => known.get(text) ?? known.get(text.toLowerCase()) ?? text;
}

const asDay = (text: string): string =>
  text.replace(
    /^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/,
    (_, y: string, m: string, d: string) => `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`,
  );

/** Decides once per column how its cells are read, so that the loop over the rows decides nothing. */
function parser(field: Field, lookups: Lookups): (text: string, raw: string, row: SheetRow, index: number) => unknown {
  switch (field.kind) {
    case "yn":
      return (text) => truths.get(text.toLowerCase()) ?? text;
    case "pick":
      return codesOf(lookups, field.lookup!);
    case "picks": {
      const code = codesOf(lookups, field.lookup!);
      return (text) => text.split(separators).map((part) => code(part.trim()));
    }
    case "int":
      return (text) => text.replaceAll(",", "").replace(/\.0+$/, "");
    case "date":
      return (text, _, row, index) => (kindOf(row, index) === "datetime" ? text.slice(0, 10) : asDay(text));
    case "datetime":
      return (text, _, row, index) => (kindOf(row, index) === "date" ? `${text} 00:00:00` : text);
    case "month":
      return (text) => text.slice(0, 7).replace("/", "-");
    case "longtext":
      return (_, raw) => raw;
    default:
      return isDecimalKind(field.kind) ? (text) => text.replaceAll(",", "") : (text) => text;
  }
}

function cellReader(field: Field, lookups: Lookups, at: CheckContext): (row: SheetRow, index: number) => Cell | null {
  const parse = parser(field, lookups);
  const isRef = field.kind === "ref";
  return (row, index) => {
    const raw = row.cells[index] ?? null;
    if (raw === null) return null;
    const text = raw.trim();
    if (text === "") return null;
    if (clears.has(text)) return { value: null };
    if (kindOf(row, index) === "error") return { code: "IMPORT_CELL", text: ["单元格是公式错误", "is a formula error"] };
    return isRef ? { look: text } : checkValue(field, parse(text, raw, row, index), at);
  };
}

/** Reads the cells of one sheet's rows as values; what names other rows and what is doubtful is put aside for later. */
export function rowReader(kernel: Kernel, shapes: readonly SheetShape[], sheet: Understood, zone: string): (row: SheetRow) => ReadRow {
  const { lookups } = kernel;
  const at: CheckContext = { zone, lookup: lookups.has, clean: cleanRichText };
  const columns = [...sheet.columns, ...sheet.above].map(({ index, path, key }) => {
    const field = fieldAt(
      kernel,
      shapes.find((shape) => shape.path === path)!,
      key,
    )!;
    const own = path === sheet.shape.path;
    return { index, path, own, key, field, read: cellReader(key === "id" ? { ...field, max: 64 } : field, lookups, at) };
  });
  const nothing: readonly never[] = [];
  return (row) => {
    const values: Row = {};
    const above: Record<string, Row> = {};
    let doubts: Doubt[] | null = null;
    let looks: Look[] | null = null;
    for (const { index, path, own, key, field, read } of columns) {
      const cell = read(row, index);
      if (cell === null) continue;
      if ("look" in cell) (looks ??= []).push({ above: own ? null : path, key, text: cell.look });
      else if ("value" in cell) (own ? values : (above[path] ??= {}))[key] = cell.value;
      else {
        const text: Text = [`${field.label[0]}${cell.text[0]}`, `${field.label[1]} ${cell.text[1]}`];
        const raw = row.cells[index]!;
        (doubts ??= []).push({ key, value: parser(field, lookups)(raw.trim(), raw, row, index), cell: raw, code: cell.code, text });
      }
    }
    return { sheet, at: row, values, above, doubts: doubts ?? nothing, looks: looks ?? nothing };
  };
}
