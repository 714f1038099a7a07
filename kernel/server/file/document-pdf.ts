import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fieldOf, type Entity } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { say, type Language } from "#kernel/text.ts";
import type { Lookups } from "../find/lookups.ts";
import { sheetColumn } from "../sheet/columns.ts";
import type { Row } from "../find/visible.ts";
import type { FileParts } from "./parts.ts";
import type { Block } from "./preview/office.ts";
import type { Drawing, Foot, Sheet } from "./preview/worker.ts";

const unprinted = new Set(["files", "payload", "rows", "snapshot", "secret", "refs"]);
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

interface Shown {
  readonly label: string;
  text(row: Row): string;
}

/** The fields of a row that can be printed, in the order of the declaration. */
function printed(e: Entity, row: Row, lookups: Lookups, language: Language): readonly (Shown & { readonly field: Field })[] {
  return Object.keys(e.fields).flatMap((key) => {
    const field = fieldOf(e, key)!;
    if (field.hidden || unprinted.has(field.kind) || !(key in row)) return [];
    const { value } = sheetColumn(field, { key, title: "", width: 100 }, { lookups, language, wording: "MEANING" });
    const text = (of: Row): string => {
      const found = value(of);
      return isEmpty(found) ? "" : String(found).replace(/<[^>]+>/g, " ");
    };
    return [{ label: say(field.label, language), field, text }];
  });
}

/** A document as blocks of a page: what it is called, its fields in pairs, long texts below, its lines as tables. */
export function documentBlocks(e: Entity, row: Row, lookups: Lookups, language: Language): readonly Block[] {
  const number = e.number?.[0] ?? e.title[0]!;
  const fields = printed(e, row, lookups, language).filter((candidate) => candidate.text(row) !== "");
  const isLong = (field: Field): boolean => field.kind === "longtext" || field.kind === "richtext";
  const short = fields.filter((field) => !isLong(field.field));
  const pairs = Array.from({ length: Math.ceil(short.length / 2) }, (_, i) =>
    short.slice(i * 2, i * 2 + 2).flatMap((entry) => [entry.label, entry.text(row)]),
  );
  const lines = Object.entries(e.lines as Readonly<Record<string, Entity>>).flatMap(([key, line]): Block[] => {
    const rows = Array.isArray(row[key]) ? (row[key] as Row[]) : [];
    if (rows.length === 0) return [];
    const columns = printed(line, rows[0]!, lookups, language).filter((candidate) => rows.some((it) => candidate.text(it) !== ""));
    const table = [columns.map((column) => column.label), ...rows.map((it) => columns.map((column) => column.text(it)))];
    return [
      { t: "h", level: 3, text: say(line.label, language) },
      { t: "table", rows: table },
    ];
  });
  return [
    { t: "h", level: 1, text: `${say(e.label, language)} ${String(row[number] ?? "")}`.trim() },
    ...(pairs.length ? [{ t: "table" as const, rows: pairs }] : []),
    ...fields
      .filter((field) => isLong(field.field))
      .flatMap((field): Block[] => [
        { t: "h", level: 3, text: field.label },
        { t: "p", text: field.text(row) },
      ]),
    ...lines,
  ];
}

/** Blocks as the bytes of a PDF. */
export const pdfOf = (files: Writing, name: string, blocks: readonly (Block | Drawing | Foot)[]): Promise<Buffer> =>
  written(files, name, "blocks", blocks);

/** Sheets of given size as the bytes of a PDF, each filled by its drawing. */
export const sheetsPdf = (files: Writing, name: string, sheets: readonly Sheet[]): Promise<Buffer> =>
  written(files, name, "sheets", sheets);

type Writing = Pick<FileParts, "temp" | "preview">;

async function written({ temp, preview }: Writing, name: string, suffix: string, content: unknown): Promise<Buffer> {
  const folder = await mkdtemp(join(temp, "pdf-"));
  try {
    const [path, target] = [join(folder, "blocks.json"), join(folder, "document.pdf")];
    await writeFile(path, JSON.stringify(content));
    await preview.convert({ path, suffix, name }, target, null);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
