import { companions, type Me } from "../../entity.ts";
import { todoGroup, type TodoData, type TodoRow } from "../../home.ts";
import type { Waiting } from "../../module.ts";
import { sql } from "../../query.ts";
import { inZone } from "../../time.ts";
import { groupCurrency } from "../access/permit.ts";
import type { Context } from "../http/call.ts";
import type { Finder } from "../find/find.ts";

/** As many rows as are looked at of each source, and as many lines as a block has room for; the rest is in the list. */
const looked = 200;
const shown = 20;

const asked = ({ view, list }: Waiting) => ({ ...(view ? { view } : {}), ...(list ? { list } : {}), count: "exact" as const });

/** How many wait, and how many of them are late: the number at the menu and at home is the same one. */
export async function countTodos(finder: Finder, ctx: Context, sources: readonly Waiting[]): Promise<{ total: number; overdue: number }> {
  const now = inZone(ctx.now.toISOString(), ctx.me.zone);
  const count = async (waiting: Waiting, more: object): Promise<number> =>
    (await finder.list(waiting.entity, { ...asked(waiting), ...more, pageRows: 1 }, ctx.me)).page.count;
  const sums = await Promise.all(
    sources.map(async (source): Promise<readonly [number, number]> => {
      const total = await count(source, {});
      return [total, total === 0 ? 0 : await count(source, { [`${source.dueAt}To`]: now })];
    }),
  );
  const add = (at: 0 | 1): number => sums.reduce((sum, entry) => sum + entry[at], 0);
  return { total: add(0), overdue: add(1) };
}

/** Everything that waits for the reader, from every source, those due first in front. */
export async function todos(finder: Finder, ctx: Context, sources: readonly Waiting[]): Promise<Omit<TodoData, "asOf">> {
  const asOf = inZone(ctx.now.toISOString(), ctx.me.zone);
  const { base } = (await ctx.db.one<{ base: string }>(sql`select ${groupCurrency} as base`))!;
  const found = await Promise.all(
    sources.map(async (source) => {
      const { rows, page } = await finder.list(source.entity, { ...asked(source), pageRows: looked }, ctx.me);
      return { count: page.count, kind: source.kind, rows: rows.map((row) => lineOf(source, row, ctx.language, base)) };
    }),
  );
  const rows = found.flatMap((entry) => entry.rows).toSorted((a, b) => (a.dueAt || "9999").localeCompare(b.dueAt || "9999"));
  const tally = (kind: TodoRow["kind"]): number => found.reduce((sum, entry) => sum + (entry.kind === kind ? entry.count : 0), 0);
  const inGroup = (group: ReturnType<typeof todoGroup>): number => rows.filter((row) => todoGroup(row, asOf) === group).length;
  return {
    total: found.reduce((sum, entry) => sum + entry.count, 0),
    tallies: { overdue: inGroup("overdue"), today: inGroup("today"), APPROVAL: tally("APPROVAL"), MATTER: tally("MATTER") },
    rows: rows.slice(0, shown),
  };
}

/** A currency is named where it is not the group's own. */
function lineOf(waiting: Waiting, row: Readonly<Record<string, unknown>>, language: Me["language"], base: string): TodoRow {
  const { entity } = waiting;
  const currency = waiting.currency ? (row[waiting.currency] as string | null) : null;
  const english = language === "EN" ? entity.fields[waiting.matter]?.english : undefined;
  const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
  return {
    id: text(row["id"]),
    kind: waiting.kind,
    matter: text((english && row[english]) || row[waiting.matter]),
    number: text(row[waiting.number]),
    from: text(row[companions(waiting.from).name] ?? row[waiting.from]),
    amount: waiting.amount ? (row[waiting.amount] as string | null) : null,
    currency: currency === base ? null : currency,
    dueAt: (row[waiting.dueAt] as string | null) ?? null,
    ...placeOf(waiting, row),
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
