import type { Me } from "#kernel/entity.ts";
import type { Row } from "#kernel/report.ts";
import type { Asking } from "#kernel/server/report.ts";
import { q } from "#kernel/server/schema.ts";
import { named, type Statement } from "#kernel/server/statement.ts";
import { addMonths, monthEnd } from "#kernel/days.ts";
import { order, orderLine, storageTransaction } from "#modules/order/index.ts";
import { figures } from "../definitions.ts";

/** A filter that was given. */
export const given = (filter: Row, key: string): string | null =>
  typeof filter[key] === "string" && filter[key] !== "" ? filter[key] : null;

/** From when to when: the last twelve months unless said. */
export function spanOf({ filter, today }: Asking): readonly [from: string, to: string] {
  const to = given(filter, "to") ?? today;
  return [given(filter, "from") ?? `${addMonths(to, -11).slice(0, 7)}-01`, to];
}

export const itemWords = (me: Me): string => `coalesce(${named(me, "i", "itemName")} || ' ' || i."itemCode", l."itemDesc")`;

export const live = "('PUBLISHED', 'CONFIRMED', 'CHANGING', 'COMPLETED', 'CLOSED')";

/** Fields of the order or its line that a filter names. */
const columns: Readonly<Record<string, string>> = {
  supplierId: 'h."supplierId"',
  buyerId: 'h."buyerId"',
  orderType: 'h."orderType"',
  status: "h.status",
  currency: "h.currency",
  itemId: 'l."itemId"',
  projectCode: 'l."projectCode"',
};

/** What was asked, of orders (h) and their lines (l), without the days; a line of another category is not told even of an order that is seen. */
function limits(sql: Statement, { me, asked, filter }: Asking): string[] {
  const equal = Object.entries(columns).flatMap(([key, column]) => {
    const value = given(filter, key);
    return value === null ? [] : [`${column} = ${sql.at(value)}`];
  });
  return [
    `h."liveId" is null and h.status in ${live}`,
    me.categories === "all" ? "true" : `(l."categoryId" is not null and ${sql.within('l."categoryId"', me.categories)})`,
    asked.orgId === null ? "true" : `h."orgId" = ${sql.at(asked.orgId)}`,
    asked.categoryIds === null ? "true" : `l."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`,
    ...equal,
  ].filter((one) => one !== "true");
}

/** Between what is read and what is asked of it; a source has conditions of its own before it. */
export const conditions = "\n    where ";

/** Orders this reader sees (h) with their lines (l). */
export const orderedLines = (sql: Statement, { source }: Pick<Asking, "source">): string =>
  `${source(order, sql)} h join ${source(orderLine, sql, "through")} l on l."parentId" = h.id`;

/** The lines of live orders of some days: h the order, l the line. */
export function orderLines(sql: Statement, asking: Asking, [from, to] = spanOf(asking)): string {
  const where = [`h."orderDate" between ${sql.at(from)} and ${sql.at(to)}`, ...limits(sql, asking)];
  return `from ${orderedLines(sql, asking)}${conditions}${where.join(" and ")}`;
}

/** Postings of some days with their orders and lines: t the posting. They are the ledger of the line, and told to whoever sees its order. */
export function postings(sql: Statement, asking: Asking, [from, to]: readonly [string, string]): string {
  const where = [`t."transactionDate" between ${sql.at(from)} and ${sql.at(to)}`, ...limits(sql, asking)];
  return `from ${orderedLines(sql, asking)} join ${q(storageTransaction.name)} t on t."orderLineId" = l.id${conditions}${where.join(" and ")}`;
}

/** What a line is worth in the view that was asked for: with or without tax, in base currency unless one currency was named. */
export function worth({ filter }: Asking): string {
  const own = given(filter, "tax") === "INCL" ? 'l."amountIncl"' : 'l."amountExcl"';
  return given(filter, "currency") === null ? `${own} * h."exchangeRate"` : own;
}

/** Does the supplier of the order stand on that list of sources on the day of the order? */
export const isListed = (
  list: string,
): string => `exists (select 1 from "SrmPurAslLine" x where x."parentId" = ${list} and x."supplierId" = h."supplierId"
  and x."startDate" <= h."orderDate" and (x."endDate" is null or x."endDate" >= h."orderDate"))`;

export const effective = figures.effective.sql;
export const fulfilled = figures.fulfilled.sql;
/** Without tax, in base currency, per one primary unit. */
export const unitPrice = 'l."priceExcl" * h."exchangeRate" / l."priceUnit" / l."convertRate"';
/** In the item's primary unit. */
export const stocked = `${effective} * l."convertRate"`;

export interface Dimension {
  readonly id: string;
  /** The table its names come from, joined to groups (x) and not to every line of them. */
  readonly join: string;
  /** An order may have lines of several. */
  readonly perLine?: true;
  name(me: Me): string;
}

const own = { join: "", name: () => "x.id" };

/** What amounts can be laid out by. */
export const dimensions: Readonly<Record<string, Dimension>> = {
  ORG: { id: 'h."orgId"', join: 'left join "BaseOrganization" d on d.id = x.id', name: (me) => named(me, "d", "orgName") },
  SUPPLIER: { id: 'h."supplierId"', join: 'left join "SrmSupInfo" d on d.id = x.id', name: (me) => named(me, "d", "supplierName") },
  CATEGORY: {
    ...{ id: 'l."categoryId"', join: 'left join "SrmBasePurchaseCategory" d on d.id = x.id', perLine: true },
    name: (me) => named(me, "d", "categoryName"),
  },
  BUYER: { id: 'h."buyerId"', join: 'left join "BaseUsers" d on d.id = x.id', name: (me) => named(me, "d", "displayName") },
  ORDER_TYPE: { id: 'h."orderType"', ...own },
  ITEM: {
    ...{ id: 'l."itemId"', join: 'left join "SrmBaseItem" d on d.id = x.id', perLine: true },
    name: (me) => `d."itemCode" || ' ' || ${named(me, "d", "itemName")}`,
  },
  PROJECT: { id: 'l."projectCode"', perLine: true, ...own },
  ALL: { id: "''", ...own },
};

/** Groups (x) with the names of what they were grouped by. */
export const namedBy = (dimension: Dimension, me: Me, groups: string): string =>
  `select x.*, ${dimension.name(me)} as name from (${groups}) x ${dimension.join}`;

/** The statement of lines with the table their names come from: joins stand before the conditions. */
export const joinedTo = (lines: string, join: string): string => (join ? lines.replace(conditions, ` ${join}${conditions}`) : lines);

/** The filter that names one row of a dimension. */
export const drillKey: Readonly<Record<string, string>> = {
  ORG: "orgId",
  SUPPLIER: "supplierId",
  CATEGORY: "categoryId",
  BUYER: "buyerId",
  ITEM: "itemId",
  ORDER_TYPE: "orderType",
  PROJECT: "projectCode",
};
const carried = ["from", "to", "orgId", "categoryId", "tax", "currency", ...Object.keys(columns)];

/** What leads to the lines behind a figure: everything that was asked, and what this figure is about. */
export function drillOf(asking: Asking, own: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
  const [from, to] = spanOf(asking);
  const asked = carried.flatMap((key) => {
    const value = given(asking.filter, key);
    return value === null ? [] : [[key, value] as const];
  });
  const named = Object.entries(own).flatMap(([key, value]) => (value === null || value === "" ? [] : [[key, value] as const]));
  return { from, to, ...Object.fromEntries(asked), ...Object.fromEntries(named) };
}

/** The first and the last day of a period that lie inside what was asked. */
export function daysOf(period: string, [from, to]: readonly [string, string]): { from: string; to: string } {
  const [y, rest] = [period.slice(0, 4), period.slice(4)];
  const month = rest.startsWith("-") ? Number(rest.slice(1)) : rest.startsWith("Q") ? (Number(rest.slice(1)) - 1) * 3 + 1 : 1;
  const length = rest.startsWith("-") ? 1 : rest.startsWith("Q") ? 3 : 12;
  const first = `${y}-${String(month).padStart(2, "0")}-01`;
  const last = monthEnd(addMonths(first, length - 1));
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** A row of a dimension as a filter. */
export const oneOf = (by: string, id: string | null): Readonly<Record<string, string | null>> =>
  drillKey[by] ? { [drillKey[by]]: id } : {};
