import { companions } from "../../../entity.ts";
import type { Fields } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { isSame } from "../../../page-document.ts";
import type { PickedRecord } from "../records.ts";

/** Records as they are named now, by what they are and their id. */
export type Records = ReadonlyMap<string, PickedRecord>;

export const recordKey = (target: string, id: string): string => `${target} ${id}`;

/** References of a row that were chosen here: their names did not come with the stored row. */
export const chosenIn = (fields: Fields, row: Row, base: Row | null): readonly (readonly [key: string, target: string, id: string])[] =>
  Object.entries(fields).flatMap(([key, { target, kind }]) =>
    target && kind === "ref" && row[key] && !isSame(base?.[key], row[key]) ? [[key, target, String(row[key])] as const] : [],
  );

/** A row with the names that its chosen references have now; names it holds as fields of its own are the writer's. */
export function renamed(fields: Fields, row: Row, base: Row | null, records: Records): Row {
  const names = chosenIn(fields, row, base).flatMap(([key, target, id]) => {
    const record = records.get(recordKey(target, id));
    const { code, name } = companions(key);
    return record ? [[code, record.code] as const, [name, record.name] as const].filter(([at, text]) => text && !(at in fields)) : [];
  });
  return names.length === 0 ? row : { ...row, ...Object.fromEntries(names) };
}
