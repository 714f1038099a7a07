import type { Declared } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Db } from "#kernel/server/database/db.ts";

type Row = Record<string, any>;

/** One row of the journal, as it is stored. */
export interface Entry {
  readonly no: number;
  readonly at: string;
  readonly userId: string;
  readonly entity: string;
  readonly docId: string;
  readonly action: string;
  readonly changes: readonly Change[];
}

interface Change {
  readonly p: string;
  readonly o: unknown;
  readonly n: unknown;
}

/** A document as its entries tell it; lines by the id that stands behind their name in a path. */
interface Node {
  readonly values: Map<string, unknown>;
  readonly children: Map<string, Map<string, Node>>;
}

interface Told extends Node {
  removed: boolean;
  entries: number;
  first: Entry;
  last: Entry;
}

const blank = (): Node => ({ values: new Map(), children: new Map() });
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";
/** lines[10#01m7…].qty: whatever people call the line, its id ends the name; one that nobody calls anything is its id alone, whatever stands below it. */
const linePath = /^(\w+)\[(?:.*?#)??([0-9a-hjkmnp-tv-z]{20}(?:-[\d-]+)?)\]\.(.+)$/;

/** Equal numbers, moments and texts look equal; masked values are compared masked. */
function plain(field: Field | undefined, value: unknown, masked: boolean): string | null {
  if (isEmpty(value)) return null;
  if (field?.hidden === "all" || field?.kind === "secret") return "***";
  if (field?.hidden === "last4") return masked ? String(value) : `****${String(value).slice(-4)}`;
  if (field?.kind === "datetime") return String(Date.parse(String(value)));
  if (field && ["qty", "price", "money", "rate", "percent"].includes(field.kind))
    return String(value).includes(".") ? String(value).replace(/\.?0+$/, "") : String(value);
  return typeof value === "object" ? canonical(value) : String(value);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join()}}`;
  return JSON.stringify(value);
}

/** Folds the journal into documents. Knows declarations for names and kinds, and nothing of the kernel's own writing. */
export class Replay {
  readonly #declared: Declared;
  readonly documents = new Map<string, Told>();
  /** Entries that do not follow from the ones before: an old value nobody wrote, a line nobody made, a path without an end. */
  readonly unclear: string[] = [];

  constructor(declared: Declared) {
    this.#declared = declared;
  }

  apply(entry: Entry): void {
    const e = this.#declared.entities.get(entry.entity);
    if (!e || entry.docId === "-") return;
    const key = `${entry.entity}|${entry.docId}`;
    const result = this.#told(key, entry);
    const say = (what: string): void => void this.unclear.push(`${key} #${entry.no}: ${what}`);
    for (const change of entry.changes) {
      if (change.p === "$removed") result.removed = true;
      else if (!this.#owned(e, entry, change)) this.#set(e, result, change.p, change, say);
    }
  }

  #told(key: string, entry: Entry): Told {
    const result = this.documents.get(key) ?? { ...blank(), removed: false, entries: 0, first: entry, last: entry };
    this.documents.set(key, result);
    if (result.entries === 0 || result.last.no !== entry.no) result.entries += 1;
    result.last = entry;
    return result;
  }

  /** A row with a life of its own may be made or changed by its owner's action: the owner's entry tells of it. */
  #owned(e: Entity, entry: Entry, change: Change): boolean {
    const [, collection, id, rest] = (linePath.exec(change.p) ?? []) as unknown as [string, string, string, string];
    const below = collection ? (e.owns as Record<string, Entity>)[collection] : undefined;
    if (below) this.apply({ ...entry, entity: below.name, docId: id, changes: [{ ...change, p: rest }] });
    return below !== undefined;
  }

  #set(e: Entity, node: Node, path: string, change: Change, say: (what: string) => void): void {
    if (path === "$added" || path === "$proven") return;
    const [, collection, id, rest] = (linePath.exec(path) ?? []) as unknown as [string, string, string, string];
    const below = collection ? (e.lines as Record<string, Entity>)[collection] : undefined;
    if (!collection || !below) {
      if (!e.fields[path]) return say(`${change.p} names no field`);
      const before = plain(e.fields[path], node.values.get(path), true);
      if (before !== plain(e.fields[path], change.o, true) && before !== "***")
        say(`${change.p} was ${before}, the entry says ${JSON.stringify(change.o)}`);
      node.values.set(path, change.n);
      return;
    }
    const lines = node.children.get(collection) ?? new Map<string, Node>();
    node.children.set(collection, lines);
    if (rest === "$removed") {
      if (!lines.delete(id)) say(`${change.p}: there was no such line`);
      return;
    }
    const line = lines.get(id) ?? blank();
    lines.set(id, line);
    this.#set(below, line, rest, change, say);
  }

  /** What differs between the tables and what the journal tells, for documents of this entity. */
  compare(e: Entity, stored: readonly Row[], without: ReadonlySet<string> = new Set()): string[] {
    const wrong: string[] = [];
    const rows = new Map(stored.map((row) => [row["id"] as string, row]));
    for (const [key, told] of this.documents) {
      const [entity, id] = key.split("|") as [string, string];
      if (entity !== e.name) continue;
      const row = rows.get(id);
      if (told.removed !== (row === undefined))
        wrong.push(`${key}: ${told.removed ? "removed by the journal, still stored" : "told by the journal, not stored"}`);
      if (!row || told.removed) continue;
      const left = this.#flat(e, told, without);
      const right = this.#stored(e, row, without);
      if (left !== right) wrong.push(`${key}:\n  journal ${left}\n  stored  ${right}`);
      if (row["versionNum"] !== told.entries) wrong.push(`${key}: version ${row["versionNum"]} after ${told.entries} entries`);
      if (row["createdBy"] !== told.first.userId || Date.parse(row["lastUpdateDate"]) !== Date.parse(told.last.at))
        wrong.push(`${key}: stamps do not fit its entries`);
    }
    for (const id of rows.keys())
      if (!this.documents.has(`${e.name}|${id}`)) wrong.push(`${e.name}|${id}: stored, but no entry tells of it`);
    return wrong;
  }

  #flat(e: Entity, node: Node, without: ReadonlySet<string>): string {
    const values = Object.keys(e.fields)
      .filter((key) => !without.has(`${e.name}.${key}`))
      .flatMap((key) => {
        const value = plain(e.fields[key], node.values.get(key), true);
        return value === null ? [] : [`${key}=${value}`];
      });
    const lines = (Object.entries(e.lines) as [string, Entity][]).flatMap(([key, line]) =>
      [...(node.children.get(key)?.values() ?? [])].map((child) => `${key}(${this.#flat(line, child, without)})`),
    );
    return [...values.sort(), ...lines.sort()].join(" ");
  }

  #stored(e: Entity, row: Row, without: ReadonlySet<string>): string {
    const values = Object.keys(e.fields)
      .filter((key) => !without.has(`${e.name}.${key}`))
      .flatMap((key) => {
        const value = plain(e.fields[key], row[key], false);
        return value === null ? [] : [`${key}=${value}`];
      });
    const lines = (Object.entries(e.lines) as [string, Entity][]).flatMap(([key, line]) =>
      ((row[key] ?? []) as Row[]).map((child) => `${key}(${this.#stored(line, child, without)})`),
    );
    return [...values.sort(), ...lines.sort()].join(" ");
  }
}

/** The documents of a table as they are stored, lines nested, read by plain SQL of our own. */
export async function storedDocuments(db: Db, e: Entity): Promise<Row[]> {
  const rows = await db.query<Row>(`select * from "${e.name}"`);
  for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
    const lines = await storedDocuments(db, line);
    for (const row of rows) row[key] = lines.filter((candidate) => candidate["parentId"] === row["id"]);
  }
  return rows;
}

export const journalOf = (db: Db): Promise<Entry[]> =>
  db.query<Entry>(`select no::int, at, "userId", entity, "docId", action, changes from "Journal" order by no`);

/** Tables that the server writes by itself, and a stamp of the gate on accounts: no action of anybody, so no entry. */
const besideJournal = new Set([
  "BaseScheduleLog",
  "BaseLoginSession",
  "BaseLoginLog",
  "BaseLoginLock",
  "BaseVerifyCode",
  "BaseTicket",
  "BaseServerKey",
  // Issued and revoked by the authority of the installation; the contract tells who signed.
  "BaseSignCertificate",
  "BaseSentMessage",
  "BaseFile",
  "BaseFileUpload",
  "BaseFileAccessLog",
  // The queue of programs, the post office and the logs of outside calls move by statements of their own; to-dos follow their documents.
  "BaseScheduleRequest",
  "BaseScheduleError",
  "BaseMsgSource",
  "BaseMsgInstance",
  "BaseMsgDelivery",
  "BaseMsgLog",
  "BaseMsgBox",
  "BaseMsgHistory",
  "BasePushTopicLog",
  "SrmBaseInterfaceLogs",
  "SrmBaseTripartiteLogs",
  "SrmBaseInsidePending",
  "SrmBaseSupplierPending",
]);
const stampsOfGate = new Set(["BaseUsers.lastLoginTime", "BaseUsers.lastLoginIp"]);

const isLine = (declared: Declared, e: Entity): boolean => {
  const parent = declared.parent(e);
  return parent !== undefined && parent.collection in parent.entity.lines;
};

/** Everything that differs between all tables and the replay of the whole journal, both seen at one moment: clocks of a running server go on writing. */
export const replayAll = (db: Db, declared: Declared): Promise<{ wrong: string[]; unclear: string[]; documents: number }> =>
  db.tx(async (moment) => {
    await moment.query("set transaction isolation level repeatable read, read only");
    const replay = new Replay(declared);
    for (const entry of await journalOf(moment)) replay.apply(entry);
    const wrong: string[] = [];
    for (const e of declared.entities.values())
      if (!isLine(declared, e) && !e.view && !besideJournal.has(e.name))
        wrong.push(...replay.compare(e, await storedDocuments(moment, e), stampsOfGate));
    return { wrong, unclear: replay.unclear, documents: replay.documents.size };
  });
