import { figureRows, type RowsOf } from "#kernel/figures.ts";
import type { Entity } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { all, every, raw, sql, within, type Column, type Names, type Source, type Sources, type Sql, type Table } from "#kernel/query.ts";
import type { Row } from "#kernel/report.ts";
import type { Asking } from "#kernel/server/find/report.ts";
import { category, item } from "#modules/base/index.ts";
import { lineFigures, order, orderLine, storageTransaction } from "#modules/order/index.ts";
import { aslLine } from "#modules/price/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { addMonths, monthEnd } from "#kernel/days.ts";
import { figures } from "../definitions.ts";

/** A filter that was given. */
export const given = (filter: Row, key: string): string | null =>
  typeof filter[key] === "string" && filter[key] !== "" ? filter[key] : null;

/** From when to when: the last twelve months unless said. */
export function spanOf({ filter, today }: Asking): readonly [from: string, to: string] {
  const to = given(filter, "to") ?? today;
  return [given(filter, "from") ?? `${addMonths(to, -11).slice(0, 7)}-01`, to];
}

export const live = raw("('PUBLISHED', 'CONFIRMED', 'CHANGING', 'COMPLETED', 'CLOSED')");

/** Orders (h) with their lines (l). */
export interface Lines {
  readonly h: Table<typeof order>;
  readonly l: Table<typeof orderLine>;
}
/** Orders the reader sees, with their lines. */
export interface SeenLines extends Lines {
  readonly h: Source<typeof order>;
  readonly l: Source<typeof orderLine>;
}
/** Lines with a posting each. */
export interface Posted extends SeenLines {
  readonly t: Table<typeof storageTransaction>;
}

export function linesOf({ source }: { readonly source: Sources }): SeenLines {
  const h = source(order);
  return { h, l: source(orderLine, h) };
}
/** The postings of a line are its ledger, and told to whoever sees its order. */
export const postingsOf = (asking: { readonly source: Sources }): Posted => ({ ...linesOf(asking), t: every(storageTransaction) });

/** Fields of the order or its line that a filter names. */
const ofOrder = ["supplierId", "buyerId", "orderType", "status", "currency"] as const;
const ofLine = ["itemId", "projectCode"] as const;
/** The columns of a line by which it is asked for, of stored lines or of lines with their orders. */
type Dimensioned = Readonly<Record<(typeof ofOrder | typeof ofLine)[number] | "orgId" | "categoryId", Column>>;
export const dimensioned = ({ h, l }: Lines): Dimensioned => ({
  supplierId: h.supplierId,
  buyerId: h.buyerId,
  orderType: h.orderType,
  status: h.status,
  currency: h.currency,
  orgId: h.orgId,
  categoryId: l.categoryId,
  itemId: l.itemId,
  projectCode: l.projectCode,
});

export const inForce = ({ h }: Pick<Lines, "h">): Sql => sql`${h.liveId} is null and ${h.status} in ${live}`;

export const orderedLines = ({ h, l }: Lines): Sql => sql`${h} join ${l} on ${l.parentId} = ${h.id}`;

/** What is added to the lines of a report: their days where they are not those asked for, what is joined, and further conditions. */
interface More {
  readonly span?: readonly [from: string, to: string];
  readonly join?: Sql;
  readonly where?: Sql;
}

/** Order lines in force with their dimensions and figures, as far as the reader sees them. */
export type Facts = RowsOf<typeof lineFigures>;
export const factsOf = ({ source }: { readonly source: Sources }): Facts => figureRows(lineFigures, source);

/** The first day of a month that is counted since the year 0. */
export const firstDay = (month: string): Sql => raw(`make_date((${month}) / 12, (${month}) % 12 + 1, 1)`);

/** Conditions about the order of a line. */
const askedOrders = (f: Dimensioned, { asked, filter }: Asking): readonly (Sql | false)[] => [
  asked.orgId !== null && sql`${f.orgId} = ${asked.orgId}`,
  ...ofOrder.map((key) => is(f[key], filter, key)),
];
/** Conditions about a line alone; a line of another category is not told even of an order that is seen. */
const askedLinesOf = (f: Dimensioned, { me, asked, filter }: Asking): readonly (Sql | false | null)[] => [
  me.categories !== "all" && all(sql`${f.categoryId} is not null`, within(f.categoryId, me.categories)),
  asked.categoryIds !== null && sql`${f.categoryId} = any(${asked.categoryIds}::text[])`,
  ...ofLine.map((key) => is(f[key], filter, key)),
];
function is(column: Column, filter: Row, key: string): Sql | false {
  const value = given(filter, key);
  return value !== null && sql`${column} = ${value}`;
}

/** The lines of some days: those that were asked for. */
export function factLines(f: Facts, asking: Asking, { span = spanOf(asking), join = raw(""), where }: More = {}): Sql {
  const days = sql`${f.orderDate} between ${span[0]}::date and ${span[1]}::date`;
  return sql`from ${f} ${join} where ${all(days, ...askedOrders(f, asking), ...askedLinesOf(f, asking), where ?? null)}`;
}

/** The orders of some days that have a line that was asked for, with all their lines: grouped by order. */
export function factOrders(f: Facts, asking: Asking): { readonly from: Sql; readonly having: Sql } {
  const [from, to] = spanOf(asking);
  const days = sql`${f.orderDate} between ${from}::date and ${to}::date`;
  const lines = askedLinesOf(f, asking).filter((one) => one !== false && one !== null);
  return {
    from: sql`from ${f} where ${all(days, ...askedOrders(f, asking))}`,
    having: lines.length ? sql`having bool_or(${all(...lines)})` : raw(""),
  };
}

/** Postings of some days with their orders and lines. */
export function postings(lines: Posted, asking: Asking, [from, to]: readonly [string, string]): Sql {
  const { l, t } = lines;
  const days = sql`${t.transactionDate} between ${from} and ${to}`;
  return sql`from ${orderedLines(lines)} join ${t} on ${t.orderLineId} = ${l.id}
    where ${all(days, inForce(lines), ...askedOrders(dimensioned(lines), asking), ...askedLinesOf(dimensioned(lines), asking))}`;
}

/** What a line is worth in the view that was asked for: with or without tax, in base currency unless one currency was named. */
export function worthOf(f: Facts, { filter }: Asking): Column {
  const isIncl = given(filter, "tax") === "INCL";
  if (given(filter, "currency") !== null) return isIncl ? f.amountIncl : f.amountExcl;
  return isIncl ? f.baseIncl : f.baseExcl;
}
/** The same of a line of its order. */
export function worth({ h, l }: Lines, { filter }: Asking): Column | Sql {
  const own = given(filter, "tax") === "INCL" ? l.amountIncl : l.amountExcl;
  return given(filter, "currency") === null ? sql`${own} * ${h.exchangeRate}` : own;
}

/** Does the supplier of the order stand on that list of sources on the day of the order? */
export function isListed(f: Facts, list: Sql): Sql {
  const x = every(aslLine);
  return sql`exists (select 1 from ${x} where ${x.parentId} = ${list} and ${x.supplierId} = ${f.supplierId}
    and ${x.startDate} <= ${f.orderDate} and (${x.endDate} is null or ${x.endDate} >= ${f.orderDate}))`;
}

export const effective = ({ l }: Lines): Sql => figures.effective.of(l);

export interface Dimension {
  readonly id: (of: Dimensioned) => Column | Sql;
  /** Whose names these are, looked up for groups and not for every line of them. */
  readonly of?: Entity;
  /** An order may have lines of several. */
  readonly perLine?: true;
  readonly words?: (names: Names) => Sql;
}

/** What amounts can be laid out by. */
export const dimensions = {
  ORG: { id: (of) => of.orgId, of: organization },
  SUPPLIER: { id: (of) => of.supplierId, of: supplierInfo },
  CATEGORY: { id: (of) => of.categoryId, of: category, perLine: true },
  BUYER: { id: (of) => of.buyerId, of: user },
  ORDER_TYPE: { id: (of) => of.orderType },
  ITEM: { id: (of) => of.itemId, of: item, perLine: true, words: (d) => sql`${d.code} || ' ' || ${d.name}` },
  PROJECT: { id: (of) => of.projectCode, perLine: true },
  ALL: { id: () => raw("''") },
} as const satisfies Readonly<Record<string, Dimension>>;

/** The dimension that was asked for. */
export const dimensionOf = (name: string, otherwise: keyof typeof dimensions): Dimension =>
  Object.hasOwn(dimensions, name) ? dimensions[name as keyof typeof dimensions] : dimensions[otherwise];

/** Groups (x) with the names of what they were grouped by. */
export function namedBy({ of, words }: Dimension, { source }: Asking, groups: Sql): Sql {
  if (!of) return sql`select x.*, x.id as name from (${groups}) x`;
  const d = source.names(of);
  return sql`select x.*, ${words?.(d) ?? d.name} as name from (${groups}) x left join ${d} on ${d.id} = x.id`;
}

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
const carried = ["from", "to", "orgId", "categoryId", "tax", "currency", ...ofOrder, ...ofLine];

/** What leads to the lines behind a figure: everything that was asked, and what this figure is about. */
export function drillOf(asking: Asking, own: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
  const [from, to] = spanOf(asking);
  const asked = carried.flatMap((key) => {
    const value = given(asking.filter, key);
    return value === null ? [] : [[key, value] as const];
  });
  const about = Object.entries(own).flatMap(([key, value]) => (value === null || value === "" ? [] : [[key, value] as const]));
  return { from, to, ...Object.fromEntries(asked), ...Object.fromEntries(about) };
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
