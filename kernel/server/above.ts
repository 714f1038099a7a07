import type { Declared } from "../declared.ts";
import type { Entity } from "../entity.ts";

/** The row above a line; null for a document and for owned rows, which have versions and locks of their own. */
export function above(declared: Declared, e: Entity): { readonly entity: Entity; readonly collection: string } | null {
  const parent = declared.parent(e);
  return parent && parent.collection in parent.entity.lines ? parent : null;
}
