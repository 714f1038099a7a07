import type { CellProblem } from "#kernel/cell.ts";
import { readPath, writePath, type Row } from "#kernel/table.ts";
import type { Text } from "#kernel/text.ts";

/** One line under edit: what it is now and what the server holds. */
export interface EditRow<R extends object = Row> {
  readonly key: string;
  readonly row: R;
  readonly base: R | null;
  readonly deleted: boolean;
}

export type Mark = "NEW" | "CHANGED" | "DELETED" | "";

/** A problem remembers who found it: a server's objection goes when its cell is touched, a rule's when it is met. */
export interface Found extends CellProblem {
  readonly from: "rule" | "server";
}

/** By row key, then by field; the empty field stands for the whole row. */
export type Problems = ReadonlyMap<string, Readonly<Record<string, Found>>>;

export interface Changes {
  readonly inserted: readonly Row[];
  /** Changed fields, id and versionNum only. */
  readonly updated: readonly Row[];
  readonly deleted: readonly string[];
  /** Row keys of inserted, then updated, so that rows[i] of an answer finds its line. */
  readonly keys: readonly string[];
}

const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  ((a ?? "") === "" && (b ?? "") === "") ||
  (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

export function changedFields(edit: EditRow): string[] {
  const base = edit.base;
  if (base === null || base === edit.row) return [];
  return [...new Set([...Object.keys(base), ...Object.keys(edit.row)])].filter((field) => !same(base[field], edit.row[field]));
}

/** A row on what the server holds now, with the fields that were changed here: the next save overwrites knowingly. */
export const rebased = (edit: EditRow, theirs: Row | null): EditRow =>
  theirs === null
    ? edit
    : {
        ...edit,
        base: theirs,
        row:
          edit.row === edit.base
            ? theirs
            : {
                ...theirs,
                ...Object.fromEntries(
                  changedFields(edit)
                    .filter((field) => field !== "versionNum")
                    .map((field) => [field, edit.row[field]]),
                ),
              },
      };

/** A row read once more. One that was changed here and elsewhere stays on the version it began with: its save is refused and both sides are shown. */
export const again = (edit: EditRow, read: Row | null): EditRow =>
  edit.row !== edit.base && edit.base?.["versionNum"] !== read?.["versionNum"] ? edit : rebased(edit, read);

export function markOf(edit: EditRow): Mark {
  if (edit.deleted) return "DELETED";
  if (edit.base === null) return "NEW";
  return changedFields(edit).length > 0 ? "CHANGED" : "";
}

/** Whether one cell differs from what the server holds; a new row has no old value. */
export const cellChanged = (edit: EditRow, field: string): boolean =>
  edit.base !== null && edit.base !== edit.row && !same(readPath(edit.base, field), readPath(edit.row, field));

export function changesOf(rows: readonly EditRow[]): Changes {
  const inserted = rows.filter((edit) => edit.base === null && !edit.deleted);
  const updated = rows.filter((edit) => markOf(edit) === "CHANGED");
  return {
    inserted: inserted.map((edit) => edit.row),
    updated: updated.map((edit) => {
      const fields = Object.fromEntries(changedFields(edit).map((field) => [field, edit.row[field]]));
      return { id: edit.base?.["id"], versionNum: edit.base?.["versionNum"], ...fields };
    }),
    deleted: rows.filter((edit) => edit.deleted && edit.base !== null).map((edit) => String(edit.base?.["id"] ?? "")),
    keys: [...inserted, ...updated].map((edit) => edit.key),
  };
}

/** Sets one field and lets the page's calculation follow. */
export function applyCell(row: Row, field: string, value: unknown, patch?: (row: Row, field: string) => Row | void): Row {
  if (same(readPath(row, field), value) && readPath(row, field) === value) return row;
  const next = writePath(row, field, value);
  const more = patch?.(next, field);
  return more === undefined ? next : { ...next, ...more };
}

/** New rows vanish, stored rows wait struck through until the save. */
export const removeRows = (rows: readonly EditRow[], keys: ReadonlySet<string>): EditRow[] =>
  rows.flatMap((edit) => (!keys.has(edit.key) ? [edit] : edit.base === null ? [] : [{ ...edit, deleted: true }]));

/** Swaps a line with its neighbour, and their places in the numbering with them. */
export function moveRow(rows: readonly EditRow[], key: string, by: -1 | 1, seqField: string): readonly EditRow[] {
  const at = rows.findIndex((edit) => edit.key === key);
  const other = at + by;
  const [a, b] = [rows[at], rows[other]];
  if (a === undefined || b === undefined) return rows;
  const swap = seqField in a.row || seqField in b.row;
  const next = [...rows];
  next[at] = swap ? { ...b, row: { ...b.row, [seqField]: a.row[seqField] } } : b;
  next[other] = swap ? { ...a, row: { ...a.row, [seqField]: b.row[seqField] } } : a;
  return next;
}

const copyNever = ["id", "versionNum", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate"];

export const copyOf = (row: Row, clears: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !copyNever.includes(field) && !clears.includes(field)));

/** What the server says of a field: its words in the session's language, or both languages. */
export interface PinnedError {
  readonly path: string;
  readonly code: string;
  readonly msg?: string;
  readonly text?: Text;
}

const place = /^[A-Za-z_]*\[(\d+)\](?:\.(.+))?$/;

/** Finds the row and field that an answer like rows[2].qty means; an error of another place is left to the page. */
export function placeOf(path: string, keys: readonly string[]): { key: string; field: string } | null {
  const found = place.exec(path);
  const key = keys[Number(found?.[1])];
  return found === null || key === undefined ? null : { key, field: found[2] ?? "" };
}
