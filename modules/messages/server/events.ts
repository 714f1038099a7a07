import type { Entity } from "#kernel/entity.ts";
import { alias, columns, every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { msgEvent } from "../event.entity.ts";

/** The declared event with this code, or this id, as it is stored. */
export function eventBy(db: Pick<Db, "one">, key: "id" | "eventCode", value: string): Promise<Row | null> {
  const e = every(msgEvent);
  return db.one<Row>(sql`select ${columns(e, "id", "eventCode", "msgKind", "sample", "variables")} from ${e} where ${e[key]} = ${value}`);
}

/** The document an event is about, with all its columns: whether somebody who gets a message about it may open it is asked for each reader. */
export function documentBy(db: Pick<Db, "one">, entity: Entity, id: string): Promise<Row | null> {
  const e = every(entity);
  return db.one<Row>(sql`select ${alias(e)}.* from ${e} where ${e.id} = ${id}`);
}
