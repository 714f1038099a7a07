import type { Declared } from "../../declared.ts";
import type { Entity, Me } from "../../entity.ts";
import type { Command, Doer, Outcome } from "../act/attempt.ts";
import type { Finder } from "../find/find.ts";
import { todoTables } from "../home/todo.ts";
import { scopeOf } from "../find/visible.ts";

/** What one request changed elsewhere. */
export interface Followed {
  readonly me: Me;
  readonly entities: Set<string>;
}

/** Knows, while a request is answered, which lists its acts made stale beside the documents its reply brings. An act of a job has no reply and leaves nothing here. */
export class Following {
  readonly #finder: Finder;
  readonly #open = new Map<string, Followed>();
  readonly #views: ReadonlyMap<string, readonly string[]>;

  constructor(finder: Finder) {
    this.#finder = finder;
    this.#views = viewsOver(finder.declared);
  }

  open(requestId: string, me: Me): Followed {
    const followed = { me, entities: new Set<string>() };
    this.#open.set(requestId, followed);
    return followed;
  }

  close(requestId: string): void {
    this.#open.delete(requestId);
  }

  /** After a commit. */
  heard(command: Command, doer: Doer, outcome: Outcome, todosChanged: boolean): void {
    const entities = this.#open.get(doer.requestId)?.entities;
    if (!entities) return;
    const isBrought = broughtBy(command, outcome, this.#finder.declared);
    for (const doc of outcome.changed) {
      const names = new Set([doc.entity.name, ...doc.changes.map((change) => change.entity.name)]);
      for (const view of this.#views.get(doc.entity.name) ?? []) names.add(view);
      if (isBrought(doc.id)) names.delete(command.entity.name);
      for (const name of names) entities.add(name);
    }
    if (todosChanged) for (const name of todoTables) entities.add(name);
  }

  /** As far as the caller may read them; empty for a call that only read. */
  told({ me, entities }: Followed): string {
    if (entities.size === 0) return "";
    const { declared } = this.#finder;
    return [...entities].filter((name) => this.#mayList(declared.entity(name), me)).join(",");
  }

  #mayList(e: Entity, me: Me): boolean {
    return !e.internal && this.#finder.mayRead(e, me) && scopeOf(this.#finder.declared, e, me) !== null;
  }
}

/** Which changed documents the reply of a plain action brings itself: those it names; for rows that are lines, whatever they stand in. */
function broughtBy(command: Command, outcome: Outcome, declared: Declared): (id: string) => boolean {
  if (!command.brings) return () => false;
  if (declared.parent(command.entity)) return () => true;
  const named = [...command.targets.map((target) => target.id), ...(command.removes ?? []), ...outcome.documents.map((row) => row["id"])];
  const ids = new Set<unknown>(named);
  return (id) => ids.has(id);
}

/** Views by the documents their statements read: a list of tasks follows the processes it is read from. */
function viewsOver(declared: Declared): Map<string, string[]> {
  const over = new Map<string, string[]>();
  const documentOf = (e: Entity): Entity => {
    const parent = declared.parent(e);
    return parent ? documentOf(parent.entity) : e;
  };
  for (const [view, text] of declared.modules.flatMap((m) => Object.entries(m.views ?? {}))) {
    const read = [...text.matchAll(/"(\w+)"/g)].flatMap(([, name]) => declared.entities.get(name!) ?? []);
    for (const name of new Set(read.map((e) => documentOf(e).name))) over.set(name, [...(over.get(name) ?? []), view]);
  }
  return over;
}
