import type { Db } from "./db.ts";
import { checkable, duplicates } from "../act/duplicates.ts";
import { groundSql, layGround } from "./ground.ts";
import { layJournal } from "../journal/journal-ground.ts";
import { locks } from "./locks.ts";
import { q, type Schema, type TableShape } from "./schema.ts";

/** What leads from one schema to the next: `now` runs in one transaction; `late` runs afterwards, each statement alone, while people work. */
export interface Plan {
  readonly now: readonly string[];
  readonly late: readonly string[];
  /** Changes that could lose data or lock a big table; a plan with any of these is not carried out. */
  readonly refused: readonly string[];
}

const none: TableShape = { columns: {}, constraints: {}, indexes: {}, references: {}, appendOnly: false };

const columnSql = (name: string, c: TableShape["columns"][string]): string =>
  `${q(name)} ${c.type}${c.notNull ? " not null" : ""}${c.initial === undefined ? "" : ` default ${c.initial}`}`;

function createTable(name: string, table: TableShape): string[] {
  const columns = Object.entries(table.columns).map(([key, c]) => columnSql(key, c));
  const checks = Object.entries(table.constraints).map(([key, body]) => constraintSql(key, body));
  const sql = [`create table ${q(name)} (\n  ${[...columns, "primary key (id)", ...checks].join(",\n  ")})`];
  for (const [key, body] of Object.entries(table.indexes)) sql.push(indexSql(name, key, body, ""));
  if (table.appendOnly) sql.push(...forbidSql(name, "", typeof table.appendOnly === "object" ? table.appendOnly : []));
  return [...sql, ...frozenSql(name, table)];
}

/** Refuses every change of the rows that are meant but of what may still move, and emptying the table. */
const forbidSql = (name: string, when: string, moving: readonly string[]): string[] => [
  `create or replace trigger ${q(`${name}_forbid`)} before update or delete on ${q(name)} for each row ${when}execute function forbid_change(${moving.map((key) => `'${key}'`).join(", ")})`,
  `create or replace trigger ${q(`${name}_keep`)} before truncate on ${q(name)} for each statement execute function forbid_change()`,
];

const frozenSql = (name: string, { frozen }: TableShape): string[] => (frozen ? forbidSql(name, `when (${frozen.once}) `, frozen.but) : []);

const constraintSql = (name: string, body: string): string =>
  `constraint ${q(name)} ${body.startsWith("exclude ") ? body : `check (${body})`}`;

const indexSql = (table: string, name: string, body: string, how: string): string =>
  `create ${body.startsWith("unique ") ? "unique " : ""}index ${how}${q(name)} on ${q(table)} ${body.replace(/^unique /, "")}`;

/** A number with more room before its point loses nothing, and no row is touched for it. */
function isWider(from: string, to: string): boolean {
  const [old, wide] = [from, to].map((type) => /^numeric\((\d+),(\d+)\)$/.exec(type));
  return Boolean(old && wide && old[2] === wide[2] && Number(wide[1]) > Number(old[1]));
}

function changeColumns(name: string, from: TableShape, to: TableShape, now: string[], refused: string[]): void {
  for (const [key, column] of Object.entries(to.columns)) {
    const old = from.columns[key];
    if (!old) {
      if (column.notNull && column.initial === undefined)
        refused.push(`${name}.${key} is new and required, but has no initial value for the rows that exist`);
      now.push(`alter table ${q(name)} add column ${columnSql(key, column)}`);
    } else {
      if (isWider(old.type, column.type)) now.push(`alter table ${q(name)} alter column ${q(key)} type ${column.type}`);
      else if (old.type !== column.type)
        refused.push(`${name}.${key} changes from ${old.type} to ${column.type}: add a new field, copy, then switch`);
      if (old.notNull && !column.notNull) now.push(`alter table ${q(name)} alter column ${q(key)} drop not null`);
      if (!old.notNull && column.notNull) {
        if (column.initial === undefined)
          refused.push(`${name}.${key} becomes required, but has no initial value for the rows that have none`);
        if (column.initial !== undefined) now.push(`update ${q(name)} set ${q(key)} = ${column.initial} where ${q(key)} is null`);
        now.push(`alter table ${q(name)} alter column ${q(key)} set not null`);
      }
      if (column.initial !== undefined && old.initial !== column.initial)
        now.push(`alter table ${q(name)} alter column ${q(key)} set default ${column.initial}`);
    }
  }
  for (const [key, old] of Object.entries(from.columns))
    if (!to.columns[key] && old.notNull) now.push(`alter table ${q(name)} alter column ${q(key)} drop not null`);
}

/** Compares two schemas. Nothing is ever dropped in the release that stops using it. */
export function plan(from: Schema, to: Schema): Plan {
  const now: string[] = [];
  const late: string[] = [];
  const refused: string[] = [];
  const references: string[] = [];
  for (const [name, table] of Object.entries(to)) {
    const old = from[name] ?? none;
    if (!from[name]) now.push(...createTable(name, table));
    else {
      changeColumns(name, old, table, now, refused);
      const [kept, keeps] = [frozenSql(name, old), frozenSql(name, table)];
      if (kept.join() !== keeps.join()) now.push(...keeps);
      for (const [key, body] of Object.entries(table.constraints))
        if (!old.constraints[key]) now.push(`alter table ${q(name)} add ${constraintSql(key, body)}`);
      for (const key of Object.keys(old.constraints))
        if (!table.constraints[key]) now.push(`alter table ${q(name)} drop constraint if exists ${q(key)}`);
      for (const key of Object.keys(old.indexes)) if (!table.indexes[key]) late.push(`drop index concurrently if exists ${q(key)}`);
    }
    for (const [key, body] of Object.entries(table.references))
      if (!old.references[key]) references.push(`alter table ${q(name)} add constraint ${q(key)} ${body}`);
    for (const key of Object.keys(old.references))
      if (!table.references[key]) references.push(`alter table ${q(name)} drop constraint if exists ${q(key)}`);
  }
  return { now: [...now, ...references], late, refused };
}

/** What the next start would do to this database, without doing it: for whoever wants to read it first. */
export async function outstanding(db: Db, to: Schema): Promise<Plan> {
  const before = (await stateOf(db)) ?? {};
  const steps = plan(before, to);
  const missing = await missingIndexes(db, Object.fromEntries(Object.entries(to).filter(([table]) => table in before)));
  const refused = [...steps.refused, ...(await duplicates(db, checkable(missing.map(wantedIn), before)))];
  return { ...steps, refused, late: [...steps.late, ...missing.flatMap(makeIndex)] };
}

/** The schema this database was brought to; null while it is empty. */
async function stateOf(db: Db): Promise<Schema | null> {
  const known = await db.one<{ yes: boolean }>(`select to_regclass('"SchemaState"') is not null as yes`);
  return known!.yes ? ((await db.one<{ schema: Schema }>(`select schema from "SchemaState"`))?.schema ?? null) : null;
}

/** Refuses to touch a database that holds data until somebody has read and carried out what is outstanding. */
export async function mustBeReviewed(db: Db, to: Schema): Promise<void> {
  const state = await stateOf(db);
  const { now, late, refused } = await outstanding(db, to);
  if (state && now.length + late.length + refused.length > 0)
    throw new Error(
      "the database needs a migration: read it with npm run maintain -- migration, carry it out with npm run maintain -- migrate",
    );
}

/**
 * Brings the database to the schema; processes that start together wait for the first. Answers what was done.
 * The views named go first, in the same transaction: a column that a view shows can neither change nor go.
 */
export async function migrate(db: Db, to: Schema, views: readonly string[] = []): Promise<Plan> {
  const done = await db.tx(async (tx) => {
    await tx.query("set local statement_timeout = 0");
    await tx.query("set local lock_timeout = 0");
    await tx.query("select pg_advisory_xact_lock($1)", [locks.migration]);
    await layJournal({ one: tx.one, run: async (sql) => void (await tx.query(sql)) });
    await layGround(tx, "kernel", groundSql);
    const state = await stateOf(tx);
    const steps = plan(state ?? {}, to);
    mustBeClear(steps.refused);
    if (steps.now.length && views.length) await tx.query(`drop view if exists ${views.map(q).join(", ")}`);
    await Promise.all(chunks(steps.now, 200).map((part) => tx.query(part.join(";\n"))));
    mustBeClear(await duplicates(tx, checkable((await missingIndexes(tx, to)).map(wantedIn), to)));
    if (steps.now.length || steps.late.length || !state)
      await tx.query(
        `insert into "SchemaState" (schema) values ($1) on conflict (one) do update set schema = excluded.schema, at = now()`,
        [JSON.stringify(to)],
      );
    return steps;
  });
  const late = [...done.late, ...(await missingIndexes(db, to)).flatMap(makeIndex)];
  for (const statement of late) await db.query(statement);
  return { ...done, late };
}

/** Nothing is done where something stands in the way: whoever throws inside the transaction takes back all of it. */
function mustBeClear(refused: readonly string[]): void {
  if (refused.length) throw new Error(`the database cannot be brought to this version, and nothing was changed:\n${refused.join("\n")}`);
}

interface Missing {
  readonly table: string;
  readonly name: string;
  readonly body: string;
  readonly broken: boolean;
}
const wantedIn = ({ table, body }: Missing) => [table, body] as const;
const makeIndex = ({ table, name, body, broken }: Missing): string[] => [
  ...(broken ? [`drop index concurrently if exists ${q(name)}`] : []),
  indexSql(table, name, body, "concurrently if not exists "),
];

/** What is declared but not there, or there but left broken by a start that died: the database itself is asked, so the next start finishes. */
async function missingIndexes(db: Pick<Db, "query">, to: Schema): Promise<Missing[]> {
  const rows = await db.query<{ name: string; valid: boolean; making: boolean }>(
    `select c.relname as name, i.indisvalid as valid, p.index_relid is not null as making
     from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_stat_progress_create_index p on p.index_relid = c.oid
     where c.relnamespace = current_schema()::regnamespace`,
  );
  const standing = new Map(rows.map((row) => [row.name, row]));
  return Object.entries(to).flatMap(([table, { indexes }]) =>
    Object.entries(indexes).flatMap(([name, body]) => {
      const there = standing.get(name);
      return there?.valid || there?.making ? [] : [{ table, name, body, broken: there !== undefined }];
    }),
  );
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
