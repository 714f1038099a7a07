import { createHash, randomUUID, type Hash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileLimits, fileNo } from "#kernel/file.ts";
import { shift } from "#kernel/time.ts";
import type { Context } from "../http/call.ts";
import { admit, precheck, total, type Target } from "./admit.ts";
import { shown, type FileParts, type FileRow } from "./parts.ts";
import { readDeclared, readTarget } from "./receive.ts";
import { rowsOf } from "./see.ts";
import { giveBack } from "./usage.ts";

interface UploadRow {
  readonly id: string;
  readonly originalFileName: string;
  readonly fileSize: string;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly received: string;
  readonly sha256: string;
  readonly target: Target;
  readonly fileId: string | null;
}

export const partialFile = (parts: FileParts, uploadId: string): string => join(parts.temp, `${uploadId}.chunks`);

/** The running check sum of an upload whose chunks come in order; lost with the process, then the file is read once at the end. */
interface Running {
  readonly hash: Hash;
  next: number;
}
const running = new Map<string, Running>();
const runningMost = 200;

function runningOf(uploadId: string, isFresh: boolean): Running | undefined {
  const found = running.get(uploadId);
  if (found || !isFresh) return found;
  if (running.size >= runningMost) running.delete(running.keys().next().value!);
  const made = { hash: createHash("sha256"), next: 0 };
  running.set(uploadId, made);
  return made;
}

const openMost = 20;

/** Begins an upload, or finds the one this user began before with the same content and target: what has arrived is not sent again. */
export async function beginUpload(parts: FileParts, ctx: Context, body: Readonly<Record<string, unknown>>): Promise<object> {
  const declared = readDeclared(body);
  const target = readTarget(body);
  await precheck(parts, ctx, target, [declared], fileLimits.size);
  giveBack(parts, declared.size);
  const open = await ctx.db.query<UploadRow>(
    `select * from "BaseFileUpload" where "createdBy" = $1 and "expiresAt" > $2 and "fileId" is null order by "creationDate" desc`,
    [ctx.me.userId, ctx.now],
  );
  const same = open.find(
    (row) =>
      row.sha256 === declared.sha256 &&
      Number(row.fileSize) === declared.size &&
      JSON.stringify(readTarget({ ...row.target })) === JSON.stringify(target),
  );
  const row = same ?? (await newUpload(ctx, declared, target, open.length));
  return { uploadId: row.id, received: row.received, chunkSize: row.chunkSize, chunkCount: row.chunkCount };
}

async function newUpload(ctx: Context, declared: ReturnType<typeof readDeclared>, target: Target, open: number): Promise<UploadRow> {
  if (open >= openMost) throw fileNo.tooMany(openMost);
  const chunkCount = Math.max(1, Math.ceil(declared.size / fileLimits.chunk));
  const expires = shift(ctx.now, { hours: fileLimits.uploadHours });
  const row = await ctx.db.one<UploadRow>(
    `insert into "BaseFileUpload" ("id","createdBy","creationDate","lastUpdatedBy","lastUpdateDate","versionNum","originalFileName","fileSize","chunkSize","chunkCount","received","sha256","expiresAt","target")
     values ($1,$2,$3,$2,$3,1,$4,$5,$6,$7,repeat('0',$7),$8,$9,$10) returning *`,
    [
      randomUUID(),
      ctx.me.userId,
      ctx.now,
      declared.name.slice(0, 255),
      declared.size,
      fileLimits.chunk,
      chunkCount,
      declared.sha256,
      expires,
      JSON.stringify({ ...target, name: declared.name }),
    ],
  );
  return row!;
}

/** Somebody else's upload, an expired one and one that never was are answered alike. */
async function uploadOf(ctx: Context, uploadId: unknown): Promise<UploadRow> {
  const row =
    typeof uploadId === "string"
      ? await ctx.db.one<UploadRow>(`select * from "BaseFileUpload" where "id" = $1 and "createdBy" = $2 and "expiresAt" > $3`, [
          uploadId,
          ctx.me.userId,
          ctx.now,
        ])
      : null;
  if (!row) throw fileNo.expired();
  return row;
}

async function writeAt(file: string, body: Buffer, position: number): Promise<void> {
  const handle = await open(file, constants.O_CREAT | constants.O_RDWR, 0o600);
  await handle.write(body, 0, body.length, position).finally(() => handle.close());
}

/** Writes one chunk at its place; the same chunk twice does no harm. The row stays locked meanwhile, so that what is hashed is what lies on the disk. */
export async function takeChunk(parts: FileParts, ctx: Context, uploadId: unknown, index: unknown, body: Buffer): Promise<object> {
  const { id } = await uploadOf(ctx, uploadId);
  const at = Number(index);
  const { row, isNew } = await ctx.db.tx(async (tx) => {
    const row = await tx.one<UploadRow>(`select * from "BaseFileUpload" where "id" = $1 for update`, [id]);
    if (!row) throw fileNo.expired();
    if (row.fileId !== null || !Number.isSafeInteger(at) || at < 0 || at >= row.chunkCount) throw fileNo.chunk();
    if (body.length !== Math.min(row.chunkSize, Number(row.fileSize) - at * row.chunkSize)) throw fileNo.chunk();
    if (row.received[at] === "1") return { row, isNew: false };
    await writeAt(partialFile(parts, id), body, at * row.chunkSize);
    const after = await tx.one<UploadRow>(
      `update "BaseFileUpload" set "received" = overlay("received" placing '1' from $2 for 1), "lastUpdateDate" = $3, "versionNum" = "versionNum" + 1 where "id" = $1 returning *`,
      [id, at + 1, ctx.now],
    );
    return { row: after!, isNew: true };
  });
  const sum = isNew ? runningOf(id, at === 0) : undefined;
  if (sum?.next === at) {
    sum.hash.update(body);
    sum.next += 1;
  }
  return { received: row.received };
}

/** The check sum of the whole; only what did not come in order, or before a restart, is read again. */
async function wholeSum(parts: FileParts, row: UploadRow): Promise<string> {
  const known = running.get(row.id);
  const hash = known ? known.hash.copy() : createHash("sha256");
  const from = (known?.next ?? 0) * row.chunkSize;
  if (from < Number(row.fileSize))
    for await (const piece of createReadStream(partialFile(parts, row.id), { start: from, highWaterMark: 1 << 20 }))
      hash.update(piece as Buffer);
  return hash.digest("hex");
}

const completing = new Map<string, Promise<FileRow>>();

/** Ends an upload: all chunks there, the sum right, then the same road as any other file. Asked again it answers the same file. */
export async function completeUpload(parts: FileParts, ctx: Context, uploadId: unknown): Promise<object> {
  const row = await uploadOf(ctx, uploadId);
  if (row.fileId !== null) {
    const [done] = await rowsOf(ctx, [row.fileId]);
    if (!done) throw fileNo.expired();
    return shown(done, ctx.me.zone);
  }
  if (row.received.includes("0")) throw fileNo.chunk();
  const work = completing.get(row.id) ?? finish(parts, ctx, row).finally(() => completing.delete(row.id));
  completing.set(row.id, work);
  return shown(await work, ctx.me.zone);
}

async function finish(parts: FileParts, ctx: Context, row: UploadRow): Promise<FileRow> {
  const file = partialFile(parts, row.id);
  const declared = { name: (row.target as Target & { name: string }).name, size: Number(row.fileSize), sha256: row.sha256 };
  const target = readTarget({ ...row.target });
  await precheck(parts, ctx, target, [declared], fileLimits.size);
  try {
    const sha256 = await wholeSum(parts, row);
    const [fileRow] = await admit(parts, ctx, target, [declared], [{ ...declared, file, sha256 }]);
    await ctx.db.query(`update "BaseFileUpload" set "fileId" = $2, "lastUpdateDate" = $3 where "id" = $1`, [row.id, fileRow!.id, ctx.now]);
    return fileRow!;
  } catch (error) {
    // Bytes that failed their check are worthless: the next try begins anew.
    giveBack(parts, total([declared]));
    await ctx.db.query(`delete from "BaseFileUpload" where "id" = $1`, [row.id]);
    throw error;
  } finally {
    running.delete(row.id);
    await rm(file, { force: true });
  }
}
