import type { Declared } from "../../declared.ts";
import { Refusal } from "../../refusal.ts";
import type { Find, LockAhead, Rule } from "../../rule.ts";
import type { Reading } from "../database/db.ts";
import { q } from "../database/schema.ts";
import { prepared } from "../find/find.ts";
import { Params, storedKeys, whereSql } from "../find/sql.ts";
import type { Row } from "../find/visible.ts";
import type { Command } from "./attempt.ts";
import { Wanted } from "./wanted.ts";

/** Takes the locks of all rows in one statement: entity by entity in their one order, the rows of each in the order of their ids. */
export async function lockAll(db: Pick<Reading, "query">, declared: Declared, wanted: Wanted): Promise<void> {
  const ordered = [...wanted.ids].sort(([a], [b]) => declared.rank(a) - declared.rank(b));
  if (ordered.length === 0) return;
  const params = new Params();
  const locked = ([e, ids]: (typeof ordered)[number]): string =>
    `select t.id from ${q(e.name)} t where ${whereSql(e, "t", { id: [...ids].sort() }, params, declared)} order by t.id for update`;
  const texts = ordered.map(locked);
  // Rows of a union are read part after part, and with them their locks are taken.
  const text = texts.length === 1 ? texts[0]! : texts.map((value, i) => `select ${i} from (${value}) x`).join(" union all ");
  await db.query(prepared(text), params.values);
}

/** A document whose rule says what it will lock. */
interface Asked {
  readonly rule: Rule;
  readonly id: string;
}

const askedFor = (declared: Declared, all: readonly LockAhead[]): readonly Asked[] =>
  all.flatMap(([e, id, action]) => {
    const rule = id && action ? declared.rule(declared.entity(e.name), action) : undefined;
    return id && rule?.locks ? [{ rule, id }] : [];
  });

const deepest = 4;

/**
 * The rows that an action will lock, as far as its rules declare them. They are read without locks: whatever changes before
 * they are locked is noticed when the locked documents are read.
 */
export async function lockedAhead(
  declared: Declared,
  { entity, action, targets }: Pick<Command, "entity" | "action" | "targets">,
  db: Reading,
  find: Find,
): Promise<Wanted> {
  const wanted = new Wanted();
  let asked = askedFor(
    declared,
    targets.map(({ id }) => [entity, id, action]),
  );
  try {
    for (let depth = 0; depth < deepest && asked.length > 0; depth++) {
      const found = (
        await Promise.all([...Map.groupBy(asked, ({ rule }) => rule)].map((group) => ofRule(declared, group, db, find)))
      ).flat();
      for (const [e, id] of found) if (id) wanted.add(e, id);
      asked = askedFor(declared, found);
    }
  } catch (error) {
    // What is missing or not allowed is refused when the action itself is decided.
    if (!(error instanceof Refusal)) throw error;
  }
  return wanted;
}

async function ofRule(
  declared: Declared,
  [rule, asked]: readonly [Rule, readonly Asked[]],
  db: Reading,
  find: Find,
): Promise<readonly LockAhead[]> {
  const rows = await headers(declared, rule.entity, [...new Set(asked.map(({ id }) => id))], db);
  return (await Promise.all(rows.map((row) => rule.locks!(row, find)))).flat();
}

function headers(declared: Declared, e: Rule["entity"], ids: readonly string[], db: Reading): Promise<Row[]> {
  const params = new Params();
  const columns = storedKeys(declared, e).map((key) => `t.${q(key)}`);
  const named = whereSql(e, "t", { id: ids }, params, declared);
  return db.query<Row>(prepared(`select ${columns.join(", ")} from ${q(e.name)} t where ${named}`), params.values);
}
