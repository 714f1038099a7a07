import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileLimits } from "#kernel/file.ts";
import { shift } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";
import type { FileParts, FileRow } from "./parts.ts";
import { partialFile } from "./large.ts";
import { previewPath } from "./preview.ts";

export interface Purged {
  readonly restored: number;
  readonly removed: number;
  readonly uploads: number;
}

const step = 500;

/** Deleted on screen but never saved: the record still names it, so it comes back. */
async function restore(parts: FileParts, db: Db): Promise<number> {
  let restored = 0;
  let last = "";
  for (;;) {
    const rows = await db.query<Pick<FileRow, "id">>(
      `select "id" from "BaseFile" where "deletedFlag" = 'Y' and "businessId" <> '' and "scanStatus" <> 'INFECTED' and "id" > $1 order by "id" limit ${step}`,
      [last],
    );
    const back: string[] = [];
    for (const { id } of rows) if (await parts.access.referencesFile(id)) back.push(id);
    if (back.length > 0) await db.query(`update "BaseFile" set "deletedFlag" = 'N', "deletedAt" = null where "id" = any($1)`, [back]);
    restored += back.length;
    if (rows.length < step) return restored;
    last = rows.at(-1)!.id;
  }
}

/** Row first, bytes after, and bytes only when no copy names them any more. */
async function removeForGood(parts: FileParts, db: Db, row: FileRow): Promise<void> {
  const left = await db.tx(async (tx) => {
    await tx.query(`select "id" from "BaseFile" where "fileName" = $1 order by "id" for update`, [row.fileName]);
    await tx.query(`update "BaseFile" set "versionOf" = null where "versionOf" = $1`, [row.id]);
    await tx.query(`delete from "BaseFile" where "id" = $1`, [row.id]);
    return tx.query<{ n: number }>(
      `with kept as (update "BaseFile" set "refCount" = greatest("refCount" - 1, 1) where "fileName" = $1 returning 1) select count(*)::int as n from kept`,
      [row.fileName],
    );
  });
  if (left[0]?.n === 0) await parts.storages.of(row.storageCode).remove(row.fileName);
}

const overdue = `
  select * from "BaseFile" f where "id" > $1 and (
    ("deletedFlag" = 'Y' and "deletedAt" < $2)
    or ("deletedFlag" = 'N' and "businessId" = '' and "path" <> '${previewPath}' and "creationDate" < $3)
    or ("path" = '${previewPath}' and "businessId" = '' and "creationDate" < $3 and not exists (select 1 from "BaseFile" o where o."previewFileId" = f."id"))
  ) order by "id" limit ${step}`;

async function removeOverdue(parts: FileParts, db: Db, now: Date): Promise<number> {
  const deleted = shift(now, { days: -fileLimits.deletedDays });
  const unbound = shift(now, { days: -fileLimits.unboundDays });
  let removed = 0;
  let last = "";
  for (;;) {
    const rows = await db.query<FileRow>(overdue, [last, deleted, unbound]);
    for (const row of rows) {
      if (row.deletedFlag === "N" && row.path !== previewPath && (await parts.access.referencesFile(row.id))) continue;
      await removeForGood(parts, db, row);
      removed += 1;
    }
    if (rows.length < step) return removed;
    last = rows.at(-1)!.id;
  }
}

/** Uploads nobody finished, and pieces in the temp folder that no row knows. */
async function removeLeftovers(parts: FileParts, db: Db, now: Date): Promise<number> {
  const gone = await db.query<{ id: string }>(`delete from "BaseFileUpload" where "expiresAt" <= $1 returning "id"`, [now]);
  await Promise.allSettled(gone.map(({ id }) => rm(partialFile(parts, id), { force: true })));
  const old = shift(now, { hours: -fileLimits.uploadHours - 1 }).getTime();
  for (const name of await readdir(parts.temp)) {
    const path = join(parts.temp, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < old) await rm(path, { recursive: true, force: true });
  }
  return gone.length;
}

/** The nightly round: gives back what a record still names, then removes what nobody may want any more. */
export async function purgeFiles(parts: FileParts, db: Db, now: Date): Promise<Purged> {
  const restored = await restore(parts, db);
  const removed = await removeOverdue(parts, db, now);
  return { restored, removed, uploads: await removeLeftovers(parts, db, now) };
}
