import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Context } from "../http/call.ts";
import { actorOf, type FileParts, type FileRow, type Stamp } from "./parts.ts";
import { send, sendStored } from "./send.ts";

/** Why a copy leaves the store, and for whom: whoever a ticket was made for, else the caller. */
export interface CopyFor {
  readonly use: "VIEW" | "DOWNLOAD";
  readonly userId?: string | null;
  /** The file whose document says what is drawn, where another one was made of it. */
  readonly of?: FileRow;
}

/** What a module draws across a copy of this file; nothing on anything but a PDF. */
export async function stampFor(parts: FileParts, ctx: Context, row: FileRow, { use, userId, of = row }: CopyFor): Promise<Stamp | null> {
  const asked = row.suffixName === "pdf" ? parts.stamps.get(of.functionId) : undefined;
  return (await asked?.(of, { use, userId: userId === undefined ? actorOf(ctx) : userId, now: ctx.now })) ?? null;
}

/** A copy with the stamp on every page, as a file that the caller removes; the stored one stays as it is. */
export async function stampedCopy(parts: FileParts, row: FileRow, stamp: Stamp): Promise<{ readonly path: string; remove(): void }> {
  const [source, path] = [0, 1].map(() => join(parts.temp, `${randomUUID()}.pdf`)) as [string, string];
  try {
    await pipeline(await parts.storages.of(row.storageCode).read(row.fileName), createWriteStream(source, { mode: 0o600, flags: "wx" }));
    await parts.preview.stamp(source, path, stamp);
    return { path, remove: () => void rm(path, { force: true }) };
  } finally {
    await rm(source, { force: true });
  }
}

/** Sends a stored file, or a stamped copy of it where a module asks for one. */
export async function sendCopy(parts: FileParts, ctx: Context, row: FileRow, how: CopyFor): Promise<unknown> {
  const stamp = await stampFor(parts, ctx, row, how);
  const inline = how.use === "VIEW";
  if (!stamp) return sendStored(parts, ctx, row, inline);
  const copy = await stampedCopy(parts, row, stamp);
  const { size } = await stat(copy.path);
  ctx.reply.raw.once("close", copy.remove);
  return send(ctx, {
    name: row.originalFileName,
    mimeType: row.mimeType,
    size,
    etag: randomUUID(),
    inline,
    open: async (range) => createReadStream(copy.path, range ?? {}),
  });
}
