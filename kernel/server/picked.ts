import type { Entity } from "../entity.ts";
import type { Field, Fields } from "../field.ts";
import type { FieldError } from "../refusal.ts";
import type { Text } from "../text.ts";
import { titleKey, type Attempt } from "./attempt.ts";
import type { Reading } from "./db.ts";
import { prepared } from "./find.ts";
import { referencesOf } from "./references.ts";
import { q } from "./schema.ts";
import { verbOf } from "./verb.ts";
import type { Row } from "./visible.ts";
import type { Tracked } from "./working.ts";

/** A newly chosen reference whose field limits the choice. */
interface Choice {
  readonly field: Field;
  readonly target: Entity;
  readonly id: string;
  readonly path: string;
}

interface Limited {
  readonly own: readonly [string, Field][];
  readonly isBelow: boolean;
}

const isLimited = ({ kind, pick }: Field): boolean => (kind === "ref" || kind === "refs") && pick !== undefined;
const limitedOf = (fields: Fields): [string, Field][] => Object.entries(fields).filter(([, field]) => isLimited(field) && !field.computed);

/** Asked once per entity. */
const known = new WeakMap<Entity, Limited>();
function limitedIn(e: Entity): Limited {
  const found = known.get(e);
  if (found) return found;
  const below = Object.values(e.lines as Record<string, Entity>).map(limitedIn);
  const made = { own: limitedOf(e.fields), isBelow: below.some((line) => line.own.length > 0 || line.isBelow) };
  known.set(e, made);
  return made;
}

/** The fields that some reference to the entity limits its choice by: read together with the names of chosen rows. */
const keysOf = new WeakMap<Attempt["declared"], ReadonlyMap<string, ReadonlySet<string>>>();
export function pickKeys({ declared }: Attempt, target: Entity): string[] {
  const keys = keysOf.get(declared) ?? referencesOf(declared).chosenBy;
  keysOf.set(declared, keys);
  return [...(keys.get(target.name) ?? [])].filter((key) => key in target.fields).toSorted();
}

const idsOf = (value: unknown): string[] => [value].flat().filter((id): id is string => typeof id === "string");

/** What was chosen before stays chosen; so does what a row copies from the older row that it revises. */
function newIds({ row, before }: Tracked, key: string, { keptBy }: Field): string[] {
  if (before === null && keptBy && row[keptBy]) return [];
  const stored = new Set(idsOf(before?.[key]));
  return idsOf(row[key]).filter((id) => !stored.has(id));
}

function choices(attempt: Attempt, t: Tracked, path: string): Choice[] {
  if (t.removed) return [];
  const limited = limitedIn(t.entity);
  const own = limited.own.flatMap(([key, field]) => {
    const target = attempt.declared.entities.get(field.target!);
    return target ? newIds(t, key, field).map((id) => ({ field, target, id, path: path + key })) : [];
  });
  if (!limited.isBelow) return own;
  const below = t.children.flatMap((child) => {
    const rows = t.row[child.collection!] as readonly Row[];
    return choices(attempt, child, `${path}${child.collection}[${rows.indexOf(child.row)}].`);
  });
  return [...own, ...below];
}

/** References among what an action asks for. */
function inputChoices({ command, declared }: Attempt): Choice[] {
  const { entity, action, targets } = command;
  if (action === "saveOrUpdate" || action === "delete") return [];
  return limitedOf(verbOf(entity, action)?.input ?? {}).flatMap(([path, field]) => {
    const target = declared.entities.get(field.target!);
    return target ? targets.flatMap(({ input }) => idsOf(input[path]).map((id) => ({ field, target, id, path }))) : [];
  });
}

/** A reference leads only to rows that its field offers, whatever way a document comes in: page, call, copy, conversion or workbook. */
export async function checkPicked(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const all = [...inputChoices(attempt), ...[...attempt.saved].flatMap(([t, path]) => choices(attempt, t, path))];
  const groups = [...Map.groupBy(all, ({ target }) => target)];
  return (await Promise.all(groups.map(([target, some]) => misfits(attempt, db, target, some)))).flat();
}

/** The rows as they stand in this attempt, else as read with their names, else read now. */
async function misfits(attempt: Attempt, db: Reading, target: Entity, some: readonly Choice[]): Promise<FieldError[]> {
  const rowOf = (id: string): Row | undefined => attempt.ws.get(target, id)?.row ?? attempt.chosen.get(titleKey(target, id));
  const unread = [...new Set(some.flatMap(({ id }) => (rowOf(id) ? [] : [id])))];
  if (unread.length) {
    const text = `select id, ${pickKeys(attempt, target).map(q).join(", ")} from ${q(target.name)} where id = any($1)`;
    for (const row of await db.query<Row>(prepared(text), [unread])) attempt.chosen.set(titleKey(target, row["id"]), row);
  }
  return some.flatMap(({ field, id, path }) => {
    const row = rowOf(id);
    const key = row && Object.keys(field.pick!).find((name) => name in target.fields && !fits(row[name], field.pick![name]));
    return key ? [misfit(path, field, target, key, String(row[key]))] : [];
  });
}

/** The words of a filter: a value, a list of them, or several with commas between. */
function fits(value: unknown, wanted: unknown): boolean {
  const allowed = [wanted].flat().flatMap((part) => (typeof part === "string" ? part.split(",") : [part]));
  return idsOf(value).some((part) => allowed.includes(part)) || allowed.includes(value);
}

function misfit(path: string, field: Field, target: Entity, key: string, value: string): FieldError {
  const state = key === target.stateField ? (target.states as Record<string, Text> | undefined)?.[value] : undefined;
  const text: Text = state
    ? [
        `所选${field.label[0]}的状态为“${state[0]}”，不能选用，请另选`,
        `The chosen ${field.label[1].toLowerCase()} is ${state[1].toLowerCase()} and cannot be used; choose another`,
      ]
    : [
        `所选${field.label[0]}不在可选范围内，请另选`,
        `The chosen ${field.label[1].toLowerCase()} is not among those offered; choose another`,
      ];
  return { path, code: "DATA_BARRED", text };
}
