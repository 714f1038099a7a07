import type { Db } from "../database/db.ts";
import type { ExportSheet } from "../excel/pool.ts";
import { titled } from "../find/titled.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { Params, selectSql, whereSql } from "../find/sql.ts";
import type { Row } from "../find/visible.ts";
import { say } from "#kernel/text.ts";
import { sheetColumn, type SheetPart, type Wish } from "./columns.ts";
import { cursor, type Tally } from "./cursor.ts";
import type { ExportPlan } from "./plan.ts";
import { shownAs } from "./refs.ts";
import { ancestorsOf, fieldAt, nameOf, qualified, titleAt, type SheetShape } from "./shape.ts";
import { optionsOf, type Template } from "./template.ts";

/** Where the keys of the rows above stand in a row that was read. */
const aboveKey = (shape: SheetShape): string => `^${shape.path}`;

/** The sheets of a workbook that is to be edited and to come back: the documents, then every collection, each row with the keys of what it belongs to. */
export function roundTrip(kernel: Kernel, plan: ExportPlan, template: Template, tx: Db, tally: Tally): ExportSheet[] {
  return template.shapes.map((shape, number) => {
    const asked = new Set(plan.columns.map((column) => column.key));
    const fields = shape.parent ? shape.fields : shape.fields.filter((key) => asked.has(key) || key === "parentId");
    const own = [...new Set(["id", ...shape.keys, ...fields])];
    const columns = [
      ...own.slice(0, 1).map((key) => [shape, key] as const),
      ...ancestorsOf(shape).flatMap((of) => of.keys.map((key) => [of, key] as const)),
      ...own.slice(1).map((key) => [shape, key] as const),
    ];
    const parts = columns.map(([of, key]) => partOf(kernel, plan, shape, of, key));
    return {
      name: nameOf(shape, plan.me.language),
      columns: parts.map((part) => part.column),
      keys: { of: columns.map(([of, key]) => qualified(of.path, key)), version: template.version },
      maxRow: plan.sheetMaxRow,
      batches: batches(kernel, plan, shape, own, parts, tx, tally, number),
    };
  });
}

function partOf(kernel: Kernel, plan: ExportPlan, shape: SheetShape, of: SheetShape, key: string): SheetPart {
  const { me } = plan;
  const field = fieldAt(kernel, of, key)!;
  const title = say(titleAt(kernel, shape, of, key), me.language);
  const width = plan.columns.find((column) => of === shape && !shape.parent && column.key === key)?.width ?? 120;
  const wish: Wish = { lookups: kernel.lookups, language: me.language, wording: "BACK" };
  const options = of === shape && key !== "id" ? optionsOf(field, kernel.lookups, me) : [];
  const isTie = key === "id" && of !== shape;
  const { column, value } = sheetColumn(key === "id" ? undefined : field, { key, title, width }, wish);
  const more = { ...(options.length ? { options } : {}), ...(key === "id" && !isTie ? { hidden: true } : {}) };
  const own = key === "parentId" && !(key in of.entity.fields) ? (row: Row) => row[aboveKey(shape)] as string : value;
  return { column: { ...column, ...more }, value: of === shape ? own : (row) => value(row[aboveKey(of)] as Row) };
}

async function* batches(
  kernel: Kernel,
  plan: ExportPlan,
  shape: SheetShape,
  keys: readonly string[],
  parts: readonly SheetPart[],
  tx: Db,
  tally: Tally,
  number: number,
): AsyncGenerator<unknown[][]> {
  const { text, values } = shape.parent ? linesSql(kernel, plan, shape, keys) : rootSql(kernel, plan, shape, keys);
  const above = shape.parent ? undefined : kernel.declared.parent(shape.entity)?.entity;
  for await (const batch of cursor(tx, `sheet_${number}`, text, values)) {
    // A line with a list of its own names its document by code and name.
    if (above)
      for (const row of batch) {
        const { code, name } = titled(above, (row[aboveKey(shape)] ?? {}) as Row, plan.me);
        row[aboveKey(shape)] = shownAs(code, name);
      }
    yield batch.map((row) => parts.map((part) => part.value(row)));
    if (!shape.parent) await tally.add(batch.length);
  }
}

interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

function rootSql(kernel: Kernel, plan: ExportPlan, shape: SheetShape, keys: readonly string[]): Sql {
  const { declared } = kernel;
  const { entity: e } = shape;
  const params = new Params();
  const { columns, joins } = selectSql(declared, e, keys, "t", plan.me.language, false);
  const above = declared.parent(e)?.entity;
  const titles = above ? [...new Set(above.title.flatMap((key) => [key, above.fields[key]?.english ?? key]))] : [];
  const named = above
    ? [
        `(select to_json(x) from (select ${titles.map((key) => `p.${q(key)}`).join(", ")} from ${q(above.name)} p where p.id = t."parentId") x) as "^"`,
      ]
    : [];
  const condition = whereSql(e, "t", plan.question.where, params, declared);
  return {
    text: `select ${[...columns, ...named].join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${condition} order by t.id`,
    values: params.values,
  };
}

const numbers = ["lineNum", "seqNum", "seq"];

/** Lines in the order of their documents; what they belong to comes along as objects of their own. */
function linesSql(kernel: Kernel, plan: ExportPlan, shape: SheetShape, keys: readonly string[]): Sql {
  const { declared } = kernel;
  const { language } = plan.me;
  const params = new Params();
  const { columns, joins } = selectSql(declared, shape.entity, keys, "t", language, false);
  const upwards = ancestorsOf(shape).toReversed();
  const orders: string[] = [];
  const laterals = upwards.map((of, i) => {
    const alias = `a${i}`;
    const below = i === 0 ? "t" : `p${i - 1}`;
    const own = [...new Set(["id", ...(of.parent ? ["parentId"] : []), ...of.keys])];
    const chosen = selectSql(declared, of.entity, own, alias, language, true);
    const condition = of.parent ? "true" : whereSql(of.entity, alias, plan.question.where, params, declared);
    orders.unshift(`p${i}.id`);
    return `join lateral (select ${chosen.columns.join(", ")} from ${q(of.entity.name)} ${alias} ${chosen.joins.join(" ")} where ${alias}.id = ${below}."parentId" and ${condition}) p${i} on true`;
  });
  const objects = upwards.map((of, i) => `to_json(p${i}) as ${q(aboveKey(of))}`);
  const number = numbers.find((key) => key in shape.entity.fields);
  return {
    text: `select ${[...columns, ...objects].join(", ")} from ${q(shape.entity.name)} t ${joins.join(" ")} ${laterals.join(" ")} order by ${orders.join(", ")}, ${number ? `t.${q(number)}, ` : ""}t.id`,
    values: params.values,
  };
}
