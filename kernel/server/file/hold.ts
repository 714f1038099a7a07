import { fileLimits, fileNo, suffixOf, type FileRule } from "#kernel/file.ts";
import { say } from "#kernel/text.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "../http/call.ts";
import type { Db } from "../database/db.ts";
import { countOf, insertFiles, newRow } from "./admit.ts";
import { logAccess, type FileParts, type FileRow } from "./parts.ts";
import { allOf, needButton, needTarget, removable, rowsOf, visible } from "./see.ts";

/** What a save changes in one file field of one record. */
export interface FileChange {
  readonly functionId: string;
  readonly businessId: string;
  readonly valueKey: string;
  readonly rule: FileRule;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Binds the named files to their records inside the save's transaction and marks those no longer named; a file of another record is refused. Three statements for any number of lines. */
export async function bindFiles(db: Pick<Db, "query">, userId: string, now: Date, changes: readonly FileChange[]): Promise<void> {
  const owner = new Map<string, FileChange>();
  for (const change of changes) {
    if (change.after.length > change.rule.maxCount) throw fileNo.count(change.rule.maxCount);
    for (const id of change.after) {
      if (change.before.includes(id)) continue;
      if (owner.has(id)) throw fileNo.foreign();
      owner.set(id, change);
    }
  }
  const dropped = changes.flatMap((c) =>
    c.before.filter((id) => !c.after.includes(id)).map((id) => ({ id, f: c.functionId, b: c.businessId })),
  );
  if (owner.size > 0) {
    const rows = await db.query<FileRow>(`select * from "BaseFile" where "id" = any($1) order by "id" for update`, [[...owner.keys()]]);
    if (rows.length !== owner.size) throw fileNo.notFound();
    for (const row of rows) mustFit(row, owner.get(row.id)!, userId);
    await db.query(
      `update "BaseFile" f set "functionId" = c.f, "businessId" = c.b, "valueKey" = c.v, "visibleTo" = case when c.i then 'INTERNAL_ONLY' else f."visibleTo" end, "deletedFlag" = 'N', "deletedAt" = null, "lastUpdatedBy" = $2, "lastUpdateDate" = $3, "versionNum" = "versionNum" + 1
       from jsonb_to_recordset($1::jsonb) as c(id text, f text, b text, v text, i boolean) where f."id" = c.id`,
      [
        JSON.stringify(
          [...owner].map(([id, c]) => ({
            id,
            f: c.functionId,
            b: c.businessId,
            v: c.valueKey,
            i: c.rule.visibleTo === "INTERNAL_ONLY",
          })),
        ),
        userId,
        now,
      ],
    );
  }
  if (dropped.length > 0)
    await db.query(
      `update "BaseFile" f set "deletedFlag" = 'Y', "deletedAt" = $3, "lastUpdatedBy" = $2, "lastUpdateDate" = $3, "versionNum" = "versionNum" + 1
       from jsonb_to_recordset($1::jsonb) as c(id text, f text, b text) where f."id" = c.id and f."functionId" = c.f and f."businessId" = c.b and f."deletedFlag" = 'N'
       and not exists (select 1 from "BaseFile" newer where newer."versionOf" = f."id")`,
      [JSON.stringify(dropped), userId, now],
    );
}

function mustFit(row: FileRow, change: FileChange, userId: string): void {
  const isOwn = row.functionId === change.functionId && row.businessId === change.businessId;
  const isFree = row.businessId === "" && row.uploadedBy === userId && (row.functionId === "" || row.functionId === change.functionId);
  if (!isOwn && !isFree) throw fileNo.foreign();
  if (row.scanStatus === "INFECTED") throw fileNo.infected();
  mustObey(row, change.rule);
}

/** What was said at the upload holds at the save: a file that came without naming its field finds the same door. */
function mustObey(row: FileRow, rule: FileRule): void {
  const { formats } = rule;
  if (formats.length > 0 && !formats.includes(suffixOf(row.originalFileName))) throw fileNo.ext(row.suffixName, formats);
  if (Number(row.fileSize) > rule.maxSize) throw fileNo.size(rule.maxSize);
  if (rule.descRequired && row.fileDesc.trim() === "") throw fileNo.desc();
}

/** An attachment of one document that a rule gave to another: the other gets a file of its own over the same bytes. Answers the new ids by the old. */
export async function handOver(
  db: Pick<Db, "query">,
  userId: string,
  now: Date,
  to: Omit<FileChange, "before" | "after">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<FileRow>(`select * from "BaseFile" where "id" = any($1) order by "id" for update`, [ids]);
  if (rows.length !== ids.length) throw fileNo.notFound();
  for (const row of rows) if (row.scanStatus === "INFECTED") throw fileNo.infected();
  const { functionId, businessId, valueKey, rule } = to;
  const made = rows.map((row) => ({
    ...copyOf(userId, now, row, { functionId, businessId, valueKey, supplierId: row.supplierId, uploadedBy: row.uploadedBy }),
    ...(rule.visibleTo === "INTERNAL_ONLY" ? { visibleTo: rule.visibleTo } : {}),
  }));
  await insertFiles(db, made);
  await db.query(countSharers, [[...new Set(rows.map((row) => row.fileName))]]);
  return new Map(rows.map((row, i) => [row.id, made[i]!.id]));
}

const countSharers = `update "BaseFile" f set "refCount" = c.n from (select "fileName", count(*)::int as n from "BaseFile" where "fileName" = any($1) group by 1) c where f."fileName" = c."fileName"`;

export interface Removed {
  readonly deleted: string[];
  readonly refused: { readonly id: string; readonly code: string; readonly msg: string }[];
}

const told = (ctx: Context, id: string, no: Refusal) => ({ id, code: no.code, msg: say(no.text, ctx.language) });

/** Marks files as deleted; the bytes stay, and a record that still names a file gets it back at night. */
export async function removeFiles(parts: FileParts, ctx: Context, ids: readonly string[]): Promise<Removed> {
  const wanted = [...new Set(ids)];
  if (wanted.length > fileLimits.deleteIds) throw fileNo.tooMany(fileLimits.deleteIds);
  const seen = await visible(parts, ctx, await rowsOf(ctx, wanted));
  for (const functionId of new Set(seen.map((row) => row.functionId))) needButton(parts, ctx, functionId, "remove");
  const free = await removable(parts, ctx, seen);
  const deleted = free.map((row) => row.id);
  if (deleted.length > 0)
    await ctx.db.tx(async (tx) => {
      await tx.query(
        `update "BaseFile" set "deletedFlag" = 'Y', "deletedAt" = $2, "lastUpdatedBy" = $3, "lastUpdateDate" = $2, "versionNum" = "versionNum" + 1 where "id" = any($1) and "deletedFlag" = 'N'`,
        [deleted, ctx.now, ctx.me.userId],
      );
      await logAccess(tx, ctx, "DELETE", deleted);
    });
  const known = new Set(seen.map((row) => row.id));
  const gone = new Set(deleted);
  return {
    deleted,
    refused: wanted.filter((id) => !gone.has(id)).map((id) => told(ctx, id, known.has(id) ? fileNo.denyCall() : fileNo.notFound())),
  };
}

/** New rows over the same bytes: whoever may read the originals and change the target may have them there too. */
export async function copyFiles(
  parts: FileParts,
  ctx: Context,
  ids: readonly string[],
  to: Pick<FileRow, "functionId" | "businessId" | "valueKey">,
): Promise<FileRow[]> {
  if (new Set(ids).size > fileLimits.count) throw fileNo.tooMany(fileLimits.count);
  const sources = await allOf(parts, ctx, ids, "download");
  if (sources.length === 0) throw fileNo.noId();
  await needTarget(parts, ctx, to.functionId, to.businessId);
  const rule = parts.ruleOf(to.functionId, to.valueKey || null);
  for (const row of sources) mustObey(row, rule);
  // Copies for a record that is not saved yet are counted when it is.
  if (to.businessId !== "" && (await countOf(ctx, to)) + sources.length > rule.maxCount) throw fileNo.count(rule.maxCount);
  return ctx.db.tx(async (tx) => {
    const locked = await tx.query<FileRow>(`select * from "BaseFile" where "id" = any($1) order by "id" for update`, [
      sources.map((row) => row.id),
    ]);
    if (locked.length !== sources.length) throw fileNo.notFound();
    const supplierId = ctx.me.audience === "supplier" ? ctx.me.supplierId : null;
    const made = await insertFiles(
      tx,
      sources.map((row) =>
        copyOf(ctx.me.userId, ctx.now, row, {
          ...to,
          supplierId,
          ...(rule.visibleTo === "INTERNAL_ONLY" ? { visibleTo: rule.visibleTo } : {}),
        }),
      ),
    );
    await tx.query(countSharers, [[...new Set(sources.map((row) => row.fileName))]]);
    await logAccess(
      tx,
      ctx,
      "COPY",
      sources.map((row) => row.id),
    );
    return made;
  });
}

/** What makes a file the same file; history and version are each record's own. */
const sameInCopies = [
  ...(["originalFileName", "fileName", "fileSize", "suffixName", "mimeType", "sha256", "path", "fileDesc", "storageCode"] as const),
  ...(["scanStatus", "visibleTo", "previewFileId", "previewStatus", "imageWidth", "imageHeight"] as const),
];

/** Same bytes, same name and description, another record. */
function copyOf(userId: string, now: Date, row: FileRow, to: Partial<FileRow>): FileRow {
  const same = Object.fromEntries(sameInCopies.map((key) => [key, row[key]])) as Pick<FileRow, (typeof sameInCopies)[number]>;
  return newRow(userId, now, { ...same, ...to });
}
