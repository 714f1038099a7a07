import { createHash } from "node:crypto";
import type { Declared } from "../../declared.ts";
import { figureSchema, type Figures } from "../../figures.ts";
import { columnsRead, every, raw, sql } from "../../query.ts";
import type { Db, Tx } from "./db.ts";
import { locks } from "./locks.ts";
import { q } from "./schema.ts";

const tableOf = ({ name }: Figures): string => `${q(figureSchema)}.${q(name)}`;
const listed = (keys: readonly string[], of = ""): string => keys.map((key) => `${of}${q(key)}`).join(", ");
/** The rows as they follow from the tables, of all lines or of those in the array of a trigger. */
const selected = (figures: Figures, ids?: string): string => {
  const { text, values } = figures.select(every, figures.keys, ids ? (line) => sql`${line.id} = any(${raw(ids)})` : undefined).write();
  if (values.length) throw new Error(`${figures.name}: figures are selected without parameters, write constants with raw()`);
  return text;
};

export const figuresIn = (declared: Declared): readonly Figures[] => declared.modules.flatMap((one) => one.figures ?? []);

/** A table whose changes change figures, and the lines that a changed row k belongs to. */
interface Watched {
  readonly table: string;
  readonly key: string;
  readonly lines: string;
}

function watchedBy({ document, lines, behind }: Figures): readonly Watched[] {
  return [
    { table: document.name, key: "id", lines: `select l.id from ${q(lines.name)} l join k on l."parentId" = k.key` },
    { table: lines.name, key: "id", lines: "select key from k" },
    ...behind.map(([entity, line]) => ({ table: entity.name, key: line, lines: "select key from k" })),
  ];
}

const events = ["insert", "update", "delete"] as const;
type Event = (typeof events)[number];

/** The rows whose change matters: of an update, those that changed in a column the figures are read from. Old and new rows are compared as sets, so that a thousand of them cost a thousand comparisons. */
function changed(figures: Figures, { table, key }: Watched, event: Event): string {
  if (event !== "update") return `select ${q(key)} as key from ${event === "insert" ? "fresh" : "gone"}`;
  const columns = [...(columnsRead(figures.select(every, figures.keys)).get(table) ?? [])].filter(
    (column) => column !== "id" && column !== key,
  );
  const rows = `select ${listed(["id", ...(key === "id" ? [] : [key]), ...columns])} from`;
  return `select ${q(key)} as key from ((${rows} fresh except ${rows} gone) union all (${rows} gone except ${rows} fresh)) c`;
}

/**
 * Brings the figures of changed lines up to date in the statement that changed them, whoever wrote it.
 * The document is locked first, as actions do, so that the figures are read after whoever else was changing it.
 */
function keeper(figures: Figures, watched: Watched, event: Event): readonly string[] {
  const name = `${watched.table}_${figures.name}_${event}`;
  const called = `${q(figureSchema)}.${q(name)}`;
  const others = figures.keys.filter((key) => key !== "id");
  const sides = { insert: "new table as fresh", update: "old table as gone new table as fresh", delete: "old table as gone" };
  return [
    `create or replace function ${called}() returns trigger language plpgsql as $figures$
declare line_ids text[];
begin
  with k as (${changed(figures, watched, event)}) select array_agg(distinct id) into line_ids from (${watched.lines}) x (id) where id is not null;
  if line_ids is null then return null; end if;
  perform 1 from ${q(figures.document.name)} d where d.id in (select "parentId" from ${q(figures.lines.name)} where id = any(line_ids)) order by d.id for no key update;
  insert into ${tableOf(figures)} as s (${listed(figures.keys)}) ${selected(figures, "line_ids")}
    on conflict (id) do update set ${others.map((key) => `${q(key)} = excluded.${q(key)}`).join(", ")}
    where (${listed(others, "s.")}) is distinct from (${listed(others, "excluded.")});
  delete from ${tableOf(figures)} s where s.id = any(line_ids) and not exists (select 1 from (${selected(figures, "line_ids")}) c where c.id = s.id);
  return null;
end $figures$`,
    `create or replace trigger ${q(name)} after ${event} on ${q(watched.table)} referencing ${sides[event]} for each statement execute function ${called}()`,
  ];
}

const keepers = (figures: Figures): readonly string[] =>
  watchedBy(figures).flatMap((watched) => events.flatMap((event) => keeper(figures, watched, event)));

/** All rows of the figures anew. Whoever changes documents meanwhile waits for the end of it. */
async function fill(tx: Tx, figures: Figures): Promise<void> {
  await tx.query("set local statement_timeout = 0");
  await tx.query(`lock table ${tableOf(figures)} in share row exclusive mode`);
  await tx.query(`delete from ${tableOf(figures)}`);
  await tx.query(`insert into ${tableOf(figures)} (${listed(figures.keys)}) ${selected(figures)}`);
}

async function lay(tx: Tx, figures: Figures): Promise<void> {
  await tx.query(`drop table if exists ${tableOf(figures)}`);
  await tx.query(`create table ${tableOf(figures)} as ${selected(figures)} with no data`);
  await tx.query(`alter table ${tableOf(figures)} add primary key (id)`);
  for (const keys of figures.indexes) await tx.query(`create index on ${tableOf(figures)} (${listed(keys)})`);
  for (const statement of keepers(figures)) await tx.query(statement);
  await fill(tx, figures);
}

async function ensureSchema(tx: Tx): Promise<void> {
  const found = await tx.one("select 1 from pg_namespace where nspname = $1", [figureSchema]);
  if (!found) await tx.query(`create schema ${q(figureSchema)}`);
}

/** Brings the tables of figures to their declaration; processes that start together wait for the first. */
export async function keepFigures(db: Db, declared: Declared): Promise<void> {
  for (const figures of figuresIn(declared)) {
    const digest = createHash("sha256")
      .update([selected(figures), ...keepers(figures), JSON.stringify(figures.indexes)].join(";"))
      .digest("hex");
    const laid = await db.tx(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [locks.figures]);
      const known = await tx.one<{ digest: string }>(`select digest from "ShippedState" where what = $1 and to_regclass($2) is not null`, [
        `figures:${figures.name}`,
        tableOf(figures),
      ]);
      if (known?.digest === digest) return false;
      await ensureSchema(tx);
      await lay(tx, figures);
      await tx.query(
        `insert into "ShippedState" (what, digest) values ($1, $2) on conflict (what) do update set digest = excluded.digest, at = now()`,
        [`figures:${figures.name}`, digest],
      );
      return true;
    });
    if (laid) await db.query(`analyze ${tableOf(figures)}`);
  }
}

/** Calculates all figures again. */
export async function rebuildFigures(db: Db, declared: Declared): Promise<void> {
  for (const figures of figuresIn(declared)) await db.tx((tx) => fill(tx, figures));
}

/** A stored figure that does not follow from what it is made of. */
export interface FigureDifference {
  readonly lineId: string;
  readonly documentId: string;
  readonly key: string;
  readonly stored: string;
  readonly proven: string;
}

/** The stored figures that differ from their calculation, column by column. */
export async function figureDifferences(db: Pick<Db, "query">, figures: Figures, most = 5000): Promise<readonly FigureDifference[]> {
  const keys = figures.keys.filter((key) => key !== "id" && key !== "documentId");
  const values = keys.map((key) => `('${key}', s.${q(key)}::text, c.${q(key)}::text, s.${q(key)} is distinct from c.${q(key)})`).join(", ");
  return db.query<FigureDifference>(
    `select coalesce(c.id, s.id) as "lineId", coalesce(c."documentId", s."documentId") as "documentId", v.key, coalesce(v.stored, '–') as stored, coalesce(v.proven, '–') as proven
     from (${selected(figures)}) c full join ${tableOf(figures)} s on s.id = c.id cross join lateral (values ${values}) v (key, stored, proven, differs)
     where v.differs order by 1, 3 limit ${most}`,
  );
}
