import { companions, fieldOf, type Entity } from "#kernel/entity.ts";
import { isDecimalKind, type Field } from "#kernel/field.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import type { Column, ColumnKind } from "../excel/encode.ts";
import type { LookupRow, Lookups } from "../find/lookups.ts";
import { maskLast4, type Row } from "../find/visible.ts";
import { shownAs } from "./refs.ts";

/** How a field stands in a spreadsheet: real dates, real numbers, everything else text. */
export function sheetKind(field: Field): ColumnKind {
  if (isDecimalKind(field.kind) || field.kind === "int") return "number";
  return field.kind === "date" || field.kind === "datetime" || field.kind === "month" || field.kind === "year" ? field.kind : "text";
}

export const yes: Text = ["是", "Yes"];
export const no: Text = ["否", "No"];

const wordOf = (row: LookupRow, language: Language): string => (language === "EN" ? row.meaningEn || row.meaning : row.meaning);

/** The word a code stands for in the reader's language. */
export function meanings(lookups: Lookups, type: string, language: Language): Map<string, string> {
  return new Map(lookups.values(type).map((row) => [row.lookupCode, wordOf(row, language)]));
}

/** How codes are written: as words, as codes, as both, or as words that surely lead back to their code. */
export type Wording = "MEANING" | "CODE" | "BOTH" | "BACK";

function wordsOf(lookups: Lookups, type: string, language: Language, how: Wording): (code: string) => string {
  const words = meanings(lookups, type, language);
  if (how === "CODE") return (code) => code;
  if (how === "BOTH") return (code) => (words.has(code) ? `${code} ${words.get(code)}` : code);
  if (how === "MEANING") return (code) => words.get(code) ?? code;
  const known = new Map<string, number>();
  for (const row of lookups.values(type))
    for (const word of new Set([row.meaning, row.meaningEn])) if (word) known.set(word, (known.get(word) ?? 0) + 1);
  const leadsBack = (word: string): boolean => known.get(word) === 1 && !words.has(word) && word === word.trim() && !/[,，;；]/.test(word);
  return (code) => (leadsBack(words.get(code) ?? "") ? words.get(code)! : code);
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
  for (const entry of asked as { key?: unknown; title?: unknown; width?: unknown }[]) {
    const key = String(entry?.key ?? "");
    const label = visible.has(key) ? fieldOf(e, key)?.label : extra.get(key);
    if (!label) return null;
    columns.push({
      key,
      title: typeof entry.title === "string" && entry.title ? entry.title.slice(0, 200) : say(label, language),
      width: widthOf(entry.width),
    });
  }
  return columns;
}

/** Column for the writer and the function that takes its value from a row. */
export interface SheetPart {
  readonly column: Column;
  readonly value: (row: Row) => unknown;
}

export interface Wish {
  readonly lookups: Lookups;
  readonly language: Language;
  readonly wording: Wording;
}

/** How one field of a row becomes a cell. */
export function sheetColumn(field: Field | undefined, asked: Asked, { lookups, language, wording }: Wish): SheetPart {
  const { key } = asked;
  if (!field) return { column: { ...asked, kind: "text" }, value: (row) => row[key] };
  const column: Column = {
    ...asked,
    kind: sheetKind(field),
    ...(field.kind === "money" ? { scale: 2 } : field.kind === "int" ? { scale: 0 } : {}),
  };
  const names = companions(key);
  if (field.hidden === "last4") return { column: { ...column, kind: "text" }, value: (row) => maskLast4(row[key]) };
  switch (field.kind) {
    case "yn":
      if (wording === "CODE") return { column, value: (row) => row[key] };
      return { column, value: (row) => (row[key] === "Y" ? say(yes, language) : row[key] === "N" ? say(no, language) : null) };
    case "pick": {
      const word = wordsOf(lookups, field.lookup!, language, wording);
      return { column, value: (row) => (row[key] === null ? null : word(row[key])) };
    }
    case "picks": {
      const word = wordsOf(lookups, field.lookup!, language, wording);
      return { column, value: (row) => (row[key] as string[] | null)?.map(word).join(",") };
    }
    case "ref":
      return { column, value: (row) => (row[key] === null ? null : shownAs(row[names.code], row[names.name]) || row[key]) };
    case "refs":
      return { column, value: (row) => (row[key] as string[] | null)?.join(",") };
    case "rows":
    case "snapshot":
    case "payload":
      return { column, value: (row) => (row[key] === null ? null : JSON.stringify(row[key])) };
    default:
      return { column, value: (row) => row[key] };
  }
}
