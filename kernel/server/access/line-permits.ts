import { perProduct, type Declared } from "../../declared.ts";
import { collections, isWithin, type Entity, type Me, type Where } from "../../entity.ts";
import { permittedGoods, type NamedGoods } from "../../permitted.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import type { Attempt } from "../act/attempt.ts";
import type { Reading } from "../database/db.ts";
import { q } from "../database/schema.ts";
import { permitted, type Dimension } from "./scope.ts";
import type { Row } from "../find/visible.ts";
import { copyOf, type Tracked } from "../act/working.ts";

/** How the lines of one collection name what permits are given for. */
interface Parted extends NamedGoods {
  readonly collection: string;
  readonly line: Entity;
}

const parted = perProduct(() => new Map<Entity, readonly Parted[]>());

const refTo = (e: Entity | undefined, target: string | null): string | null =>
  Object.entries(e?.fields ?? {}).find(([, field]) => field.kind === "ref" && field.target === target)?.[0] ?? null;

/** The goods that permits name, and where they name their category. */
function goodsIn(declared: Declared): { readonly entity: Entity; readonly category: string } | null {
  const entity = declared.entities.get(permitted(declared, "items") ?? "");
  const category = refTo(entity, permitted(declared, "categories"));
  return entity && category ? { entity, category } : null;
}

/** How an entity names categories and goods itself; null where it names neither. */
function namedGoods(declared: Declared, e: Entity): NamedGoods | null {
  const category = refTo(e, permitted(declared, "categories"));
  const goods = goodsIn(declared);
  const key = goods && goods.entity.name !== e.name ? refTo(e, goods.entity.name) : null;
  return category || key ? { category, goods: key ? { key, of: goods!.entity.name, category: goods!.category } : null } : null;
}

/** The collections whose lines part a numbered document by category, as their declarations tell; records without a number are no documents. */
export function partedLines(declared: Declared, e: Entity): readonly Parted[] {
  const known = parted(declared);
  const before = known.get(e);
  if (before) return before;
  const lines = e.number && permitted(declared, "items") !== e.name ? Object.entries(e.lines as Record<string, Entity>) : [];
  const found = lines.flatMap(([collection, line]): Parted[] => {
    const named = namedGoods(declared, line);
    return named ? [{ ...named, collection, line }] : [];
  });
  known.set(e, found);
  return found;
}

/** The collections that this caller's permits judge a document by. */
function judging(declared: Declared, e: Entity, me: Me): readonly Parted[] {
  if (me.audience !== "internal" || (me.categories === "all" && me.items === "all")) return [];
  return partedLines(declared, e).filter((partedLine) => me.categories !== "all" || partedLine.goods !== null);
}

const withoutCategory = ({ category, goods }: Parted): Where => ({
  ...(category ? { [category]: null } : {}),
  ...(goods ? { [goods.key]: null } : {}),
});

/** A document is seen when one line is permitted and, by somebody limited to categories, none is without one. */
export function linesScope(declared: Declared, e: Entity, me: Me): readonly Where[] {
  const all = judging(declared, e, me);
  if (all.length === 0) return [];
  return [
    { any: all.map((entry) => ({ [entry.collection]: { some: permittedGoods(entry, me) } })) },
    ...(me.categories === "all" ? [] : all.map((entry) => ({ [entry.collection]: { none: withoutCategory(entry) } }))),
  ];
}

/** A line read by itself is judged by itself; a row of the document that names one of its lines, by that line. */
export function lineScope(declared: Declared, document: Entity, collection: string, me: Me): readonly Where[] {
  const all = judging(declared, document, me);
  const own = all.find((part) => part.collection === collection);
  if (own) return [permittedGoods(own, me)];
  return all.flatMap((entry): Where[] => {
    const key = refTo(collections(document)[collection], entry.line.name);
    return key ? [{ any: [{ [key]: null }, { [key]: { row: permittedGoods(entry, me), of: entry.line.name } }] }] : [];
  });
}

/** The goods that rows and lines without a category of their own refer to, each with its category: one statement for all documents. */
export async function goodsOf(declared: Declared, e: Entity, rows: readonly Row[], db: Reading): Promise<ReadonlyMap<string, Row>> {
  const goods = goodsIn(declared);
  const named = namedGoods(declared, e);
  const idsIn = ({ category, goods: by }: NamedGoods, row: Row): string[] =>
    by && !(category && row[category]) && row[by.key] ? [row[by.key] as string] : [];
  const wanted = rows.flatMap((row) => [
    ...(named ? idsIn(named, row) : []),
    ...partedLines(declared, e).flatMap((partedLine) =>
      ((row[partedLine.collection] ?? []) as Row[]).flatMap((line) => idsIn(partedLine, line)),
    ),
  ]);
  if (!goods || wanted.length === 0) return new Map();
  const text = `select id, ${q(goods.category)} from ${q(goods.entity.name)} where id = any($1::text[])`;
  const found = await db.query<Row>(text, [[...new Set(wanted)]]);
  return new Map(found.map((row) => [row["id"] as string, row]));
}

/** Which permit a line lacks; null where it has all. */
function lacking({ category, goods: by }: Parted, line: Row, goods: ReadonlyMap<string, Row>, me: Me): Dimension | null {
  const found = (category && line[category]) || (by && goods.get(String(line[by.key]))?.[by.category]);
  if (me.categories !== "all" && !(typeof found === "string" && isWithin(me.categories, found))) return "categories";
  const id = by && (line[by.key] as string | null);
  return id && !isWithin(me.items, id) ? "items" : null;
}

function refused(declared: Declared, e: Entity, row: Row, goods: ReadonlyMap<string, Row>, me: Me): Refusal | null {
  const all = judging(declared, e, me);
  const named = (dimension: Dimension): Text => declared.entity(permitted(declared, dimension)!).label;
  if (all.every(({ collection }) => ((row[collection] ?? []) as Row[]).length === 0)) {
    const [cn, en] = named(me.categories === "all" ? "items" : "categories");
    return refuse("PERM_LINE", `请至少填写一行您有权限的${cn}`, `Add at least one line in a ${en.toLowerCase()} you have permission for`, {
      http: 403,
    });
  }
  for (const part of all)
    for (const [i, line] of ((row[part.collection] ?? []) as Row[]).entries()) {
      const lacks = lacking(part, line, goods, me);
      if (!lacks) continue;
      const no = String(line["lineNum"] ?? i + 1);
      const [cn, en] = named(lacks);
      return refuse(
        "PERM_LINE",
        `第${no}行的${cn}不在您的权限内：请去掉该行，或请有权限的同事处理`,
        `Line ${no} is outside your ${en.toLowerCase()} permissions. Remove it, or ask a colleague who has them`,
        { http: 403 },
      );
    }
  return null;
}

/** Whether this caller's changes of such documents are judged line by line. */
export const judgesLines = (declared: Declared, e: Entity, me: Me): boolean => judging(declared, e, me).length > 0;

/** Whoever is limited changes a document only while every line of it, before and after, is within the limits. */
export async function checkLines({ ws, command, homes, declared, doer, verbs, refusals }: Attempt, db: Reading): Promise<void> {
  const e = homes?.document ?? command.entity;
  if (!judgesLines(declared, e, doer.me)) return;
  const named = new Set(homes ? homes.ids.values() : [...command.targets.flatMap((t) => t.id ?? []), ...(command.removes ?? [])]);
  const isNamed = (tracked: Tracked): boolean =>
    tracked.entity.name === e.name && (named.has(tracked.row["id"]) || (tracked.before === null && e.name === command.entity.name));
  const touched = [...new Set([...verbs.keys(), ...ws.roots])].filter(isNamed);
  const rows = touched.flatMap((tracked) => [...(tracked.before ? [copyOf(tracked)] : []), ...(tracked.removed ? [] : [tracked.row])]);
  const goods = await goodsOf(declared, e, rows, db);
  for (const row of rows) {
    const refusal = refused(declared, e, row, goods, doer.me);
    if (refusal) return void refusals.push(refusal);
  }
}
