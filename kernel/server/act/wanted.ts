import type { Entity } from "../../entity.ts";

/** Which rows an action locks besides the documents it was called on. */
export class Wanted {
  readonly ids = new Map<Entity, Set<string>>();
  /** Rules name an entity as it is declared, calls as their product refines it: both mean the same rows. */
  readonly #byName = new Map<string, Set<string>>();
  add(e: Entity, id: string): void {
    const known = this.#byName.get(e.name);
    if (known) return void known.add(id);
    const ids = new Set([id]);
    this.#byName.set(e.name, ids);
    this.ids.set(e, ids);
  }
  has(e: Entity, id: string): boolean {
    return this.#byName.get(e.name)?.has(id) ?? false;
  }
  /** Whether all of the other's rows are among these. */
  covers(other: Wanted): boolean {
    return [...other.ids].every(([e, ids]) => [...ids].every((id) => this.has(e, id)));
  }
  merge(other: Wanted): void {
    for (const [e, ids] of other.ids) for (const id of ids) this.add(e, id);
  }
}

/** Thrown when a decision needs a row locked that was not foreseen; the action is tried again with the row in its plan. */
export class Replan extends Error {
  readonly entity: Entity;
  readonly id: string;
  constructor(e: Entity, id: string) {
    super(`${e.name} ${id} must be locked`);
    this.entity = e;
    this.id = id;
  }
}
