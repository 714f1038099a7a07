import type { Entity } from "../entity.ts";
import type { Field } from "../field.ts";
import type { FieldError } from "../refusal.ts";
import type { Attempt } from "./attempt.ts";
import type { Reading } from "./db.ts";
import { prepared } from "./find.ts";
import { q } from "./schema.ts";
import type { Row } from "./visible.ts";
import type { Tracked } from "./working.ts";

/** A reference that must lead to a row agreeing with this one. */
interface Tied {
  readonly t: Tracked;
  readonly key: string;
  readonly field: Field;
  readonly target: Entity;
  readonly path: string;
}

interface Ties {
  readonly own: readonly [string, Field][];
  /** Lines, at any depth, have some. */
  readonly isBelow: boolean;
}

/** Most entities have none: asked once of each. */
const known = new WeakMap<Entity, Ties>();
function tiesOf(e: Entity): Ties {
  const there = known.get(e);
  if (there) return there;
  const below = Object.values(e.lines as Record<string, Entity>).map(tiesOf);
  const own = Object.entries(e.fields).filter(([, field]) => field.within !== undefined);
  const ties = { own, isBelow: below.some((one) => one.own.length > 0 || one.isBelow) };
  known.set(e, ties);
  return ties;
}

const isNew = ({ row, before }: Tracked, key: string, { within }: Field): boolean =>
  before === null || [key, ...Object.values(within!)].some((one) => before[one] !== row[one]);

/** What is to be asked of a saved row and of its lines. */
function tied(attempt: Attempt, t: Tracked, path: string): Tied[] {
  if (t.removed) return [];
  const ties = tiesOf(t.entity);
  const own = ties.own.flatMap(([key, field]) => {
    const target = attempt.declared.entities.get(field.target!);
    return target && t.row[key] && isNew(t, key, field) ? [{ t, key, field, target, path: path + key }] : [];
  });
  if (!ties.isBelow) return own;
  const below = t.children.flatMap((child) => {
    const rows = t.row[child.collection!] as readonly Row[];
    return tied(attempt, child, `${path}${child.collection}[${rows.indexOf(child.row)}].`);
  });
  return [...own, ...below];
}

/** What a reference leads to must agree with the row it stands in: a site with its supplier, a city with its province. Asked in one statement per table. */
export async function checkWithin(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const all = [...attempt.saved].flatMap(([t, path]) => tied(attempt, t, path));
  const groups = [...Map.groupBy(all, (one) => one.target)];
  const found = await Promise.all(groups.map(([target, some]) => foreign(attempt, db, target, some)));
  return found.flat();
}

async function foreign(attempt: Attempt, db: Reading, target: Entity, some: readonly Tied[]): Promise<FieldError[]> {
  const keys = [...new Set(some.flatMap((one) => Object.keys(one.field.within!)))].toSorted();
  const ids = [...new Set(some.map(({ t, key }) => t.row[key] as string))];
  const text = `select id, ${keys.map(q).join(", ")} from ${q(target.name)} where id = any($1)`;
  const stored = new Map((await db.query<Row>(prepared(text), [ids])).map((row) => [row["id"] as string, row]));
  return some.flatMap(({ t, key, field, path }) => {
    const theirs = attempt.ws.get(target, t.row[key])?.row ?? stored.get(t.row[key]);
    const odd = Object.entries(field.within!).find(([there, here]) => theirs && t.row[here] && theirs[there] !== t.row[here]);
    return odd ? [said(path, field, t.entity.fields[odd[1]]!)] : [];
  });
}

const said = (path: string, field: Field, of: Field): FieldError => ({
  path,
  code: "DATA_WITHIN",
  text: [`${field.label[0]}不属于所选的${of.label[0]}`, `${field.label[1]} belongs to another ${of.label[1].toLowerCase()}`],
});
