import type { Entity } from "../../entity.ts";
import type { Field } from "../../field.ts";
import type { FieldError } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { titleKey, type Attempt } from "./attempt.ts";
import { askedOf, choosing } from "./choosing.ts";
import type { Reading } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { referencesOf } from "./references.ts";
import { savedFields } from "./saved-fields.ts";
import { q } from "../database/schema.ts";
import { verbOf } from "./verb.ts";
import type { Row } from "../find/visible.ts";
import type { Tracked } from "./working.ts";

/** A newly chosen reference whose field limits the choice. */
interface Choice {
  readonly field: Field;
  readonly target: Entity;
  readonly id: string;
  readonly path: string;
}

const isLimited = ({ kind, pick, computed }: Field): boolean => (kind === "ref" || kind === "refs") && pick !== undefined && !computed;
const limitedIn = savedFields(isLimited);

/** The fields that some reference to the entity limits its choice by: read together with the names of chosen rows. */
const keysOf = new WeakMap<Attempt["declared"], ReadonlyMap<string, ReadonlySet<string>>>();
export function pickKeys({ declared }: Attempt, target: Entity): string[] {
  const keys = keysOf.get(declared) ?? referencesOf(declared).chosenBy;
  keysOf.set(declared, keys);
  return [...(keys.get(target.name) ?? [])].filter((key) => key in target.fields).toSorted();
}

const idsOf = (value: unknown): string[] => [value].flat().filter((id): id is string => typeof id === "string");

type Ids = (t: Tracked, key: string) => string[];
/** What was chosen before stays chosen. */
const newIds: Ids = ({ row, before }, key) => {
  const stored = new Set(idsOf(before?.[key]));
  return idsOf(row[key]).filter((id) => !stored.has(id));
};
const allIds: Ids = ({ row }, key) => idsOf(row[key]);

const choices = ({ declared }: Attempt, saved: Tracked, at: string, ids: Ids): Choice[] =>
  limitedIn(saved, at, ({ t, key, field, path }) => {
    const target = declared.entities.get(field.target!);
    return target ? ids(t, key).map((id) => ({ field, target, id, path })) : [];
  });

const idsOfDocument: Readonly<Record<ReturnType<typeof askedOf>, Ids>> = { all: allIds, new: newIds, none: () => [] };

/** References among what an action asks for. */
function inputChoices({ command, declared }: Attempt): Choice[] {
  const { entity, action, targets } = command;
  if (action === "saveOrUpdate" || action === "delete") return [];
  const limited = Object.entries(verbOf(entity, action)?.input ?? {}).filter(([, field]) => isLimited(field));
  return limited.flatMap(([path, field]) => {
    const target = declared.entities.get(field.target!);
    return target ? targets.flatMap(({ input }) => idsOf(input[path]).map((id) => ({ field, target, id, path }))) : [];
  });
}

/** A reference leads only to rows that its field offers, whatever way a document comes in: page, call, copy, conversion or workbook. */
export async function checkPicked(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const named = choosing(attempt).flatMap(([t, path]) => choices(attempt, t, path, idsOfDocument[askedOf(attempt, t)]));
  const all = [...inputChoices(attempt), ...named];
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
