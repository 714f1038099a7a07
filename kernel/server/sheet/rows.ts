import type { Entity } from "#kernel/entity.ts";
import { isDecimalKind, type Field } from "#kernel/field.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { kindOf, type SheetRow } from "../excel/cell.ts";
import { errorLabel } from "../excel/errors.ts";
import { findKeys, isMarked } from "../excel/template.ts";
import type { Lookups } from "../lookups.ts";

/** What is wrong in one cell, by the person's own row number. */
export interface Finding {
  readonly row: number;
  readonly column: string;
  readonly value: unknown;
  readonly code: string;
  readonly text: Text;
}

/** A sheet understood: which column brings which field, and the rows that are data. */
export interface Understood {
  readonly columns: readonly { readonly index: number; readonly key: string }[];
  readonly unknown: readonly string[];
  readonly lastHeaderRow: number;
  readonly rows: readonly SheetRow[];
  readonly version: string | null;
}

const plain = (label: string): string => label.replace(/[*＊\s]/g, "").toLowerCase();

/** Finds the fields by the hidden row of keys, else by their labels in either language. */
export function understand(e: Entity, fields: readonly string[], rows: readonly SheetRow[]): Understood {
  const known = new Set(fields);
  const keyed = findKeys(rows.slice(0, 20));
  if (keyed) {
    const columns = keyed.keys.flatMap((key, index) => (key && known.has(key) ? [{ index, key }] : []));
    const unknown = keyed.keys.filter((key): key is string => key !== null && !known.has(key));
    return { columns, unknown, lastHeaderRow: keyed.row, rows: data(rows, keyed.row), version: keyed.version };
  }
  const byLabel = new Map<string, string>();
  for (const key of fields) for (const label of [e.fields[key]!.label[0], e.fields[key]!.label[1], key]) byLabel.set(plain(label), key);
  for (const row of rows.slice(0, 5)) {
    const matched = row.cells.map((cell) => (cell === null ? undefined : byLabel.get(plain(cell))));
    if (matched.filter(Boolean).length === 0) continue;
    const columns = matched.flatMap((key, index) => (key ? [{ index, key }] : []));
    const unknown = row.cells.filter((cell, i): cell is string => cell !== null && !matched[i] && cell !== errorLabel);
    return { columns, unknown, lastHeaderRow: row.row, rows: data(rows, row.row), version: null };
  }
  throw refuse(
    "IMPORT_HEADER",
    "模板列不匹配：没有认出任何列，请下载模板",
    "Template columns differ: no column was recognised, download the template",
  );
}

const data = (rows: readonly SheetRow[], header: number): SheetRow[] =>
  rows.filter((row) => row.row > header && !isMarked(row) && row.cells.some((cell) => cell !== null && cell.trim() !== ""));

const clears = new Set(["<空>", "<NULL>", "<null>"]);
const truths = new Map([
  ["y", "Y"],
  ["yes", "Y"],
  ["是", "Y"],
  ["true", "Y"],
  ["1", "Y"],
  ["n", "N"],
  ["no", "N"],
  ["否", "N"],
  ["false", "N"],
  ["0", "N"],
]);

export type Cell = { readonly value: unknown } | { readonly look: string } | { readonly wrong: Text; readonly code: string } | null;

/** One cell as the field's own value; a reference is still a text to look up, a blank says nothing. */
export function readCell(field: Field, row: SheetRow, index: number, lookups: Lookups): Cell {
  const raw = row.cells[index] ?? null;
  const text = raw?.trim() ?? "";
  if (text === "") return null;
  if (clears.has(text)) return { value: null };
  const kind = kindOf(row, index);
  if (kind === "error") return { wrong: ["单元格是公式错误", "is a formula error"], code: "IMPORT_CELL" };
  switch (field.kind) {
    case "ref":
      return { look: text };
    case "yn":
      return { value: truths.get(text.toLowerCase()) ?? text };
    case "pick":
      return { value: codeOf(lookups, field.lookup!, text) };
    case "picks":
      return { value: text.split(/[,，;；]/).map((one) => codeOf(lookups, field.lookup!, one.trim())) };
    case "int":
      return { value: text.replaceAll(",", "").replace(/\.0+$/, "") };
    case "date":
      return {
        value:
          kind === "datetime"
            ? text.slice(0, 10)
            : text.replace(
                /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/,
                (_, y: string, m: string, d: string) => `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`,
              ),
      };
    case "datetime":
      return { value: kind === "date" ? `${text} 00:00:00` : text };
    case "month":
      return { value: text.slice(0, 7).replace("/", "-") };
    default:
      return { value: isDecimalKind(field.kind) ? text.replaceAll(",", "") : field.kind === "longtext" ? raw : text };
  }
}

/** People write the code or the word, in either language. */
function codeOf(lookups: Lookups, type: string, text: string): string {
  const rows = lookups.values(type);
  return (
    (
      rows.find((r) => r.lookupCode === text) ??
      rows.find((r) => r.meaning === text || r.meaningEn === text) ??
      rows.find((r) => r.lookupCode.toLowerCase() === text.toLowerCase())
    )?.lookupCode ?? text
  );
}
