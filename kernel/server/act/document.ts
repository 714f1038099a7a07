import { checkValues, isEmpty, knownBeside, notOffered, type CheckContext } from "../../check.ts";
import { commonFields, type CommonKey, type Entity, type Me } from "../../entity.ts";
import { inZone } from "../../time.ts";
import type { Field, Fields } from "../../field.ts";
import type { FieldError } from "../../refusal.ts";
import { isStamp, sameValue, type Tracked, type WorkingSet } from "./working.ts";
import type { Row } from "../find/visible.ts";

/** A document as a caller sent it, checked but not yet applied. */
export interface DocumentInput {
  readonly values: Row;
  /** Server-written fields the caller sent back; accepted only when unchanged. */
  readonly echoes: Row;
  /** Who made it, when, and whose line it is: never a caller's to say. */
  readonly stamps: Row;
  readonly lines: Readonly<Record<string, LinesInput>>;
}
interface LinesInput {
  /** The rows are the whole new state of the collection; otherwise only what is named changes. */
  readonly whole: boolean;
  readonly rows: readonly { readonly id: string | null; readonly path: string; readonly input: DocumentInput }[];
  readonly removed: readonly string[];
}

const mostLines = 5_000;
const stampKeys = ["createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "parentId"] as const;

/** The fields this caller may name at all: a supplier's unknown field and an internal one get the same answer. */
function writableFields(e: Entity, me: Me): Fields {
  if (me.audience === "internal" || me.audience === "system") return e.fields;
  const shown = new Set<string>(e.shows?.supplier ?? []);
  return Object.fromEntries(Object.entries(e.fields).filter(([key]) => shown.has(key)));
}

const maskedKeys = new WeakMap<Fields, readonly string[]>();
const maskedIn = (fields: Fields): readonly string[] => Object.keys(fields).filter((key) => fields[key]!.hidden === "last4");

/** A masked value that comes back as it was shown says nothing new, and is no value to be checked. */
function unmasked(fields: Fields, raw: Row): Row {
  const masked = maskedKeys.get(fields) ?? maskedIn(fields);
  maskedKeys.set(fields, masked);
  const shown = masked.filter((key) => typeof raw[key] === "string" && raw[key].startsWith("****"));
  return shown.length === 0 ? raw : Object.fromEntries(Object.entries(raw).filter(([key]) => !shown.includes(key)));
}

/** Reads a document with its lines from a request body, collecting every error with its path. */
export function readDocument(
  e: Entity,
  raw: Row,
  isNew: boolean,
  me: Me,
  at: CheckContext,
  prefix: string,
  errors: FieldError[],
): DocumentInput {
  const fields = writableFields(e, me);
  const known = knownBeside(e);
  const checked = checkValues(fields, unmasked(fields, raw), at, prefix, errors, false, known);
  const values: Row = {};
  const echoes: Row = {};
  for (const [key, value] of Object.entries(checked)) {
    if (fields[key]!.computed && me.audience !== "system") echoes[key] = value;
    else values[key] = value;
  }
  const lines: Record<string, LinesInput> = {};
  for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
    if (raw[key] !== undefined && raw[key] !== null) lines[key] = readLines(line, raw[key], isNew, me, at, `${prefix}${key}`, errors);
  const stamps = Object.fromEntries(stampKeys.filter((key) => !isEmpty(raw[key]) && !(key in fields)).map((key) => [key, raw[key]]));
  return { values, echoes, stamps, lines };
}

function readLines(line: Entity, raw: unknown, isNew: boolean, me: Me, at: CheckContext, path: string, errors: FieldError[]): LinesInput {
  const delta = !Array.isArray(raw) && typeof raw === "object" ? (raw as { changed?: unknown; removed?: unknown }) : null;
  const list = delta ? (delta.changed ?? []) : raw;
  if (!Array.isArray(list) || list.length > mostLines) {
    errors.push({ path, code: "FIELD_TYPE", text: [`须为不超过 ${mostLines} 行的列表`, `must be a list of at most ${mostLines} rows`] });
    return { whole: false, rows: [], removed: [] };
  }
  const rows = list.map((entry: unknown, index) => {
    const rowPath = `${path}[${index}]`;
    const row = typeof entry === "object" && entry !== null ? (entry as Row) : {};
    const id = typeof row["id"] === "string" && row["id"] ? row["id"] : null;
    return { id, path: rowPath, input: readDocument(line, row, isNew || id === null, me, at, `${rowPath}.`, errors) };
  });
  const removed = delta && Array.isArray(delta.removed) ? delta.removed.filter((id): id is string => typeof id === "string") : [];
  return { whole: delta === null, rows, removed };
}

/** By declared fields: a document of a thousand lines begins a thousand rows alike. */
const beginnings = new WeakMap<Fields, Row>();

export function initialValues(e: Entity): Row {
  const known = beginnings.get(e.fields) ?? Object.fromEntries(Object.entries(e.fields).map(([key, f]) => [key, f.initial ?? null]));
  beginnings.set(e.fields, known);
  return { ...known };
}

export interface Stamp {
  readonly zone: string;
  readonly userId: string;
  readonly now: string;
  newId(): string;
}

/** A new row with its stamps and initial values. */
export function blankRow(e: Entity, id: string, { userId, now }: Stamp, parentId?: string): Row {
  const row = initialValues(e);
  row["id"] = id;
  if (parentId !== undefined) row["parentId"] = parentId;
  row["createdBy"] = row["lastUpdatedBy"] = userId;
  row["creationDate"] = row["lastUpdateDate"] = now;
  row["versionNum"] = 1;
  return row;
}

/** Times travel to the second; one that comes back as it was shown is the stored one, whatever its milliseconds. */
const isSameSecond = (field: Field, sent: unknown, stored: unknown): boolean =>
  field.kind === "datetime" &&
  typeof sent === "string" &&
  typeof stored === "string" &&
  sent.endsWith(".000Z") &&
  sent.slice(0, 19) === stored.slice(0, 19);

/** Stamps come back in the form they were shown in. */
const isSameStamp = (stored: unknown, sent: unknown, zone: string): boolean =>
  sent === stored ||
  (typeof stored === "string" &&
    typeof sent === "string" &&
    /^\d{4}-\d{2}-\d{2}T/.test(stored) &&
    (inZone(stored, zone) === sent || Date.parse(sent) === Date.parse(stored)));

const readonly = (path: string, field: Field): FieldError => ({
  path,
  code: "FIELD_READONLY",
  text: [`${field.label[0]}由系统维护，不能修改`, `${field.label[1]} is set by the system and cannot be changed`],
});

/** Codes somebody chooses anew that do not count today; what stands there already stays. */
function lapsed({ kind, lookup }: Field, value: unknown, stored: unknown, isOffered: CheckContext["lookup"]): string | undefined {
  if ((kind !== "pick" && kind !== "picks") || !lookup || !isOffered) return undefined;
  const had = [stored].flat();
  return [value]
    .flat()
    .find((code): code is string => typeof code === "string" && !had.includes(code) && isOffered(lookup, code) === false);
}

/** Puts checked input on the working row and its lines. */
export function applyInput(
  ws: WorkingSet,
  tracked: Tracked,
  input: DocumentInput,
  stamp: Stamp,
  prefix: string,
  errors: FieldError[],
  isOffered: CheckContext["lookup"],
): void {
  const { entity: e, row } = tracked;
  for (const [key, value] of Object.entries(input.stamps))
    if (tracked.before && !isSameStamp(row[key], value, stamp.zone))
      errors.push(readonly(prefix + key, key === "parentId" ? commonFields.id : commonFields[key as CommonKey]));
  for (const [key, value] of Object.entries(input.echoes))
    if (
      !isEmpty(value) &&
      !isSameSecond(e.fields[key]!, value, row[key]) &&
      !sameValue(e.fields[key]!, value, row[key]) &&
      !(tracked.before === null && value === e.fields[key]!.initial)
    )
      errors.push(readonly(prefix + key, e.fields[key]!));
  for (const [key, value] of Object.entries(input.values)) {
    const field = e.fields[key]!;
    const gone = lapsed(field, value, tracked.before?.[key], isOffered);
    if (gone !== undefined) errors.push({ path: prefix + key, code: "LOOKUP_VALUE", text: notOffered(gone) });
    if (field.fixed === "create" && tracked.before && !sameValue(field, value, tracked.before[key]))
      errors.push({
        path: prefix + key,
        code: "FIELD_FIXED",
        text: [`${field.label[0]}创建后不能修改`, `${field.label[1]} cannot change after creation`],
      });
    else if (!isSameSecond(field, value, row[key])) row[key] = value;
  }
  for (const [collection, lines] of Object.entries(input.lines)) applyLines(ws, tracked, collection, lines, stamp, errors, isOffered);
}

function applyLines(
  ws: WorkingSet,
  parent: Tracked,
  collection: string,
  lines: LinesInput,
  stamp: Stamp,
  errors: FieldError[],
  isOffered: CheckContext["lookup"],
): void {
  const line = parent.entity.lines[collection] as Entity;
  const mine = parent.children.filter((c) => c.collection === collection && !c.removed);
  const byId = new Map(mine.map((c) => [c.row["id"] as string, c]));
  const entries = new Set<Tracked>();
  for (const row of lines.rows) {
    const known = row.id ? byId.get(row.id) : undefined;
    if (row.id && !known) {
      errors.push({
        path: row.path,
        code: "LINE_NOT_FOUND",
        text: ["该行不存在，可能已被他人删除", "This row does not exist. Someone may have removed it"],
      });
      continue;
    }
    const target = known ?? ws.make(line, blankRow(line, stamp.newId(), stamp, parent.row["id"]), parent, collection);
    if (!known) (parent.row[collection] as Row[]).push(target.row);
    entries.add(target);
    applyInput(ws, target, row.input, stamp, `${row.path}.`, errors, isOffered);
  }
  for (const id of lines.removed) {
    const gone = byId.get(id);
    if (gone) ws.remove(gone);
  }
  if (lines.whole) for (const child of mine) if (!entries.has(child)) ws.remove(child);
}

/** Everything required that is still empty, now that all rules have spoken. */
export function requiredErrors(tracked: Tracked, errors: FieldError[], prefix = ""): void {
  const { entity: e, row } = tracked;
  if (tracked.removed) return;
  for (const [key, field] of Object.entries(e.fields)) {
    const needed = e.requires?.[key]?.(row) ?? (!field.optional && !field.computed);
    if (needed && isEmpty(row[key]) && !isStamp(key))
      errors.push({ path: prefix + key, code: "TABLE_REQUIRED", text: [`${field.label[0]}必填`, `${field.label[1]} is required`] });
  }
  for (const child of tracked.children)
    if (!child.removed)
      requiredErrors(child, errors, `${prefix}${child.collection}[${(row[child.collection!] as Row[]).indexOf(child.row)}].`);
}

/** Computed fields of a row and of everything below it, lines before their document. */
export function recompute(tracked: Tracked, parent: Row | null): void {
  for (const child of tracked.children) if (!child.removed) recompute(child, tracked.row);
  // A row read without its lines keeps its figures: they were computed when the lines were there.
  if (tracked.before && Object.keys(tracked.entity.lines).some((key) => tracked.row[key] === undefined)) return;
  for (const [key, compute] of Object.entries(tracked.entity.computes ?? {}))
    tracked.row[key] = (compute as (doc: Row, parent: Row | null) => unknown)(tracked.row, parent);
}
