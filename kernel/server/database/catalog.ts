import type { Db } from "./db.ts";
import type { Row } from "../find/visible.ts";

const tables = `
  select c.relname as "tableName", case when c.relkind in ('v', 'm') then 'VIEW' else 'TABLE' end as kind,
    greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::bigint::text as "rowsEstimate",
    pg_total_relation_size(c.oid)::text as "totalBytes", pg_indexes_size(c.oid)::text as "indexBytes",
    (select count(*)::int from pg_index i where i.indrelid = c.oid) as "indexCount",
    (select count(*)::int from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as "columnCount",
    obj_description(c.oid) as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm')`;

const columns = `
  select a.attname as "columnName", a.attnum::int as seq, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    pg_get_expr(d.adbin, d.adrelid) as "defaultValue", col_description(a.attrelid, a.attnum) as comment,
    exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "primaryKey"
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = current_schema() and c.relname = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const indexes = `
  select i.relname as "indexName", x.indisunique as "isUnique", x.indisprimary as "isPrimary", pg_get_indexdef(x.indexrelid) as definition,
    pg_relation_size(x.indexrelid)::text as bytes, coalesce(s.idx_scan, 0)::text as scans
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_stat_user_indexes s on s.indexrelid = x.indexrelid
  where n.nspname = current_schema() and c.relname = $1 order by x.indisprimary desc, i.relname`;

const references = `
  select conname as "constraintName", a.attname as "columnName", t.relname as "targetTable"
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'f' and n.nspname = current_schema() and c.relname = $1`;

export interface CatalogColumn {
  readonly columnName: string;
  readonly seq: number;
  readonly type: string;
  readonly nullable: boolean;
  readonly defaultValue: string | null;
  readonly comment: string | null;
  readonly primaryKey: boolean;
}

/** What the database says of itself: tables with sizes and estimates, columns, indexes, references. */
export const catalog = {
  tables: (db: Db): Promise<Row[]> => db.query<Row>(tables),
  table: (db: Db, name: string): Promise<Row | null> => db.one<Row>(`${tables} and c.relname = $1`, [name]),
  columns: (db: Db, name: string): Promise<CatalogColumn[]> => db.query<CatalogColumn>(columns, [name]),
  indexes: (db: Db, name: string): Promise<Row[]> => db.query<Row>(indexes, [name]),
  references: (db: Db, name: string): Promise<{ constraintName: string; columnName: string; targetTable: string }[]> =>
    db.query(references, [name]),
};
