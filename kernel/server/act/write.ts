import type { CommonKey, Entity } from "../../entity.ts";
import { joined, raw, sql, type Keys, type Part, type Sql } from "../../query.ts";

type ComputedIn<F> = { [K in keyof F & string]: F[K] extends { readonly computed: true } ? K : never }[keyof F & string];
/** The columns a program may change without an action: those the declaration calls computed, and the stamps. What people enter is changed by `act` alone. */
type Changed<E extends Entity> = ComputedIn<E["fields"]> | Exclude<CommonKey, "id">;

const quoted = (name: string): string => `"${name}"`;

type Values<K extends string> = { readonly [key in K]?: Part };

const given = (values: Values<string>): [key: string, value: Part][] => Object.entries(values as Readonly<Record<string, Part>>);

const assigned = (values: Values<string>): Sql => joined(given(values).map(([key, value]) => sql`${raw(quoted(key))} = ${value}`));

/** The columns an update sets: sql`update ${d} set ${changes(msgDelivery, { status: "RETRY" })} where …`. */
export const changes = <E extends Entity>(_: E, values: Values<Changed<E>>): Sql => assigned(values);

/** The columns that a repair of what an older version stored sets, those that people enter among them. */
export const repairs = <E extends Entity>(_: E, values: Values<Keys<E>>): Sql => assigned(values);

/** Rows of an entity made from what is stored: these values, read `from …`. */
export const insertFrom = <E extends Entity>(e: E, values: Values<Keys<E>>, from: Sql): Sql => {
  const names = given(values).map(([key]) => quoted(key));
  return sql`insert into ${raw(`${quoted(e.name)} (${names.join(", ")})`)} select ${joined(given(values).map(([, value]) => value))} ${from}`;
};

/** Many rows of an entity in one statement, all with the columns of the first; `onConflict` says what becomes of those that are there already. */
export function insertRows<E extends Entity>(
  e: E,
  rows: readonly Readonly<Record<string, unknown>>[],
  { onConflict = raw(""), returning = ["id"] }: { readonly onConflict?: Sql; readonly returning?: readonly Keys<E>[] } = {},
): Sql {
  const names = raw(Object.keys(rows[0]!).map(quoted).join(", "));
  const table = raw(quoted(e.name));
  return sql`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) ${onConflict} returning ${raw(returning.map(quoted).join(", "))}`;
}

/** In `on conflict`: a column of the row that is there already. */
export const stored = <E extends Entity>(e: E, key: Keys<E>): Sql => raw(`${quoted(e.name)}.${quoted(key)}`);

/** In `on conflict`: a column of the row that was to be inserted. */
export const coming = <E extends Entity>(_: E, key: Keys<E>): Sql => raw(`excluded.${quoted(key)}`);

/** In `on conflict`: the columns by which rows are the same. */
export const conflicting = <E extends Entity>(_: E, ...keys: readonly Keys<E>[]): Sql => raw(`(${keys.map(quoted).join(", ")})`);
