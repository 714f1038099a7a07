import type { Declared } from "../declared.ts";
import { keywordFields, type Entity, type Me } from "../entity.ts";
import { say } from "../text.ts";
import type { Db } from "./db.ts";
import type { Finder } from "./find.ts";
import { titled } from "./titled.ts";
import { q } from "./schema.ts";
import { Params, whereSql } from "./sql.ts";
import { scopeOf, type Row } from "./visible.ts";

/** A document as the search over everything shows it. */
export interface FoundDocument {
  readonly entity: string;
  readonly label: string;
  readonly id: string;
  readonly number: unknown;
  readonly title: unknown;
  readonly route: string | undefined;
}

const ofEach = 5;
/** One statement asks so many kinds of documents: hundreds of them are a few round trips. */
const kindsAtOnce = 40;

const routeOf = (e: Entity): string | undefined => e.pages?.edit ?? e.pages?.list ?? Object.values(e.lists ?? {})[0]?.route;

/** Documents by number or name over everything the caller may read, a few of each kind. */
export async function searchAll(declared: Declared, finder: Finder, db: Db, text: string, me: Me): Promise<readonly FoundDocument[]> {
  const words = text.trim().slice(0, 100);
  if (words.length < 2) return [];
  const kinds = [...declared.entities.values()].filter(
    (e) => !e.internal && !e.mine && !declared.parent(e) && keywordFields(e).length > 0 && finder.mayRead(e, me) && routeOf(e),
  );
  const groups = Array.from({ length: Math.ceil(kinds.length / kindsAtOnce) }, (_, i) =>
    kinds.slice(i * kindsAtOnce, (i + 1) * kindsAtOnce),
  );
  const found = await Promise.all(groups.map((group) => searchGroup(declared, finder, db, group, words, me)));
  return found.flat();
}

async function searchGroup(
  declared: Declared,
  finder: Finder,
  db: Db,
  kinds: readonly Entity[],
  words: string,
  me: Me,
): Promise<readonly FoundDocument[]> {
  const params = new Params();
  const asked = kinds.flatMap((e) => {
    const visible = finder.visible(e, me);
    const scope = scopeOf(declared, e, me);
    const fields = keywordFields(e).filter((key) => visible.has(key));
    if (scope === null || fields.length === 0) return [];
    const shown = [...new Set(["id", ...e.title, ...e.title.flatMap((key) => e.fields[key]?.english ?? [])])].filter((key) =>
      visible.has(key),
    );
    const where = { all: [scope, { any: fields.map((key) => ({ [key]: { contains: words } })) }] };
    const row = `jsonb_build_object(${shown.map((key) => `'${key}', t.${q(key)}`).join(", ")})`;
    return `(select ${params.add(e.name)}::text as entity, ${row} as row from ${q(e.name)} t where ${whereSql(e, "t", where, params, declared)} order by t.${q(e.title[0]!)}, t.id limit ${ofEach})`;
  });
  if (asked.length === 0) return [];
  const rows = await db.query<{ entity: string; row: Row }>(asked.join(" union all "), params.values);
  return rows.map(({ entity, row }) => {
    const e = declared.entity(entity);
    const { code, name } = titled(e, row, me);
    return { entity, label: say(e.label, me.language), id: row["id"] as string, number: code ?? name, title: name, route: routeOf(e) };
  });
}
