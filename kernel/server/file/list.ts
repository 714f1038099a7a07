import { fileLimits, fileNo, type Attachment } from "#kernel/file.ts";
import type { Context } from "../http/call.ts";
import { shown, type FileParts, type FileRow } from "./parts.ts";
import { rowsOf, visible } from "./see.ts";

/** Earlier versions by the id of the newest. */
async function versionsOf(ctx: Context, rows: readonly FileRow[]): Promise<Map<string, FileRow[]>> {
  const heads = rows.filter((row) => row.versionOf !== null);
  const found = new Map<string, FileRow[]>();
  if (heads.length === 0) return found;
  const older = await ctx.db.query<FileRow & { head: string }>(
    `with recursive chain as (
       select h."id" as head, f.*, 1 as depth from "BaseFile" h join "BaseFile" f on f."id" = h."versionOf" where h."id" = any($1)
       union all
       select c.head, f.*, c.depth + 1 from chain c join "BaseFile" f on f."id" = c."versionOf" where c.depth < 100)
     select * from chain where "deletedFlag" = 'N' order by head, depth`,
    [heads.map((row) => row.id)],
  );
  for (const row of older) found.set(row.head, [...(found.get(row.head) ?? []), row]);
  return found;
}

/** The asked files in the asked order; what is missing or may not be seen is left out and only counted. */
export async function listFiles(parts: FileParts, ctx: Context, ids: readonly string[]): Promise<{ rows: Attachment[]; missing: number }> {
  const wanted = [...new Set(ids)];
  if (wanted.length > fileLimits.count) throw fileNo.tooMany(fileLimits.count);
  const rows = await visible(parts, ctx, await rowsOf(ctx, wanted));
  const versions = await versionsOf(ctx, rows);
  const listed = rows.map((row) => {
    const older = (versions.get(row.id) ?? []).filter(
      (fileRow) => fileRow.functionId === row.functionId && fileRow.businessId === row.businessId && fileRow.visibleTo === row.visibleTo,
    );
    return older.length > 0
      ? { ...shown(row, ctx.me.zone), versions: older.map((fileRow) => shown(fileRow, ctx.me.zone)) }
      : shown(row, ctx.me.zone);
  });
  return { rows: listed, missing: wanted.length - rows.length };
}
