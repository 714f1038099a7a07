import type { Entity } from "../../entity.ts";
import type { Field } from "../../field.ts";
import type { Row } from "../find/visible.ts";
import type { Tracked } from "./working.ts";

interface Found {
  readonly own: readonly [string, Field][];
  /** Lines, at any depth, have some. */
  readonly isBelow: boolean;
}

/** A field of a saved row, with the path it is named by in errors. */
export interface SavedField {
  readonly t: Tracked;
  readonly key: string;
  readonly field: Field;
  readonly path: string;
}

/** Looks through saved rows and their lines for the fields of one sort. Most entities have none: asked once of each. */
export function savedFields(
  isWanted: (field: Field) => boolean,
): <T>(t: Tracked, path: string, of: (saved: SavedField) => readonly T[]) => T[] {
  const known = new WeakMap<Entity, Found>();
  const foundIn = (e: Entity): Found => {
    const before = known.get(e);
    if (before) return before;
    const below = Object.values(e.lines as Record<string, Entity>).map(foundIn);
    const own = Object.entries(e.fields).filter(([, field]) => isWanted(field));
    const found = { own, isBelow: below.some((line) => line.own.length > 0 || line.isBelow) };
    known.set(e, found);
    return found;
  };
  return function look<T>(t: Tracked, path: string, of: (saved: SavedField) => readonly T[]): T[] {
    if (t.removed) return [];
    const { own, isBelow } = foundIn(t.entity);
    const here = own.flatMap(([key, field]) => of({ t, key, field, path: path + key }));
    if (!isBelow) return here;
    const below = t.children.flatMap((child) => {
      const rows = t.row[child.collection!] as readonly Row[];
      return look(child, `${path}${child.collection}[${rows.indexOf(child.row)}].`, of);
    });
    return [...here, ...below];
  };
}
