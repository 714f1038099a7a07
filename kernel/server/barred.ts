import type { Entity } from "../entity.ts";
import type { Field } from "../field.ts";
import type { FieldError } from "../refusal.ts";
import type { Attempt } from "./attempt.ts";
import type { Reading } from "./db.ts";
import { prepared } from "./find.ts";
import { q } from "./schema.ts";
import type { Row } from "./visible.ts";
import type { Tracked } from "./working.ts";

/** A reference newly chosen that must not lead to a row standing so. */
interface Chosen {
  readonly t: Tracked;
  readonly key: string;
  readonly field: Field;
  readonly target: Entity;
  readonly path: string;
}

interface Guarded {
  readonly own: readonly [string, Field][];
  readonly isBelow: boolean;
}

/** Most entities have none: asked once of each. */
const known = new WeakMap<Entity, Guarded>();
function guardedOf(e: Entity): Guarded {
  const there = known.get(e);
  if (there) return there;
  const below = Object.values(e.lines as Record<string, Entity>).map(guardedOf);
  const own = Object.entries(e.fields).filter(([, field]) => field.bars !== undefined);
  const made = { own, isBelow: below.some((one) => one.own.length > 0 || one.isBelow) };
  known.set(e, made);
  return made;
}

/** New is what was not there before; a row made to stand for an older one keeps what that one has. */
const isNew = ({ row, before }: Tracked, key: string, { bars }: Field): boolean =>
  before ? before[key] !== row[key] : !(bars!.keptBy && row[bars!.keptBy]);

function chosen(attempt: Attempt, t: Tracked, path: string): Chosen[] {
  if (t.removed) return [];
  const guarded = guardedOf(t.entity);
  const own = guarded.own.flatMap(([key, field]) => {
    const target = attempt.declared.entities.get(field.target!);
    return target && t.row[key] && isNew(t, key, field) ? [{ t, key, field, target, path: path + key }] : [];
  });
  if (!guarded.isBelow) return own;
  const below = t.children.flatMap((child) => {
    const rows = t.row[child.collection!] as readonly Row[];
    return chosen(attempt, child, `${path}${child.collection}[${rows.indexOf(child.row)}].`);
  });
  return [...own, ...below];
}

/** What may no longer be chosen is refused whatever way a document comes in: page, call, copy, conversion or workbook. Asked in one statement per table. */
export async function checkBarred(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const all = [...attempt.saved].flatMap(([t, path]) => chosen(attempt, t, path));
  const groups = [...Map.groupBy(all, (one) => one.target)];
  return (await Promise.all(groups.map(([target, some]) => standing(attempt, db, target, some)))).flat();
}

async function standing(attempt: Attempt, db: Reading, target: Entity, some: readonly Chosen[]): Promise<FieldError[]> {
  const keys = [...new Set(some.flatMap((one) => Object.keys(one.field.bars!.when)))].toSorted();
  const ids = [...new Set(some.map(({ t, key }) => t.row[key] as string))];
  const text = `select id, ${keys.map(q).join(", ")} from ${q(target.name)} where id = any($1)`;
  const stored = new Map((await db.query<Row>(prepared(text), [ids])).map((row) => [row["id"] as string, row]));
  return some.flatMap(({ t, key, field, target: of, path }) => {
    const theirs = attempt.ws.get(target, t.row[key])?.row ?? stored.get(t.row[key]);
    const odd = Object.entries(field.bars!.when).find(([there, states]) => theirs && states.includes(String(theirs[there])));
    return odd ? [said(path, field, of, odd[0], String(theirs![odd[0]]))] : [];
  });
}

function said(path: string, field: Field, of: Entity, at: string, state: string): FieldError {
  const words = (at === of.stateField ? (of.states as Record<string, readonly string[]> | undefined)?.[state] : undefined) ?? [
    state,
    state,
  ];
  return {
    path,
    code: "DATA_BARRED",
    text: [
      `所选${field.label[0]}的状态为“${words[0]}”，不能再选用，请另选`,
      `The ${field.label[1].toLowerCase()} is ${words[1]!.toLowerCase()} and can no longer be chosen; choose another`,
    ],
  };
}
