import type { Declared } from "../declared.ts";
import { isWithin, type Entity, type Me, type Scope, type Where } from "../entity.ts";
import { permittedBy } from "../permitted.ts";
import { refuse, type Refusal } from "../refusal.ts";
import type { Attempt } from "./attempt.ts";
import type { Reading } from "./db.ts";
import { q } from "./schema.ts";
import { permitted } from "./scope.ts";
import type { Row } from "./visible.ts";
import { copyOf, type Tracked } from "./working.ts";

/** How the lines of one collection name their category: themselves, or through the goods they refer to. */
interface Parted {
  readonly collection: string;
  readonly line: Entity;
  readonly own: string | null;
  readonly goods: { readonly key: string; readonly entity: Entity; readonly category: string } | null;
}

const parted = new WeakMap<Entity, readonly Parted[]>();

const refTo = (e: Entity | undefined, target: string | null): string | null =>
  Object.entries(e?.fields ?? {}).find(([, field]) => field.kind === "ref" && field.target === target)?.[0] ?? null;

/** The collections whose lines part a numbered document by category, as their declarations tell; records without a number are no documents. */
export function partedLines(declared: Declared, e: Entity): readonly Parted[] {
  const known = parted.get(e);
  if (known) return known;
  const [categories, items] = [permitted(declared, "categories"), permitted(declared, "items")];
  const goods = items === null || items === e.name ? undefined : declared.entities.get(items);
  const category = refTo(goods, categories);
  const lines = e.number && categories ? Object.entries(e.lines as Record<string, Entity>) : [];
  const found = lines.flatMap(([collection, line]): Parted[] => {
    const own = refTo(line, categories);
    const key = goods && category ? refTo(line, goods.name) : null;
    return own || key ? [{ collection, line, own, goods: key ? { key, entity: goods!, category: category! } : null }] : [];
  });
  parted.set(e, found);
  return found;
}

const isLimited = (me: Me): boolean => me.audience === "internal" && me.categories !== "all";

/** The lines whose category the caller may see. */
function lineWithin({ own, goods }: Parted, scope: Scope): Where {
  const byGoods: Where[] = goods
    ? [{ ...(own ? { [own]: null } : {}), [goods.key]: { row: permittedBy(goods.category, scope), of: goods.entity.name } }]
    : [];
  return { any: [...(own ? [permittedBy(own, scope)] : []), ...byGoods] };
}

const withoutCategory = ({ own, goods }: Parted): Where => ({ ...(own ? { [own]: null } : {}), ...(goods ? { [goods.key]: null } : {}) });

/** A document is seen when one line is permitted and none is without a category; a line read by itself is judged by itself. */
export function linesScope(declared: Declared, e: Entity, me: Me): readonly Where[] {
  if (!isLimited(me)) return [];
  const all = partedLines(declared, e);
  if (all.length === 0) return [];
  return [
    { any: all.map((one) => ({ [one.collection]: { some: lineWithin(one, me.categories) } })) },
    ...all.map((one) => ({ [one.collection]: { none: withoutCategory(one) } })),
  ];
}

export function lineScope(declared: Declared, document: Entity, collection: string, me: Me): readonly Where[] {
  const one = isLimited(me) ? partedLines(declared, document).find((part) => part.collection === collection) : undefined;
  return one ? [lineWithin(one, me.categories)] : [];
}

/** The goods that lines without a category of their own refer to, each with its category: one statement for all documents. */
export async function goodsOf(declared: Declared, e: Entity, rows: readonly Row[], db: Reading): Promise<ReadonlyMap<string, Row>> {
  const all = partedLines(declared, e);
  const wanted = all.flatMap(({ collection, own, goods }) =>
    rows.flatMap((row) =>
      ((row[collection] ?? []) as Row[]).flatMap((line) => (goods && !(own && line[own]) ? (line[goods.key] ?? []) : [])),
    ),
  ) as string[];
  const goods = all.find((one) => one.goods)?.goods;
  if (!goods || wanted.length === 0) return new Map();
  const text = `select id, ${q(goods.category)} from ${q(goods.entity.name)} where id = any($1::text[])`;
  const found = await db.query<Row>(text, [[...new Set(wanted)]]);
  return new Map(found.map((row) => [row["id"] as string, row]));
}

function refused(declared: Declared, e: Entity, row: Row, goods: ReadonlyMap<string, Row>, me: Me): Refusal | null {
  const [cn, en] = declared.entity(permitted(declared, "categories")!).label;
  const all = partedLines(declared, e);
  if (all.every(({ collection }) => ((row[collection] ?? []) as Row[]).length === 0))
    return refuse("PERM_LINE", `请至少填写一行您有权限的${cn}`, `Add at least one line in a ${en.toLowerCase()} you have permission for`, {
      http: 403,
    });
  for (const { collection, own, goods: by } of all)
    for (const [i, line] of ((row[collection] ?? []) as Row[]).entries()) {
      const category = (own && line[own]) || (by && goods.get(String(line[by.key]))?.[by.category]);
      if (typeof category === "string" && isWithin(me.categories, category)) continue;
      const no = String(line["lineNum"] ?? i + 1);
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
export const judgesLines = (declared: Declared, e: Entity, me: Me): boolean => isLimited(me) && partedLines(declared, e).length > 0;

/** Whoever is limited changes a document only while every line of it, before and after, is within the limits. */
export async function checkLines({ ws, command, homes, declared, doer, verbs, refusals }: Attempt, db: Reading): Promise<void> {
  const e = homes?.document ?? command.entity;
  if (!judgesLines(declared, e, doer.me)) return;
  const named = new Set(homes ? homes.ids.values() : [...command.targets.flatMap((t) => t.id ?? []), ...(command.removes ?? [])]);
  const isNamed = (one: Tracked): boolean =>
    one.entity === e && (named.has(one.row["id"]) || (one.before === null && e === command.entity));
  const touched = [...new Set([...verbs.keys(), ...ws.roots])].filter(isNamed);
  const rows = touched.flatMap((one) => [...(one.before ? [copyOf(one)] : []), ...(one.removed ? [] : [one.row])]);
  const goods = await goodsOf(declared, e, rows, db);
  for (const row of rows) {
    const refusal = refused(declared, e, row, goods, doer.me);
    if (refusal) return void refusals.push(refusal);
  }
}
