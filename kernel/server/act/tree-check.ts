import type { Entity } from "../../entity.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Attempt } from "./attempt.ts";
import type { Reading } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { locks } from "../database/locks.ts";
import { q } from "../database/schema.ts";
import type { Tracked } from "./working.ts";

type Above = (id: string) => string | null;

const isMoved = ({ entity: { tree }, row, before, removed }: Tracked): boolean =>
  tree !== undefined && !removed && Boolean(row[tree.parent]) && before?.[tree.parent] !== row[tree.parent];

/** A tree must stay one: no row may become its own ancestor, none deeper than declared. Rows moved together are judged as they will stand. */
export async function checkTrees(attempt: Attempt, db: Reading, place: (refusal: Refusal, path: string) => void): Promise<void> {
  const { ws, saved, refusals } = attempt;
  for (const [e, moved] of Map.groupBy([...ws.all()].filter(isMoved), (t) => t.entity)) {
    const { parent } = e.tree!;
    // Two branches moved at once, each under the other, share no row: they must not be judged side by side.
    if (moved.some((t) => t.before)) await db.query("select pg_advisory_xact_lock($1, hashtext($2))", [locks.tree, e.name]);
    const stored = await lineage(db, e, [...new Set(moved.map((t) => t.row[parent] as string))]);
    const above: Above = (id) => {
      const known = ws.get(e, id);
      return (known ? (known.row[parent] as string | null) : stored.get(id)) ?? null;
    };
    for (const t of moved) {
      const path = saved.get(t);
      const refusal = judge(t, above, path !== undefined);
      if (!refusal) continue;
      if (path) place(refusal, path);
      refusals.push(refusal);
    }
  }
}

/** What stands above what, from these rows up to the top, in one statement. */
async function lineage(db: Reading, e: Entity, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const parent = q(e.tree!.parent);
  const rows = await db.query<{ id: string; above: string | null }>(
    prepared(`with recursive up as (
        select id, ${parent} as above from ${q(e.name)} where id = any($1)
        union select p.id, p.${parent} from ${q(e.name)} p join up on p.id = up.above)
      select id, above from up`),
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.above]));
}

/** Why a row may not stand where it is put; said at its field when the row itself was sent. */
function judge({ entity: e, row }: Tracked, above: Above, isSent: boolean): Refusal | null {
  const tree = e.tree!;
  const way: string[] = [];
  let at = row[tree.parent] as string | null;
  for (; at && at !== row["id"] && way.length < 100; at = above(at)) way.push(at);
  const isCircle = at !== null && at === row["id"];
  if (!isCircle && (tree.depth === undefined || way.length < tree.depth)) return null;
  const [code, ...text] = isCircle
    ? (tree.cycle ?? (["TREE_CYCLE", "层级不能成环", "The hierarchy would become circular"] as const))
    : ([tree.deep ?? "TREE_DEPTH", `不能超过${tree.depth}级`, `Not deeper than ${tree.depth} levels`] as const);
  return refuse(code, ...text, isSent ? { fieldErrors: [{ path: tree.parent, code, text }] } : {});
}
