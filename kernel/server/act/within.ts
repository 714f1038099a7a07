import type { Entity } from "../../entity.ts";
import { tiesOf, type Field } from "../../field.ts";
import type { FieldError } from "../../refusal.ts";
import type { Attempt } from "./attempt.ts";
import { askedOf } from "./choosing.ts";
import type { Reading } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { savedFields, type SavedField } from "./saved-fields.ts";
import { q } from "../database/schema.ts";
import type { Row } from "../find/visible.ts";
import type { Tracked } from "./working.ts";

/** A reference that must lead to a row agreeing with this one. */
interface Tied extends SavedField {
  readonly target: Entity;
}

const tiesIn = savedFields(({ within }) => within !== undefined);

const isNew = ({ row, before }: Tracked, key: string, { within }: Field): boolean =>
  before === null || [key, ...Object.values(within!).flat()].some((name) => before[name] !== row[name]);

/** What is to be asked of a saved row and of its lines. */
const tied = ({ declared }: Attempt, row: Tracked, at: string): Tied[] =>
  tiesIn(row, at, (saved) => {
    const { t, key, field } = saved;
    const target = declared.entities.get(field.target!);
    return target && t.row[key] && isNew(t, key, field) ? [{ ...saved, target }] : [];
  });

/** What a reference leads to must agree with the row it stands in: a site with its supplier, a city with its province. Asked in one statement per table. */
export async function checkWithin(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const all = [...attempt.saved].flatMap(([t, path]) => (askedOf(attempt, t) === "none" ? [] : tied(attempt, t, path)));
  const groups = [...Map.groupBy(all, ({ target }) => target)];
  const found = await Promise.all(groups.map(([target, some]) => foreign(attempt, db, target, some)));
  return found.flat();
}

async function foreign(attempt: Attempt, db: Reading, target: Entity, some: readonly Tied[]): Promise<FieldError[]> {
  const keys = [...new Set(some.flatMap(({ field }) => Object.keys(field.within!)))].toSorted();
  const ids = [...new Set(some.map(({ t, key }) => t.row[key] as string))];
  const text = `select id, ${keys.map(q).join(", ")} from ${q(target.name)} where id = any($1)`;
  const stored = new Map((await db.query<Row>(prepared(text), [ids])).map((row) => [row["id"] as string, row]));
  return some.flatMap(({ t, key, field, path }) => {
    const theirs = attempt.ws.get(target, t.row[key])?.row ?? stored.get(t.row[key]);
    const odd = tiesOf(field.within!).find(
      ([there, here]) => theirs && t.row[here[0]!] && !here.some((name) => theirs[there] === t.row[name]),
    );
    return odd ? [disagreement(path, field, t.entity.fields[odd[1][0]!]!)] : [];
  });
}

const disagreement = (path: string, field: Field, of: Field): FieldError => ({
  path,
  code: "DATA_WITHIN",
  text: [`${field.label[0]}不属于所选的${of.label[0]}`, `${field.label[1]} belongs to another ${of.label[1].toLowerCase()}`],
});
