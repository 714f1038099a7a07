import { cmp, isDecimal } from "./decimal.ts";
import type { Entity, Lines } from "./entity.ts";
import { companions, fieldOf } from "./entity.ts";
import type { Field, Fields } from "./field.ts";
import { isDecimalKind, isJsonKind, tiesOf } from "./field.ts";
import type { Language, Text } from "./text.ts";

/** A document or a line as a page holds it; new lines carry a key of the page instead of an id. */
export type Row = Readonly<Record<string, unknown>>;

export const rowKey = (row: Row): string => String(row["id"] ?? row["$key"] ?? "");

const isChinese = (value: unknown): boolean => typeof value === "string" && /\p{Script=Han}/u.test(value);

/** Where a row holds a text for its reader: in the English half of a pair, in the name of the record it repeats, else in the field itself. */
export function spokenKey(field: Field, key: string, row: Row, language: Language): string {
  if (language !== "EN") return key;
  if (field.english && !isNothing(row[field.english])) return field.english;
  const record = field.repeats && isChinese(row[key]) ? companions(field.repeats).name : undefined;
  return record && !isNothing(row[record]) ? record : key;
}

/** Which rows a reference is chosen from: those its declaration names, and of them those that agree with the row it stands in. */
export const offeredTo = (field: Field, row: Row): Row | undefined =>
  field.within === undefined
    ? (field.pick as Row | undefined)
    : {
        ...field.pick,
        ...Object.fromEntries(
          tiesOf(field.within).flatMap(([there, here]) => {
            const theirs = here.flatMap((name) => (typeof row[name] === "string" && row[name] ? [row[name]] : []));
            return row[here[0]!] && theirs.length ? [[there, theirs.length === 1 ? theirs[0] : theirs]] : [];
          }),
        ),
      };

/** A row and the document it stands in, as far as a form knows them. */
export interface Placed {
  readonly fields: Fields;
  readonly row: Row;
  readonly above?: Placed | undefined;
}

/** What a choice has to go with (judgement, id): named by its own row, else by the nearest above it where somebody chooses it. */
export function goesWith(field: Field, { fields, row, above }: Placed): readonly [fit: string, of: string] | undefined {
  if (field.fits === undefined) return undefined;
  const [fit, name] = field.fits;
  const own = fields[name];
  if (above && (!own || own.computed)) return goesWith(field, above);
  const of = row[name];
  return typeof of === "string" && of !== "" ? [fit, of] : undefined;
}

/** A change with what it takes along: whoever chooses another supplier has not chosen a site of theirs yet. */
export function withLoosened(fields: Fields, row: Row, patch: Row): Row {
  const isLeft = (here: string): boolean => here in patch && Boolean(row[here]) && patch[here] !== row[here];
  const loose = Object.entries(fields).filter(
    ([key, { within }]) => within !== undefined && !(key in patch) && row[key] && tiesOf(within).some(([, [here]]) => isLeft(here!)),
  );
  const empty = loose.flatMap(([key]) =>
    [key, ...Object.values(companions(key)).filter((name) => name in row)].map((value) => [value, null]),
  );
  return { ...patch, ...Object.fromEntries(empty) };
}

/** A row with every text in the reader's language: English where there is any, else what is there. */
export function readAs<R extends Row>(e: Entity, row: R, language: Language): R {
  if (language !== "EN") return row;
  const places = Object.entries(e.fields).map(([key, field]) => [key, spokenKey(field, key, row, language)] as const);
  return { ...row, ...Object.fromEntries(places.flatMap(([key, at]) => (at === key ? [] : [[key, row[at]]]))) };
}

/** One difference between two states of a document, in words a person can read. */
export interface Change {
  readonly path: string;
  readonly where: readonly Text[];
  readonly field?: Field;
  readonly kind: "field" | "added" | "removed";
  readonly old: unknown;
  readonly new: unknown;
}

const rowsOf = (row: Row | null, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Equal for people: 1.50 is 1.5, nothing is nothing however it is written. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(a) && isNothing(b))) return true;
  if (isNothing(a) || isNothing(b)) return false;
  if (isDecimal(String(a)) && isDecimal(String(b)) && typeof a !== "object")
    return String(a) === String(b) || sameNumber(String(a), String(b));
  return typeof a === "object" && JSON.stringify(a) === JSON.stringify(b);
}

const sameNumber = (a: string, b: string): boolean => (a.includes(".") || b.includes(".")) && cmp(a, b) === 0;

/** A new document as its makers meant it: declared first values, empty lines, the first state. */
export function blankOf(e: Entity): Row {
  const row: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(e.fields)) row[key] = field.initial ?? (field.kind === "yn" && !field.optional ? "N" : null);
  for (const key of Object.keys(e.lines as Lines)) row[key] = [];
  return row;
}

/** What a person may write: neither what the server computes nor the names that travel beside an id. */
export const isWritable = (field: Field, isNew: boolean): boolean =>
  !field.computed && field.kind !== "snapshot" && (isNew || field.fixed !== "create");

/** The differences a reader counts as "unsaved": fields, lines added, removed and changed, at any depth. */
export function changesOf(e: Entity, before: Row | null, after: Row, at = "", where: readonly Text[] = []): readonly Change[] {
  const found: Change[] = [];
  for (const [key, field] of Object.entries(e.fields)) {
    if (!isWritable(field, before === null) || isSame(before?.[key], after[key])) continue;
    if (before === null && isSame(after[key], field.initial ?? (field.kind === "yn" ? "N" : null))) continue;
    found.push({ path: at + key, where: [...where, field.label], field, kind: "field", old: before?.[key], new: after[key] });
  }
  for (const [key, line] of Object.entries(e.lines as Lines))
    found.push(
      ...lineChanges(line, rowsOf(before, key), after[key] === undefined ? rowsOf(before, key) : rowsOf(after, key), at + key, where),
    );
  return found;
}

function lineChanges(line: Entity, before: readonly Row[], after: readonly Row[], at: string, where: readonly Text[]): readonly Change[] {
  const old = new Map(before.map((row) => [rowKey(row), row]));
  const values = new Set(after.map(rowKey));
  const label = (index: number): Text => [`${line.label[0]} ${index + 1}`, `${line.label[1]} ${index + 1}`];
  const changed = after.flatMap((row, index): readonly Change[] => {
    const was = old.get(rowKey(row));
    const path = `${at}[${index}]`;
    if (was === row) return [];
    if (!was) return [{ path, where: [...where, label(index)], kind: "added", old: undefined, new: row }];
    return changesOf(line, was, row, `${path}.`, [...where, label(index)]);
  });
  const gone = before.flatMap((row, index): readonly Change[] =>
    values.has(rowKey(row))
      ? []
      : [{ path: `${at}[${rowKey(row)}]`, where: [...where, label(index)], kind: "removed", old: row, new: undefined }],
  );
  return [...changed, ...gone];
}

/** Above this many lines only the changed ones travel. */
export const fullLines = 200;

/** What goes over the wire: changed fields only, lines whole while few and as a delta when many. */
export function bodyOf(e: Entity, before: Row | null, after: Row): Row {
  const body: Record<string, unknown> = {};
  if (before?.["id"]) {
    body["id"] = before["id"];
    if (before["versionNum"] !== undefined) body["versionNum"] = before["versionNum"];
  }
  writeFields(e, before, after, body);
  for (const [key, line] of Object.entries(e.lines as Lines)) {
    if (after[key] === undefined || after[key] === before?.[key]) continue;
    const rows = rowsOf(after, key);
    body[key] = rows.length <= fullLines ? inSentOrder(rows).map((row) => wholeRow(line, row)) : deltaOf(line, rowsOf(before, key), rows);
  }
  return body;
}

/** Stored rows first, new ones after them: the order in which the server keeps them, so that lines[2] means the same row on both sides. */
export const inSentOrder = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter((row) => row["id"]),
  ...rows.filter((row) => !row["id"]),
];

function writeFields(e: Entity, before: Row | null, after: Row, body: Record<string, unknown>): void {
  for (const [key, field] of Object.entries(e.fields)) {
    if (!isWritable(field, before === null)) continue;
    const value = wireValue(field, after[key]);
    if (before === null ? value !== null && value !== undefined : !isSame(before[key], after[key])) body[key] = value;
  }
}

function wholeRow(line: Entity, row: Row): Row {
  const body: Record<string, unknown> = row["id"] ? { id: row["id"] } : {};
  for (const [key, field] of Object.entries(line.fields))
    if (isWritable(field, !row["id"]) && row[key] !== undefined) body[key] = wireValue(field, row[key]);
  for (const [key, deeper] of Object.entries(line.lines as Lines))
    if (Array.isArray(row[key])) body[key] = rowsOf(row, key).map((r) => wholeRow(deeper, r));
  return body;
}

function deltaOf(line: Entity, before: readonly Row[], after: readonly Row[]): Row {
  const old = new Map(before.map((row) => [rowKey(row), row]));
  const values = new Set(after.map(rowKey));
  const changed = after
    .filter((row) => old.get(rowKey(row)) !== row)
    .map((row) => (row["id"] ? bodyOf(line, old.get(rowKey(row)) ?? null, row) : wholeRow(line, row)));
  return { changed, removed: before.filter((row) => !values.has(rowKey(row))).map((row) => row["id"]) };
}

const wireValue = (field: Field, value: unknown): unknown =>
  isNothing(value) ? null : isJsonKind(field.kind) || field.kind === "int" ? value : isDecimalKind(field.kind) ? String(value) : value;

/** Runs the declared formulas, lines before the document, and leaves every untouched row the same object. */
export function recompute(e: Entity, row: Row, parent: Row | null = null): Row {
  let next: Record<string, unknown> | null = null;
  for (const [key, line] of Object.entries(e.lines as Lines)) {
    const rows = rowsOf(row, key);
    const done = rows.map((r) => recompute(line, r, row));
    if (done.some((r, i) => r !== rows[i])) next = { ...(next ?? row), [key]: done };
  }
  for (const [key, formula] of Object.entries(e.computes ?? {}) as [string, ((doc: Row, parent: Row | null) => unknown) | undefined][]) {
    const value = attempt(formula, next ?? row, parent);
    if (value !== undefined && !isSame(value, (next ?? row)[key])) next = { ...(next ?? row), [key]: value };
  }
  return next ?? row;
}

/** A formula over a half-filled form may stumble; then the old figure stands until the server says. */
function attempt(formula: ((doc: Row, parent: Row | null) => unknown) | undefined, row: Row, parent: Row | null): unknown {
  try {
    return formula?.(row, parent);
  } catch {
    return undefined;
  }
}

const judge = (rule: ((doc: Row) => boolean) | undefined, row: Row, otherwise: boolean): boolean => {
  try {
    return rule ? rule(row) : otherwise;
  } catch {
    return otherwise;
  }
};

export const isShownNow = (e: Entity, key: string, row: Row): boolean => judge(e.shownWhen?.[key], row, true);

export const isRequiredNow = (e: Entity, key: string, row: Row): boolean => {
  const field = fieldOf(e, key);
  if (!field || field.computed || e.number?.[0] === key || !isShownNow(e, key, row)) return false;
  return judge(e.requires?.[key], row, !field.optional);
};

/** How people call it: number or code first, then name; the other way round where its declaration says so. */
export function titleOf(
  e: Entity,
  row: Row,
  language: Language = "CN",
  keys: readonly string[] = e.headline ? [e.headline, ...e.title.filter((key) => key !== e.headline)] : e.title,
  meaning?: Meaning,
): { readonly main: string; readonly rest: string } {
  const values = keys.map((key) => saidOf(e, key, row, language, meaning)).filter((text) => text !== "");
  return { main: values[0] ?? "", rest: values.slice(1).join(" ") };
}

/** What a code of a lookup type means, as far as that is known now. */
export type Meaning = (lookup: string, code: string) => string;

/** The plain words of a field that stands in a title: a reference by its name, a choice by its meaning, everything else as it is. */
export function saidOf(e: Entity, key: string, row: Row, language: Language = "CN", meaning?: Meaning): string {
  const field = fieldOf(e, key);
  const at = field ? spokenKey(field, key, row, language) : key;
  const value = field?.kind === "ref" ? (row[companions(key).name] ?? row[companions(key).code] ?? row[key]) : row[at];
  if (isNothing(value) || typeof value === "object") return "";
  return (field?.kind === "pick" && meaning?.(field.lookup!, String(value))) || String(value);
}

/** The field a path means, found through the lines it passes: lines[2].qty of a page, lines[10#01m7…].qty of the journal. */
export function fieldAt(e: Entity, path: string): { readonly entity: Entity; readonly key: string; readonly field: Field } | undefined {
  const [, collection, rest] = /^(\w+)\[(?:\d+|.*?[0-9a-z]{20})\]\.(.+)$/.exec(path) ?? [];
  const line = collection && ((e.lines as Lines)[collection] ?? e.owns[collection]);
  if (line) return fieldAt(line, rest!);
  const field = fieldOf(e, path);
  return field && { entity: e, key: path, field };
}
