import type { Declared } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import type { Reading } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { q } from "../database/schema.ts";

/** The documents that some lines belong to: a line has no life of its own, whoever changes it changes its document. */
export interface Homes {
  readonly document: Entity;
  /** By the id of a line, or of the row that a new line goes under. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The row above a line; null for a document and for owned rows, which have versions and locks of their own. */
export function above(declared: Declared, e: Entity): { readonly entity: Entity; readonly collection: string } | null {
  const parent = declared.parent(e);
  return parent && parent.collection in parent.entity.lines ? parent : null;
}

/** Climbs from lines to their documents, one statement per level; null when the entity is a document itself. */
export async function homesOf(
  declared: Declared,
  e: Entity,
  lines: readonly string[],
  parents: readonly string[],
  db: Reading,
): Promise<Homes | null> {
  let place = above(declared, e);
  if (!place) return null;
  let at = await climb(e, new Map(lines.map((id) => [id, id])), db);
  for (const id of parents) at.set(id, id);
  for (let next = above(declared, place.entity); next; next = above(declared, place.entity)) {
    at = await climb(place.entity, at, db);
    place = next;
  }
  return { document: place.entity, ids: at };
}

async function climb(e: Entity, at: ReadonlyMap<string, string>, db: Reading): Promise<Map<string, string>> {
  if (at.size === 0) return new Map();
  const rows = await db.query<{ id: string; parentId: string }>(prepared(`select id, "parentId" from ${q(e.name)} where id = any($1)`), [
    [...new Set(at.values())],
  ]);
  const up = new Map(rows.map((row) => [row.id, row.parentId]));
  return new Map([...at].flatMap(([id, now]) => (up.has(now) ? [[id, up.get(now)!] as const] : [])));
}
