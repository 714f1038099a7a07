import type { Entity } from "../../entity.ts";
import type { Context } from "../http/call.ts";
import type { RecordAccess } from "../file/parts.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { isPerson, mayPress, verbOf } from "../act/verb.ts";
import type { Row } from "../find/visible.ts";

/** Attachments follow their record: who may read it may read them, who may change it as it stands now may change them. */
export function recordAccess(kernel: Kernel): RecordAccess {
  const { db, declared, finder } = kernel;
  const fileFields = [...declared.entities.values()].flatMap((e) =>
    Object.entries(e.fields)
      .filter(([, f]) => f.kind === "files")
      .map(([key]) => ({ table: e.name, key })),
  );

  /** The document that is saved when this row is: a line is saved by its parent, whatever owns itself by itself. */
  async function savedWith(e: Entity, id: string): Promise<{ readonly entity: Entity; readonly row: Row } | null> {
    const row = await db.one<Row>(`select * from ${q(e.name)} where id = $1`, [id]);
    const parent = e.saves === undefined ? declared.parent(e) : undefined;
    return row && parent ? savedWith(parent.entity, String(row["parentId"])) : row && { entity: e, row };
  }

  return {
    exists: (name) => declared.entities.has(name),
    mayRead: async (ctx: Context, name, id) => {
      const e = declared.entities.get(name);
      return e !== undefined && !e.internal && finder.sees(e, id, ctx.me);
    },
    mayChange: async (ctx: Context, name, id) => {
      const e = declared.entities.get(name);
      if (!e || e.internal || !(await finder.isOwn(e, id, ctx.me))) return false;
      const saved = await savedWith(e, id);
      const verb = saved && verbOf(saved.entity, "saveOrUpdate")!;
      if (!verb || !mayPress(ctx.me, saved.entity, verb.button, verb.who, declared)) return false;
      return isPerson(ctx.me, saved.row, verb.who) && (verb.from?.includes(saved.row[saved.entity.stateField]) ?? true);
    },
    async referencesFile(fileId) {
      for (const { table, key } of fileFields)
        if (await db.one(`select 1 from ${q(table)} where ',' || ${q(key)} || ',' like '%,' || $1 || ',%' limit 1`, [fileId])) return true;
      return false;
    },
  };
}
