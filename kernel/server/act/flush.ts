import type { Entity } from "../../entity.ts";
import { commonFields, commonKeys } from "../../entity.ts";
import type { Statement, Tx } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { columnType, q } from "../database/schema.ts";
import type { Tracked, WorkingSet } from "./working.ts";
import type { Row } from "../find/visible.ts";

/** One journal row before it is written. */
export interface Entry {
  readonly at: string;
  readonly userId: string;
  readonly userName: string;
  readonly onBehalfOf: string | null;
  readonly responsibilityId: string | null;
  readonly entity: string;
  readonly docId: string;
  readonly docNum: string | null;
  readonly action: string;
  readonly why: string | null;
  readonly changes: unknown;
  readonly requestId: string;
  readonly ip: string | null;
}

export interface Told {
  readonly event: string;
  readonly entity: string;
  readonly docId: string;
  readonly data: unknown;
}

export interface Remembered {
  readonly userId: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly reply: string;
}

const types = new WeakMap<Entity, ReadonlyMap<string, string>>();

function columnTypes(e: Entity, isLine: boolean): ReadonlyMap<string, string> {
  let known = types.get(e);
  if (!known) {
    const map = new Map<string, string>();
    for (const key of commonKeys) map.set(key, columnType(commonFields[key]).replace(' collate "C"', ""));
    if (isLine) map.set("parentId", "text");
    for (const [key, field] of Object.entries(e.fields))
      map.set(
        key,
        columnType(field)
          .replace(' collate "C"', "")
          .replace(/\(.*\)/, ""),
      );
    types.set(e, (known = map));
  }
  return known;
}

/** Every table's inserts and updates, journal, outbox and stored reply as one statement whose text depends only on which columns changed. */
class Writer {
  readonly parts: string[] = [];
  readonly values: unknown[] = [];

  #rows(rows: readonly Row[], columns: ReadonlyMap<string, string>): string {
    this.values.push(JSON.stringify(rows));
    return `json_to_recordset($${this.values.length}::json) as x(${[...columns].map(([key, type]) => `${q(key)} ${type}`).join(", ")})`;
  }

  insert(table: string, columns: ReadonlyMap<string, string>, rows: readonly Row[]): void {
    const names = [...columns.keys()];
    this.parts.push(
      `insert into ${q(table)} (${names.map(q).join(", ")}) select ${names.map((n) => `x.${q(n)}`).join(", ")} from ${this.#rows(rows, columns)}`,
    );
  }

  /** One row of plain values: a long text goes as it is, not once more as JSON. */
  plain(table: string, row: Readonly<Record<string, unknown>>): void {
    const places = Object.values(row).map((value) => `$${this.values.push(value)}`);
    this.parts.push(`insert into ${q(table)} (${Object.keys(row).map(q).join(", ")}) values (${places.join(", ")})`);
  }

  update(table: string, columns: ReadonlyMap<string, string>, rows: readonly Row[]): void {
    const names = [...columns.keys()].filter((n) => n !== "id");
    this.parts.push(
      `update ${q(table)} t set ${names.map((n) => `${q(n)} = x.${q(n)}`).join(", ")} from ${this.#rows(rows, columns)} where t.id = x.id`,
    );
  }

  statement(): Statement {
    const named = this.parts.map((part, i) => `w${i} as (${part})`);
    return prepared(`with ${named.join(", ")} select 1`);
  }
}

const pickKeys = (row: Row, keys: Iterable<string>): Row => {
  const out: Row = {};
  for (const key of keys) out[key] = row[key] === undefined || row[key] === "" ? null : row[key];
  return out;
};

const subset = (all: ReadonlyMap<string, string>, keys: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map([...all].filter(([key]) => keys.has(key)));

function writeRows(writer: Writer, ws: WorkingSet, group: readonly Tracked[]): void {
  const e = group[0]!.entity;
  const columns = columnTypes(e, ws.declared.parent(e) !== undefined);
  const made = group.filter((t) => t.before === null && !t.removed);
  if (made.length)
    writer.insert(
      e.name,
      columns,
      made.map((t) => pickKeys(t.row, columns.keys())),
    );
  const changed = group.filter((t) => t.before !== null && !t.removed);
  if (changed.length === 0) return;
  const keys = new Set<string>(["id", "lastUpdatedBy", "lastUpdateDate", "versionNum", ...changed.flatMap((t) => ws.changedKeys(t))]);
  const some = subset(columns, keys);
  writer.update(
    e.name,
    some,
    changed.map((t) => pickKeys(t.row, some.keys())),
  );
}

const entryColumns = new Map([
  ["at", "timestamptz"],
  ["userId", "text"],
  ["userName", "text"],
  ["onBehalfOf", "text"],
  ["responsibilityId", "text"],
  ["entity", "text"],
  ["docId", "text"],
  ["docNum", "text"],
  ["action", "text"],
  ["why", "text"],
  ["changes", "jsonb"],
  ["requestId", "text"],
  ["ip", "text"],
]);
const toldColumns = new Map([
  ["at", "timestamptz"],
  ["event", "text"],
  ["entity", "text"],
  ["docId", "text"],
  ["data", "jsonb"],
  ["requestId", "text"],
  ["nextTryAt", "timestamptz"],
]);

export interface Writing {
  readonly touched: readonly Tracked[];
  readonly entries: readonly Entry[];
  readonly told: readonly Told[];
  readonly remembered: Remembered | null;
  readonly at: string;
  readonly requestId: string;
  readonly grantsChanged: boolean;
}

/** Writes everything an action decided and commits, in one round trip; a part that is not the last leaves the transaction open. */
export async function flush(tx: Tx, ws: WorkingSet, writing: Writing, isLast = true): Promise<void> {
  const groups = new Map<string, Tracked[]>();
  for (const t of writing.touched) {
    const group = groups.get(t.entity.name);
    if (group) group.push(t);
    else groups.set(t.entity.name, [t]);
  }
  const first: Promise<unknown>[] = [];
  for (const group of groups.values()) {
    // Rows go before others come: a key given up may be taken again in the same action.
    const gone = group.filter((t) => t.removed && t.before !== null).map((t) => t.row["id"] as string);
    if (gone.length) first.push(tx.query(prepared(`delete from ${q(group[0]!.entity.name)} where id = any($1)`), [gone]));
  }
  if (writing.grantsChanged) first.push(tx.query(`update "PermissionState" set version = version + 1`));
  for (const entry of first) entry.catch(() => undefined);
  const writer = new Writer();
  for (const group of groups.values()) writeRows(writer, ws, group);
  if (writing.entries.length) writer.insert("Journal", entryColumns, writing.entries as unknown as Row[]);
  if (writing.told.length)
    writer.insert(
      "Outbox",
      toldColumns,
      writing.told.map((t) => ({ ...t, at: writing.at, requestId: writing.requestId, nextTryAt: writing.at })),
    );
  if (writing.remembered) writer.plain("RequestKey", { ...writing.remembered, at: writing.at });
  const send: Tx["query"] = isLast ? tx.finish : tx.query;
  const last = writer.parts.length ? send(writer.statement(), writer.values) : send("select 1");
  last.catch(() => undefined);
  await Promise.all([...first, last]);
}
