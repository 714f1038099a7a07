import type { Context } from "./call.ts";
import type { RecordAccess } from "./file/parts.ts";
import type { Kernel } from "./kernel.ts";
import { q } from "./schema.ts";
import { mayPress, verbOf } from "./verb.ts";

/** Attachments follow their record: who may read it may read them, who may change it may change them. */
export function recordAccess(kernel: Kernel): RecordAccess {
  const { declared, finder } = kernel;
  const fileFields = [...declared.entities.values()].flatMap((e) =>
    Object.entries(e.fields)
      .filter(([, f]) => f.kind === "files")
      .map(([key]) => ({ table: e.name, key })),
  );
  return {
    exists: (name) => declared.entities.has(name),
    mayRead: async (ctx: Context, name, id) => {
      const e = declared.entities.get(name);
      return e !== undefined && !e.internal && finder.sees(e, id, ctx.me);
    },
    mayChange: async (ctx: Context, name, id) => {
      const e = declared.entities.get(name);
      if (!e || e.internal) return false;
      const verb = verbOf(e, "saveOrUpdate")!;
      return mayPress(ctx.me, e, verb.button, verb.who, declared) && finder.sees(e, id, ctx.me);
    },
    async referencesFile(fileId) {
      for (const { table, key } of fileFields)
        if (await kernel.db.one(`select 1 from ${q(table)} where ',' || ${q(key)} || ',' like '%,' || $1 || ',%' limit 1`, [fileId]))
          return true;
      return false;
    },
  };
}
