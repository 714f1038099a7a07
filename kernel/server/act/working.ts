import type { Declared } from "../../declared.ts";
import { collections, commonKeys, type Entity } from "../../entity.ts";
import { isDecimal, cmp } from "../../decimal.ts";
import { isDecimalKind, isJsonKind, type Field } from "../../field.ts";
import type { Row } from "../find/visible.ts";

/** One stored or coming row during an action: the live object every decision sees, and how it was before. */
export interface Tracked {
  readonly entity: Entity;
  readonly row: Row;
  /** The stored values; null for a row made by this action. */
  readonly before: Readonly<Row> | null;
  /** The document, or the line above; a line that was read by itself gets it when its document is read. */
  parent: Tracked | null;
  collection: string | null;
  readonly children: Tracked[];
  removed: boolean;
}

export interface FieldChange {
  readonly path: string;
  readonly key: string;
  readonly entity: Entity;
  readonly old: unknown;
  readonly new: unknown;
}

/** Equal as the database would see it: 1.50 and 1.5 are one number, an empty text and nothing are one nothing. */
export function sameValue(field: Field, a: unknown, b: unknown): boolean {
  const left = a === undefined || a === "" ? null : a;
  const right = b === undefined || b === "" ? null : b;
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (isDecimalKind(field.kind)) return isDecimal(left) && isDecimal(right) && cmp(left, right) === 0;
  if (isJsonKind(field.kind)) return JSON.stringify(left) === JSON.stringify(right) || isSameJson(left, right);
  if (field.kind === "datetime") return Date.parse(String(left)) === Date.parse(String(right));
  return false;
}

/** A column of JSON keeps no order of keys: what was answered before it was stored is equal to what is read later. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const [left, right] = [a, b] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]));
}

/** The rows of one action: one object per row, so that two decisions on it never lose a movement. */
export class WorkingSet {
  readonly declared: Declared;
  readonly #rows = new Map<string, Tracked>();
  readonly #byObject = new WeakMap<object, Tracked>();
  readonly #roots = new Set<Tracked>();
  /** Lines that somebody changed between the reading of the line by itself and that of its document. */
  readonly #torn = new Set<Tracked>();
  /** Set when everything is decided. */
  #touched: Map<Tracked, boolean> | null = null;

  constructor(declared: Declared) {
    this.declared = declared;
  }

  get roots(): readonly Tracked[] {
    return [...this.#roots];
  }

  get(e: Entity, id: string): Tracked | undefined {
    return this.#rows.get(`${e.name}|${id}`);
  }

  of(row: object): Tracked {
    const tracked = this.#byObject.get(row);
    if (!tracked) throw new Error("a rule changed a row that it was not given");
    return tracked;
  }

  /** Takes in a row read from the database, with its lines; a row already here stays as the action left it, and takes its place in what is read now. */
  take(e: Entity, row: Row, parent: Tracked | null = null, collection: string | null = null): Tracked {
    const known = this.get(e, row["id"]);
    if (!known) return this.#enter(e, row, { ...row }, parent, collection);
    if (parent && !known.parent) this.#join(known, row, parent, collection);
    this.#takeLines(known, row);
    return known;
  }

  /** A line that was read by itself takes its place in its document; what it was decided by must still be so. */
  #join(line: Tracked, read: Row, parent: Tracked, collection: string | null): void {
    line.parent = parent;
    line.collection = collection;
    parent.children.push(line);
    this.#roots.delete(line);
    if (line.before?.["versionNum"] !== read["versionNum"]) this.#torn.add(line);
  }

  /** Documents whose parts were read at different moments with a change between; a line stands for its document while that is not read. */
  torn(): readonly Tracked[] {
    return [...this.#torn].map(rootOf);
  }

  /** The lines that come with a stored row, unless it has them already: the document holds the very objects that decisions see. */
  #takeLines(tracked: Tracked, read: Row): void {
    const { entity: e, row, before } = tracked;
    for (const key in e.lines) {
      if (before === null || !Array.isArray(read[key]) || (row !== read && row[key] !== undefined)) continue;
      const lines = (read[key] as Row[]).map((entry) => this.take(e.lines[key] as Entity, entry, tracked, key));
      row[key] = lines.filter((line) => !line.removed).map((line) => line.row);
    }
  }

  /** A row this action makes. */
  make(e: Entity, row: Row, parent: Tracked | null = null, collection: string | null = null): Tracked {
    for (const key of Object.keys(e.lines)) row[key] ??= [];
    return this.#enter(e, row, null, parent, collection);
  }

  #enter(e: Entity, row: Row, before: Row | null, parent: Tracked | null, collection: string | null): Tracked {
    const tracked: Tracked = { entity: e, row, before, parent, collection, children: [], removed: false };
    this.#rows.set(`${e.name}|${row["id"]}`, tracked);
    this.#byObject.set(row, tracked);
    if (parent) parent.children.push(tracked);
    else this.#roots.add(tracked);
    this.#takeLines(tracked, row);
    return tracked;
  }

  remove(tracked: Tracked): void {
    tracked.removed = true;
    for (const child of tracked.children) this.remove(child);
    if (tracked.parent && tracked.collection) {
      const rows = tracked.parent.row[tracked.collection] as Row[];
      const index = rows.indexOf(tracked.row);
      if (index >= 0) rows.splice(index, 1);
    }
  }

  all(): Iterable<Tracked> {
    return this.#rows.values();
  }

  /** Which stored fields differ from what was read. */
  changedKeys(tracked: Tracked): string[] {
    const { entity: e, row, before } = tracked;
    if (!before) return Object.keys(e.fields);
    return Object.keys(e.fields).filter((key) => !sameValue(e.fields[key]!, row[key], before[key]));
  }

  /** From here on no further row changes: which have is worked out once, however often it is asked. */
  settle(): void {
    this.#touched = new Map();
  }

  /** Asked of every row an action has read: it ends at the first difference, and most rows have none. */
  isChanged({ entity: e, row, before, removed }: Tracked): boolean {
    if (removed) return before !== null;
    if (before === null) return true;
    for (const key in e.fields) if (row[key] !== before[key] && !sameValue(e.fields[key]!, row[key], before[key])) return true;
    return false;
  }

  /** Anything changed in this row or below it. */
  isTouched(tracked: Tracked): boolean {
    const known = this.#touched?.get(tracked);
    if (known !== undefined) return known;
    const isTouched = this.isChanged(tracked) || tracked.children.some((child) => this.isTouched(child));
    this.#touched?.set(tracked, isTouched);
    return isTouched;
  }

  /** Field by field, lines included, as the journal and the preview tell it. */
  changes(tracked: Tracked, prefix = ""): FieldChange[] {
    const { entity: e, row, before } = tracked;
    const own: FieldChange[] = [];
    for (const key of this.changedKeys(tracked)) {
      const old = before?.[key] ?? null;
      // An empty text is stored as nothing, and told as nothing.
      const value = tracked.removed || row[key] === "" ? null : (row[key] ?? null);
      if (old !== value) own.push({ path: prefix + key, key, entity: e, old, new: value });
    }
    const below = tracked.children
      .filter((c) => this.isTouched(c))
      .flatMap((child) => this.changes(child, `${prefix}${child.collection}[${lineName(child)}].`));
    if (tracked.removed)
      return before ? [{ path: `${prefix}$removed`, key: "$removed", entity: e, old: lineName(tracked), new: null }] : [];
    // A new line that holds nothing yet is a line all the same.
    if (!before && tracked.parent && own.length + below.length === 0)
      return [{ path: `${prefix}$added`, key: "$added", entity: e, old: null, new: lineName(tracked) }];
    return [...own, ...below];
  }
}

/** What people call a line, its number or its code, and behind it the id that tells it apart from its namesakes; nobody calls it by another id. */
function lineName(tracked: Tracked): string {
  const row = tracked.before ?? tracked.row;
  const key = ["lineNum", "seqNum", ...tracked.entity.title.filter((k) => tracked.entity.fields[k]?.kind !== "ref")].find(
    (k) => row[k] !== undefined && row[k] !== null && row[k] !== "",
  );
  return key ? `${String(row[key])}#${String(row["id"])}` : String(row["id"]);
}

/** A plain copy of a document for rules that compare before and after. */
export function copyOf(tracked: Tracked): Row {
  const copy: Row = { ...(tracked.before ?? tracked.row) };
  for (const [key] of Object.entries(collections(tracked.entity))) {
    const rows = tracked.children.filter((c) => c.collection === key && c.before);
    copy[key] = rows.map(copyOf);
  }
  return copy;
}

/** The document a row belongs to. */
export const rootOf = (tracked: Tracked): Tracked => (tracked.parent ? rootOf(tracked.parent) : tracked);

export const isStamp = (key: string): boolean => (commonKeys as readonly string[]).includes(key);
