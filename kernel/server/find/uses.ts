import type { Declared, Referrer } from "../../declared.ts";
import type { Entity, Me } from "../../entity.ts";
import { say } from "../../text.ts";
import type { Db } from "../database/db.ts";
import { q } from "../database/schema.ts";
import { fromSql, Params } from "./sql.ts";
import { mayRead, scopeOf, type Row } from "./visible.ts";

interface Reading {
  readonly declared: Declared;
  readonly db: Db;
}

/** How many rows name each record, by where they name it. */
interface Use extends Referrer {
  readonly counts: ReadonlyMap<string, number>;
}

/** More than these are not counted. */
const most = 1000;

/** Whether a row is a part of the record itself: what belongs to it does not use it. */
function isPartOf(declared: Declared, e: Entity, whole: Entity): boolean {
  const above = declared.parent(e)?.entity;
  return above !== undefined && (above === whole || isPartOf(declared, above, whole));
}

/** Where records of an entity are named, as far as the caller may read there. A view repeats what stands elsewhere. */
const placesOf = (declared: Declared, e: Entity, me: Me): readonly Referrer[] =>
  declared
    .referrers(e)
    .filter(({ entity }) => !entity.view && !entity.internal && !isPartOf(declared, entity, e) && mayRead(declared, entity, me));

/** Which rows name these records, of those the caller sees: one statement for each place, however many records are asked about. */
async function usesOf({ declared, db }: Reading, e: Entity, ids: readonly string[], me: Me): Promise<readonly Use[]> {
  const found = await Promise.all(
    placesOf(declared, e, me).map(async (place): Promise<Use | null> => {
      const scope = scopeOf(declared, place.entity, me);
      if (scope === null || ids.length === 0) return null;
      const params = new Params();
      const from = `${fromSql(place.entity, scope, params, declared)} and t.${q(place.field)} = asked.id`;
      const counted = `select count(*)::int from (select 1 ${from} limit ${most}) c`;
      const text = `select asked.id, (${counted}) n from unnest(${params.add([...ids])}::text[]) asked(id)`;
      const rows = await db.query<{ id: string; n: number }>(text, params.values);
      return { ...place, counts: new Map(rows.flatMap(({ id, n }) => (n > 0 ? [[id, n] as const] : []))) };
    }),
  );
  return found.filter((use) => use !== null && use.counts.size > 0) as Use[];
}

/** The list that shows an entity, of those the caller opens; lines are shown by the list of their documents. */
export function listRoute(declared: Declared, e: Entity, me: Me): string | null {
  const menus = [...declared.pages.values()].filter(({ entities }) => entities[0]?.name === e.name).map(({ route }) => route);
  const routes = [e.pages?.list, ...Object.values(e.lists ?? {}).map((list) => list.route), ...menus];
  const above = declared.parent(e)?.entity;
  return routes.find((route) => route !== undefined && me.opens(route)) ?? (above ? listRoute(declared, above, me) : null);
}

/** What names a record, with the list that shows it. */
export async function whereUsed(reading: Reading, e: Entity, id: string, me: Me) {
  return (await usesOf(reading, e, [id], me)).map(({ entity, field, counts }) => ({
    entity: entity.name,
    field,
    label: say(entity.label, me.language),
    count: counts.get(id)!,
    route: listRoute(reading.declared, entity, me),
  }));
}

/** Rows with how often each is named, where their entity shows that: it is counted when it is read, so that it agrees with what names them. */
export async function withUses(reading: Reading, e: Entity, rows: Row[], me: Me): Promise<Row[]> {
  const keys = Object.keys(e.fields).filter((key) => e.fields[key]!.uses);
  if (keys.length === 0 || !rows.some((row) => keys.some((key) => key in row))) return rows;
  const uses = await usesOf(reading, e, [...new Set(rows.map((row) => row["id"] as string))], me);
  return rows.map((row) => {
    const count = uses.reduce((sum, { counts }) => sum + (counts.get(row["id"] as string) ?? 0), 0);
    return { ...row, ...Object.fromEntries(keys.filter((key) => key in row).map((key) => [key, count])) };
  });
}
