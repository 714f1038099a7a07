import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { canPreview, fileNo } from "#kernel/file.ts";
import { Refusal } from "#kernel/refusal.ts";
import { inZone } from "#kernel/time.ts";
import type { Context } from "../http/call.ts";
import { keepMade } from "./keep.ts";
import type { FileParts, FileRow, Watermark } from "./parts.ts";
import { rowsOf } from "./see.ts";
import { send } from "./send.ts";
import { sendCopy } from "./stamp.ts";

/** Previews are kept as files of nobody; only this path leads to them. */
export const previewPath = "preview";

const working = new Map<string, Promise<FileRow>>();

/** Another file with the same bytes and ending may have been converted already. */
async function known(ctx: Context, row: FileRow): Promise<FileRow | null> {
  return ctx.db.one<FileRow>(
    `select p.* from "BaseFile" f join "BaseFile" p on p."id" = f."previewFileId" where f."sha256" = $1 and f."suffixName" = $2 and p."deletedFlag" = 'N' limit 1`,
    [row.sha256, row.suffixName],
  );
}

async function withCopy<T>(parts: FileParts, row: FileRow, work: (source: string, target: string) => Promise<T>): Promise<T> {
  const source = join(parts.temp, `${randomUUID()}.${row.suffixName}`);
  const target = join(parts.temp, `${randomUUID()}.pdf`);
  try {
    await pipeline(await parts.storages.of(row.storageCode).read(row.fileName), createWriteStream(source, { mode: 0o600, flags: "wx" }));
    return await work(source, target);
  } finally {
    await Promise.allSettled([rm(source, { force: true }), rm(target, { force: true })]);
  }
}

async function make(parts: FileParts, ctx: Context, row: FileRow): Promise<FileRow> {
  return withCopy(parts, row, async (source, target) => {
    await parts.preview.convert({ path: source, suffix: row.suffixName, name: row.originalFileName }, target, null);
    return keepMade(parts, ctx.db, {
      path: target,
      name: pdfName(row),
      by: "system",
      now: ctx.now,
      mimeType: "application/pdf",
      folder: previewPath,
    });
  });
}

/** Two who look at the same new file wait for one conversion. */
function makeOnce(parts: FileParts, ctx: Context, row: FileRow): Promise<FileRow> {
  const key = `${row.sha256}.${row.suffixName}`;
  const work = working.get(key) ?? make(parts, ctx, row).finally(() => working.delete(key));
  working.set(key, work);
  return work;
}

async function cached(parts: FileParts, ctx: Context, row: FileRow): Promise<FileRow> {
  const [own] = row.previewFileId ? await rowsOf(ctx, [row.previewFileId]) : [];
  const done = own ?? (await known(ctx, row)) ?? (await makeOnce(parts, ctx, row));
  if (!own) await ctx.db.query(`update "BaseFile" set "previewFileId" = $2, "previewStatus" = 'DONE' where "id" = $1`, [row.id, done.id]);
  return done;
}

/** User, time, company: printed when the declaration asks for it. */
async function markOf(parts: FileParts, ctx: Context, row: FileRow): Promise<Watermark | null> {
  if (row.functionId === "" || !parts.ruleOf(row.functionId, row.valueKey || null).watermark) return null;
  const { company } = await parts.settings();
  return { lines: [ctx.me.displayName || ctx.me.userName, inZone(ctx.now.toISOString(), ctx.me.zone), company].filter(Boolean) };
}

const pdfName = (row: FileRow): string => (row.suffixName === "pdf" ? row.originalFileName : `${row.originalFileName}.pdf`);

/** Answers the file as a PDF: as it is, from the cache, or freshly converted. With a watermark nothing is kept. */
export async function sendPdf(parts: FileParts, ctx: Context, row: FileRow, userId?: string | null): Promise<unknown> {
  if (!canPreview(row.suffixName)) throw fileNo.previewType();
  const copy = { use: "VIEW", of: row, ...(userId === undefined ? {} : { userId }) } as const;
  if (row.suffixName === "pdf") return sendCopy(parts, ctx, row, copy);
  const mark = await markOf(parts, ctx, row);
  try {
    if (mark) return await sendMarked(parts, ctx, row, mark);
    const pdf = await cached(parts, ctx, row);
    return await sendCopy(parts, ctx, { ...pdf, originalFileName: pdfName(row) }, copy);
  } catch (error) {
    if (error instanceof Refusal)
      await ctx.db.query(`update "BaseFile" set "previewStatus" = 'FAILED' where "id" = $1 and "previewFileId" is null`, [row.id]);
    throw error;
  }
}

async function sendMarked(parts: FileParts, ctx: Context, row: FileRow, mark: Watermark): Promise<unknown> {
  const target = join(parts.temp, `${randomUUID()}.pdf`);
  await withCopy(parts, row, async (source) =>
    parts.preview.convert({ path: source, suffix: row.suffixName, name: row.originalFileName }, target, mark),
  );
  const { size } = await stat(target);
  ctx.reply.raw.once("close", () => void rm(target, { force: true }));
  return send(ctx, {
    name: pdfName(row),
    mimeType: "application/pdf",
    size,
    etag: randomUUID(),
    inline: true,
    open: async (range) => createReadStream(target, range ?? {}),
  });
}
