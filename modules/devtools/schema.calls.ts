import { fieldOf } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { catalog, type CatalogColumn } from "#kernel/server/database/catalog.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, paging, type InputNames } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say } from "#kernel/text.ts";
import { tableModel } from "./table-model.entity.ts";

/** A table of this database with its columns and what they refer to; null when there is none of that name. */
export async function readTable(
  kernel: Kernel,
  tableName: string,
): Promise<{
  readonly columns: readonly CatalogColumn[];
  readonly references: readonly { columnName: string; targetTable: string }[];
} | null> {
  const [found, refs] = await Promise.all([catalog.columns(kernel.db, tableName), catalog.references(kernel.db, tableName)]);
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
  const call = (name: string, names: InputNames, handle: Call["handle"]): Call => ({
    service: "baseServer",
    path: `v1/informationSchemaRestful/${name}`,
    guard: "session",
    input: asks(names),
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
    call("listTableByPage", { ...paging, tableName: "text", inModel: "text", kind: "text" }, async (ctx, body) => {
      const all = (await catalog.tables(db)).map((row) => tableOf(row, ctx));
      const keyword = String(body["keyword"] ?? body["tableName"] ?? "").toLowerCase();
      const wanted = all.filter(
        (row) =>
          (keyword === "" || `${row["tableName"]} ${row["label"] ?? ""}`.toLowerCase().includes(keyword)) &&
          (!body["inModel"] || row["inModel"] === body["inModel"]) &&
          (!body["kind"] || row["kind"] === body["kind"]),
      );
      const [{ key = "tableName", dir = "asc" } = {}] = (Array.isArray(body["orderBy"]) ? body["orderBy"].filter(Boolean) : []) as Row[];
      const by = orderable.includes(key) ? key : "tableName";
      const value = (row: Row): string | number => (numeric.has(by) || typeof row[by] === "number" ? Number(row[by]) : String(row[by]));
      wanted.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (dir === "desc" ? -1 : 1));
      const pageIndex = Math.max(1, Number(body["pageIndex"] ?? 1) || 1);
      const pageRows = Number(body["pageRows"] ?? 20) || 5000;
      const rows = wanted.slice((pageIndex - 1) * pageRows, pageIndex * pageRows);
      return answer(rows, { page: { count: wanted.length, curIndex: pageIndex, pageRows } });
    }),
    call("listColumnByPage", { tableName: "text" }, async (ctx, body) => {
      const tableName = nameIn(body);
      const entity = declared.entities.get(tableName);
      const found = await catalog.columns(db, tableName);
      const rows = found.map((row) => ({
        ...row,
        id: row.columnName,
        nullable: row.nullable ? "Y" : "N",
        primaryKey: row.primaryKey ? "Y" : "N",
        inModel: entity && fieldOf(entity, row.columnName) ? "Y" : "N",
        label: entity && fieldOf(entity, row.columnName) ? say(fieldOf(entity, row.columnName)!.label, ctx.language) : null,
      }));
      return answer(rows, { page: { count: rows.length, curIndex: 1, pageRows: rows.length } });
    }),
    call("findTable", { tableName: "text" }, async (ctx, body) => {
      const tableName = nameIn(body);
      const table = await catalog.table(db, tableName);
      if (!table) throw refuse("DATA_NOT_FOUND", "数据不存在", "Not found");
      const [found, refs] = await Promise.all([catalog.indexes(db, tableName), catalog.references(db, tableName)]);
      return {
        ...tableOf(table, ctx),
        indexes: found.map((row) => ({
          ...row,
          id: row["indexName"],
          isUnique: row["isUnique"] ? "Y" : "N",
          isPrimary: row["isPrimary"] ? "Y" : "N",
        })),
        references: refs.map((ref) => ({ ...ref, id: ref["constraintName"] })),
      };
    }),
  ];
}
