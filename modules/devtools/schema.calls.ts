import { fieldOf } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/call.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/visible.ts";
import { say } from "#kernel/text.ts";
import { tableModel } from "./table-model.entity.ts";

const tables = `
  select c.relname as "tableName", c.relkind as kind, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::bigint::text as "rowsEstimate",
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

export interface DbColumn {
  readonly columnName: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly defaultValue: string | null;
  readonly comment: string | null;
  readonly primaryKey: boolean;
}

/** A table of this database with its columns and what they refer to; null when there is none of that name. */
export async function readTable(
  kernel: Kernel,
  tableName: string,
): Promise<{ readonly columns: readonly DbColumn[]; readonly references: readonly { columnName: string; targetTable: string }[] } | null> {
  const [found, refs] = await Promise.all([
    kernel.db.query<DbColumn>(columns, [tableName]),
    kernel.db.query<{ columnName: string; targetTable: string }>(references, [tableName]),
  ]);
  return found.length ? { columns: found, references: refs } : null;
}

const orderable = ["tableName", "rowsEstimate", "totalBytes", "indexBytes", "indexCount", "columnCount"];
const numeric = new Set(["rowsEstimate", "totalBytes", "indexBytes"]);

/** The real tables of this installation: sizes, estimates, indexes, and whether the model knows them. */
export function schemaCalls(kernel: Kernel): Call[] {
  const { declared, db } = kernel;
  const mustRead = (ctx: Context): void => {
    if (!ctx.me.may(tableModel.name, "")) throw permDenied();
  };
  const call = (name: string, handle: Call["handle"]): Call => ({
    service: "baseServer",
    path: `v1/informationSchemaRestful/${name}`,
    guard: "session",
    handle: (ctx, body) => {
      mustRead(ctx);
      return handle(ctx, body);
    },
  });
  const tableOf = (row: Row, ctx: Context): Row => {
    const entity = declared.entities.get(row["tableName"]);
    return {
      ...row,
      id: row["tableName"],
      kind: row["kind"] === "v" || row["kind"] === "m" ? "VIEW" : "TABLE",
      inModel: entity ? "Y" : "N",
      label: entity ? say(entity.label, ctx.language) : (row["comment"] ?? null),
      moduleLabel: entity ? say(declared.moduleOf(entity).label, ctx.language) : null,
    };
  };
  const nameIn = (body: Row): string => {
    if (typeof body["tableName"] === "string" && /^[\w$ -]{1,63}$/.test(body["tableName"])) return body["tableName"];
    throw refuse("FIELD_REQUIRED", "请选择表", "Choose a table");
  };
  return [
    call("listTableByPage", async (ctx, body) => {
      const all = (await db.query<Row>(tables)).map((row) => tableOf(row, ctx));
      const keyword = String(body["keyword"] ?? body["tableName"] ?? "").toLowerCase();
      const wanted = all.filter(
        (row) =>
          (keyword === "" || `${row["tableName"]} ${row["label"] ?? ""}`.toLowerCase().includes(keyword)) &&
          (!body["inModel"] || row["inModel"] === body["inModel"]) &&
          (!body["kind"] || row["kind"] === body["kind"]),
      );
      const [{ key = "tableName", dir = "asc" } = {}] = (Array.isArray(body["orderBy"]) ? body["orderBy"] : []) as Row[];
      const by = orderable.includes(key) ? key : "tableName";
      const value = (row: Row): string | number => (numeric.has(by) || typeof row[by] === "number" ? Number(row[by]) : String(row[by]));
      wanted.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (dir === "desc" ? -1 : 1));
      const pageIndex = Math.max(1, Number(body["pageIndex"] ?? 1) || 1);
      const pageRows = Number(body["pageRows"] ?? 20) || 5000;
      const rows = wanted.slice((pageIndex - 1) * pageRows, pageIndex * pageRows);
      return answer(rows, { page: { count: wanted.length, curIndex: pageIndex, pageRows } });
    }),
    call("listColumnByPage", async (ctx, body) => {
      const tableName = nameIn(body);
      const entity = declared.entities.get(tableName);
      const found = await db.query<Row>(columns, [tableName]);
      const rows = found.map((row) => ({
        ...row,
        id: row["columnName"],
        nullable: row["nullable"] ? "Y" : "N",
        primaryKey: row["primaryKey"] ? "Y" : "N",
        inModel: entity && fieldOf(entity, row["columnName"]) ? "Y" : "N",
        label: entity && fieldOf(entity, row["columnName"]) ? say(fieldOf(entity, row["columnName"])!.label, ctx.language) : null,
      }));
      return answer(rows, { page: { count: rows.length, curIndex: 1, pageRows: rows.length } });
    }),
    call("findTable", async (ctx, body) => {
      const tableName = nameIn(body);
      const [row] = (await db.query<Row>(`${tables} and c.relname = $1`, [tableName])).map((one) => tableOf(one, ctx));
      if (!row) throw refuse("DATA_NOT_FOUND", "数据不存在", "Not found");
      const [found, refs] = await Promise.all([db.query<Row>(indexes, [tableName]), db.query<Row>(references, [tableName])]);
      return {
        ...row,
        indexes: found.map((one) => ({
          ...one,
          id: one["indexName"],
          isUnique: one["isUnique"] ? "Y" : "N",
          isPrimary: one["isPrimary"] ? "Y" : "N",
        })),
        references: refs.map((one) => ({ ...one, id: one["constraintName"] })),
      };
    }),
  ];
}
