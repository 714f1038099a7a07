import type { Entity } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { all, every, raw, sql, within, type Column, type Names, type Source, type Sources, type Sql, type Table } from "#kernel/query.ts";
import type { Row } from "#kernel/report.ts";
import type { Asking } from "#kernel/server/report.ts";
import { category, item } from "#modules/base/index.ts";
import { order, orderLine, storageTransaction } from "#modules/order/index.ts";
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
const named: Readonly<Record<string, (lines: Lines) => Column>> = {
  supplierId: ({ h }) => h.supplierId,
  buyerId: ({ h }) => h.buyerId,
  orderType: ({ h }) => h.orderType,
  status: ({ h }) => h.status,
  currency: ({ h }) => h.currency,
  itemId: ({ l }) => l.itemId,
  projectCode: ({ l }) => l.projectCode,
};

export const inForce = ({ h }: Pick<Lines, "h">): Sql => sql`${h.liveId} is null and ${h.status} in ${live}`;

/** What was asked, without the days; a line of another category is not told even of an order that is seen. */
function limits(lines: Lines, { me, asked, filter }: Asking): Sql {
  const { h, l } = lines;
  const equal = Object.entries(named).map(([key, column]) => {
    const value = given(filter, key);
    return value !== null && sql`${column(lines)} = ${value}`;
  });
  return all(
    inForce(lines),
    me.categories !== "all" && all(sql`${l.categoryId} is not null`, within(l.categoryId, me.categories)),
    asked.orgId !== null && sql`${h.orgId} = ${asked.orgId}`,
    asked.categoryIds !== null && sql`${l.categoryId} = any(${asked.categoryIds}::text[])`,
    ...equal,
  );
}

export const orderedLines = ({ h, l }: Lines): Sql => sql`${h} join ${l} on ${l.parentId} = ${h.id}`;

/** What is added to the lines of a report: their days where they are not those asked for, what is joined, and further conditions. */
interface More {
  readonly span?: readonly [from: string, to: string];
  readonly join?: Sql;
  readonly where?: Sql;
}

/** The lines of live orders of some days. */
export function orderLines(lines: Lines, asking: Asking, { span = spanOf(asking), join = raw(""), where }: More = {}): Sql {
  const days = sql`${lines.h.orderDate} between ${span[0]} and ${span[1]}`;
  return sql`from ${orderedLines(lines)} ${join}
    where ${all(days, limits(lines, asking), where ?? null)}`;
}

/** Postings of some days with their orders and lines. */
export function postings(lines: Posted, asking: Asking, [from, to]: readonly [string, string]): Sql {
  const { l, t } = lines;
  const days = sql`${t.transactionDate} between ${from} and ${to}`;
  return sql`from ${orderedLines(lines)} join ${t} on ${t.orderLineId} = ${l.id}
    where ${all(days, limits(lines, asking))}`;
}

/** What a line is worth in the view that was asked for: with or without tax, in base currency unless one currency was named. */
export function worth({ h, l }: Lines, { filter }: Asking): Column | Sql {
  const own = given(filter, "tax") === "INCL" ? l.amountIncl : l.amountExcl;
  return given(filter, "currency") === null ? sql`${own} * ${h.exchangeRate}` : own;
}
/** What a line is worth without tax in base currency. */
export const baseWorth = ({ h, l }: Lines): Sql => sql`${l.amountExcl} * ${h.exchangeRate}`;

/** Does the supplier of the order stand on that list of sources on the day of the order? */
export function isListed({ h }: Lines, list: Sql): Sql {
  const x = every(aslLine);
  return sql`exists (select 1 from ${x} where ${x.parentId} = ${list} and ${x.supplierId} = ${h.supplierId}
    and ${x.startDate} <= ${h.orderDate} and (${x.endDate} is null or ${x.endDate} >= ${h.orderDate}))`;
}

export const effective = ({ l }: Lines): Sql => figures.effective.of(l);
/** Without tax, in base currency, per one primary unit. */
export const unitPrice = ({ h, l }: Lines): Sql => sql`${l.priceExcl} * ${h.exchangeRate} / ${l.priceUnit} / ${l.convertRate}`;
/** In the item's primary unit. */
export const stocked = (lines: Lines): Sql => sql`${effective(lines)} * ${lines.l.convertRate}`;

export interface Dimension {
  readonly id: (lines: Lines) => Column | Sql;
  /** Whose names these are, looked up for groups and not for every line of them. */
  readonly of?: Entity;
  /** An order may have lines of several. */
  readonly perLine?: true;
  readonly words?: (names: Names) => Sql;
}

/** What amounts can be laid out by. */
export const dimensions = {
  ORG: { id: ({ h }) => h.orgId, of: organization },
  SUPPLIER: { id: ({ h }) => h.supplierId, of: supplierInfo },
  CATEGORY: { id: ({ l }) => l.categoryId, of: category, perLine: true },
  BUYER: { id: ({ h }) => h.buyerId, of: user },
  ORDER_TYPE: { id: ({ h }) => h.orderType },
  ITEM: { id: ({ l }) => l.itemId, of: item, perLine: true, words: (d) => sql`${d.code} || ' ' || ${d.name}` },
  PROJECT: { id: ({ l }) => l.projectCode, perLine: true },
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
const carried = ["from", "to", "orgId", "categoryId", "tax", "currency", ...Object.keys(named)];

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
