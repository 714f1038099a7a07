import { companions, type Me } from "../entity.ts";
import { todoGroup, type TodoData, type TodoRow } from "../home.ts";
import type { Waiting } from "../module.ts";
import { inZone } from "../time.ts";
import type { Context } from "./call.ts";
import type { Finder } from "./find.ts";

/** As many rows as are looked at of each source, and as many lines as a block has room for; the rest is in the list. */
const looked = 200;
const shown = 20;

const asked = ({ view, list }: Waiting) => ({ ...(view ? { view } : {}), ...(list ? { list } : {}), count: "exact" as const });

/** How many wait, and how many of them are late: the number at the menu and at home is the same one. */
export async function countTodos(finder: Finder, ctx: Context, sources: readonly Waiting[]): Promise<{ total: number; overdue: number }> {
  const now = inZone(ctx.now.toISOString(), ctx.me.zone);
  const count = async (one: Waiting, more: object): Promise<number> =>
    (await finder.list(one.entity, { ...asked(one), ...more, pageRows: 1 }, ctx.me)).page.count;
  const sums = await Promise.all(
    sources.map(async (one): Promise<readonly [number, number]> => {
      const total = await count(one, {});
      return [total, total === 0 ? 0 : await count(one, { [`${one.dueAt}To`]: now })];
    }),
  );
  const add = (at: 0 | 1): number => sums.reduce((sum, one) => sum + one[at], 0);
  return { total: add(0), overdue: add(1) };
}

/** Everything that waits for the reader, from every source, those due first in front. */
export async function todos(finder: Finder, ctx: Context, sources: readonly Waiting[]): Promise<Omit<TodoData, "asOf">> {
  const asOf = inZone(ctx.now.toISOString(), ctx.me.zone);
  const found = await Promise.all(
    sources.map(async (one) => {
      const { rows, page } = await finder.list(one.entity, { ...asked(one), pageRows: looked }, ctx.me);
      return { count: page.count, kind: one.kind, rows: rows.map((row) => lineOf(one, row, ctx.language)) };
    }),
  );
  const rows = found.flatMap((one) => one.rows).toSorted((a, b) => (a.dueAt || "9999").localeCompare(b.dueAt || "9999"));
  const tally = (kind: TodoRow["kind"]): number => found.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const inGroup = (group: ReturnType<typeof todoGroup>): number => rows.filter((row) => todoGroup(row, asOf) === group).length;
  return {
    total: found.reduce((sum, one) => sum + one.count, 0),
    tallies: { overdue: inGroup("overdue"), today: inGroup("today"), APPROVAL: tally("APPROVAL"), MATTER: tally("MATTER") },
    rows: rows.slice(0, shown),
  };
}

function lineOf(one: Waiting, row: Readonly<Record<string, unknown>>, language: Me["language"]): TodoRow {
  const { entity } = one;
  const english = language === "EN" ? entity.fields[one.matter]?.english : undefined;
  const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
  return {
    id: text(row["id"]),
    kind: one.kind,
    matter: text((english && row[english]) || row[one.matter]),
    number: text(row[one.number]),
    from: text(row[companions(one.from).name] ?? row[one.from]),
    amount: one.amount ? (row[one.amount] as string | null) : null,
    currency: one.currency ? (row[one.currency] as string | null) : null,
    dueAt: (row[one.dueAt] as string | null) ?? null,
    ...placeOf(one, row),
  };
}

/** The page of a row; rows that name their page themselves carry route and query as fields. */
export function placeOf(
  { entity, opens: [route, query, field] }: Pick<Waiting, "entity" | "opens">,
  row: Readonly<Record<string, unknown>>,
) {
  return entity.fields[route]
    ? { route: String(row[route]), query: Object.fromEntries(new URLSearchParams(String(row[field] ?? ""))) }
    : { route, query: { [query]: String(row[field] ?? "") } };
}
