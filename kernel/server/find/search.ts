import type { Declared } from "../../declared.ts";
import { companions, keywordFields, type Entity, type Me } from "../../entity.ts";
import { say } from "../../text.ts";
import type { Db } from "../database/db.ts";
import type { Finder } from "./find.ts";
import { titled } from "./titled.ts";
import { q } from "../database/schema.ts";
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
  /** What tells it from its neighbours: whom it is with, how it stands and what it is worth; documents with states alone. */
  readonly facts?: FoundFacts;
}

export interface FoundFacts {
  readonly with: string | null;
  readonly state: string;
  readonly tone: string;
  readonly amount: string | null;
  readonly currency: string | null;
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
  const found = (await Promise.all(groups.map((group) => searchGroup(declared, finder, db, group, words, me))))
    .flat()
    .map((foundDocument) => ({
      one: foundDocument,
      rank: rankOf(declared.entity(foundDocument.entity), foundDocument, words.toLowerCase()),
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
  const facts = await factsOf(declared, finder, found, me);
  return found.map((foundDocument) => {
    const known = facts.get(`${foundDocument.entity}:${foundDocument.id}`);
    return known ? { ...foundDocument, facts: known } : foundDocument;
  });
}

/** The document that bears the number comes first, then others with numbers of their own, then what only tells of them. */
function rankOf(e: Entity, foundDocument: FoundDocument, words: string): number {
  const number = String(foundDocument.number ?? "").toLowerCase();
  const bearsIt = e.number !== undefined && number.startsWith(words);
  if (number === words) return e.number ? 0 : 1;
  return bearsIt ? 1 : e.number ? 2 : 3;
}

const most = 8;

/** What the reader may see of the documents found: one list call for each kind, at most so many kinds. */
async function factsOf(
  declared: Declared,
  finder: Finder,
  found: readonly FoundDocument[],
  me: Me,
): Promise<ReadonlyMap<string, FoundFacts>> {
  const kinds = [...Map.groupBy(found, (foundDocument) => foundDocument.entity)]
    .filter(([name]) => declared.entity(name).states !== undefined)
    .slice(0, most);
  const read = await Promise.all(
    kinds.map(async ([name, of]) => {
      const e = declared.entity(name);
      const { rows } = await finder
        .list(e, { ids: of.map((foundDocument) => foundDocument.id), pageRows: of.length }, me)
        .catch(() => ({ rows: [] as Row[] }));
      return rows.map((row) => [`${name}:${String(row["id"])}`, factsIn(e, row, me)] as const);
    }),
  );
  return new Map(read.flat());
}

function factsIn(e: Entity, row: Row, me: Me): FoundFacts {
  const code = String(row[e.stateField] ?? "");
  const state = (e.states as Readonly<Record<string, readonly [cn: string, en: string, tone?: string]>>)[code];
  const partner = (e.list ?? []).find((key) => e.fields[key]?.kind === "ref" && !e.title.includes(key) && row[companions(key).name]);
  const amount = e.pages?.key ? row[e.pages.key] : null;
  return {
    with: partner ? String(row[companions(partner).name]) : null,
    state: state ? say([state[0], state[1]], me.language) : code,
    tone: state?.[2] ?? "neutral",
    amount: typeof amount === "string" ? amount : null,
    currency: typeof row["currency"] === "string" ? row["currency"] : null,
  };
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
