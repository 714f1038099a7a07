import { companions, fieldOf, type Entity } from "#kernel/entity.ts";
import { isDecimalKind, scaleOf, type Field } from "#kernel/field.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import type { Column, ColumnKind } from "../excel/encode.ts";
import type { LookupRow, Lookups } from "../lookups.ts";
import { maskLast4, type Row } from "../visible.ts";

/** How a field stands in a spreadsheet: real dates, real numbers, everything else text. */
export function sheetKind(field: Field): ColumnKind {
  if (isDecimalKind(field.kind) || field.kind === "int") return "number";
  return field.kind === "date" || field.kind === "datetime" || field.kind === "month" || field.kind === "year" ? field.kind : "text";
}

export const yes: Text = ["是", "Yes"];
export const no: Text = ["否", "No"];

/** The word a code stands for in the reader's language. */
export function meanings(lookups: Lookups, type: string, language: Language): Map<string, string> {
  return new Map(
    lookups.values(type).map((row: LookupRow) => [row.lookupCode, language === "EN" ? row.meaningEn || row.meaning : row.meaning]),
  );
}

const widthOf = (width: unknown): number => (typeof width === "number" && width >= 40 && width <= 800 ? width : 120);

export interface Asked {
  readonly key: string;
  readonly title: string;
  readonly width: number;
}

/** The columns a caller asked for, each really a column of that list; null when one is not. */
export function askedColumns(e: Entity, asked: unknown, visible: ReadonlySet<string>, language: Language): Asked[] | null {
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > 256) return null;
  const extra = new Map<string, Text>();
  for (const key of visible) {
    const field = fieldOf(e, key);
    if (field?.kind === "ref") {
      const names = companions(key);
      extra
        .set(names.code, [`${field.label[0]}编码`, `${field.label[1]} code`])
        .set(names.name, [`${field.label[0]}名称`, `${field.label[1]} name`]);
    }
  }
  const columns: Asked[] = [];
  for (const one of asked as { key?: unknown; title?: unknown; width?: unknown }[]) {
    const key = String(one?.key ?? "");
    const label = visible.has(key) ? fieldOf(e, key)?.label : extra.get(key);
    if (!label) return null;
    columns.push({
      key,
      title: typeof one.title === "string" && one.title ? one.title.slice(0, 200) : say(label, language),
      width: widthOf(one.width),
    });
  }
  return columns;
}

/** Column for the writer and the function that takes its value from a row. */
export function sheetColumn(e: Entity, one: Asked, lookups: Lookups, language: Language): { column: Column; value: (row: Row) => unknown } {
  const field = fieldOf(e, one.key);
  if (!field) return { column: { ...one, kind: "text" }, value: (row) => row[one.key] };
  const scale = scaleOf(field);
  const column: Column = {
    ...one,
    kind: sheetKind(field),
    ...(field.kind === "money" ? { scale: 2 } : field.kind === "int" ? { scale: 0 } : scale === undefined ? {} : {}),
  };
  const names = companions(one.key);
  if (field.hidden === "last4") return { column: { ...column, kind: "text" }, value: (row) => maskLast4(row[one.key]) };
  switch (field.kind) {
    case "yn":
      return { column, value: (row) => (row[one.key] === "Y" ? say(yes, language) : row[one.key] === "N" ? say(no, language) : null) };
    case "pick": {
      const words = meanings(lookups, field.lookup!, language);
      return { column, value: (row) => words.get(row[one.key]) ?? row[one.key] };
    }
    case "picks": {
      const words = meanings(lookups, field.lookup!, language);
      return { column, value: (row) => (row[one.key] as string[] | null)?.map((code) => words.get(code) ?? code).join(",") };
    }
    case "ref":
      return {
        column,
        value: (row) => (row[one.key] === null ? null : [row[names.code], row[names.name]].filter(Boolean).join(" ") || row[one.key]),
      };
    case "refs":
      return { column, value: (row) => (row[one.key] as string[] | null)?.join(",") };
    case "rows":
    case "snapshot":
    case "payload":
      return { column, value: (row) => (row[one.key] === null ? null : JSON.stringify(row[one.key])) };
    default:
      return { column, value: (row) => row[one.key] };
  }
}

/** Fields a workbook may bring in: what a person could type into the form. */
export const importable = (e: Entity, visible: ReadonlySet<string>): string[] =>
  Object.entries(e.fields)
    .filter(
      ([key, f]) =>
        visible.has(key) &&
        !f.computed &&
        !f.hidden &&
        !["rows", "snapshot", "payload", "secret", "files", "richtext", "refs"].includes(f.kind),
    )
    .map(([key]) => key);
