import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import yazl from "yazl";
import { cleanName, distinctNames, fileLimits, fileNo } from "#kernel/file.ts";
import type { Context } from "../http/call.ts";
import { logAccess, type FileParts, type FileRow } from "./parts.ts";
import { allOf } from "./see.ts";
import { disposition } from "./send.ts";
import { stampedCopy, stampFor } from "./stamp.ts";

/** Formats that are compressed already; packing them again costs time and gains nothing. */
const packed = /^(zip|rar|7z|gz|tgz|xz|bz2|jpg|jpeg|png|gif|webp|heic|mp3|mp4|m4a|mov|avi|mkv|webm|docx|xlsx|pptx|odt|ods|odp|ofd|pdf)$/;

function zipOf(
  parts: FileParts,
  rows: readonly FileRow[],
  copies: ReadonlyMap<string, string>,
): { readonly stream: Readable; readonly stop: () => void } {
  const zip = new yazl.ZipFile();
  const names = distinctNames(rows.map((row) => row.originalFileName));
  let current: Readable | null = null;
  let stopped = false;
  const output = zip.outputStream as Readable;
  rows.forEach((row, i) => {
    const copy = copies.get(row.id);
    const size = copy ? {} : { size: Number(row.fileSize) };
    const options = { ...size, mtime: new Date(row.creationDate), compress: !packed.test(row.suffixName) };
    zip.addReadStreamLazy(names[i]!, options, (give) => {
      if (stopped) return;
      (copy ? Promise.resolve(createReadStream(copy)) : parts.storages.of(row.storageCode).read(row.fileName)).then(
        (stream) => {
          current = stream;
          if (stopped) stream.destroy();
          else give(null, stream);
        },
        (error: Error) => give(error, null as never),
      );
    });
  });
  zip.on("error", (error) => output.destroy(error));
  zip.end();
  const stop = () => {
    stopped = true;
    current?.destroy();
    output.destroy();
  };
  return { stream: output, stop };
}

/** Stamped copies of those files that may not leave as they are stored. */
async function copiesOf(
  parts: FileParts,
  ctx: Context,
  rows: readonly FileRow[],
): Promise<Map<string, Awaited<ReturnType<typeof stampedCopy>>>> {
  const copies = new Map<string, Awaited<ReturnType<typeof stampedCopy>>>();
  try {
    for (const row of rows) {
      const stamp = await stampFor(parts, ctx, row, { use: "DOWNLOAD" });
      if (stamp) copies.set(row.id, await stampedCopy(parts, row, stamp));
    }
    return copies;
  } catch (error) {
    copies.forEach((copy) => copy.remove());
    throw error;
  }
}

/** All asked files as one streamed zip; one that may not be seen refuses the whole. */
export async function batchDownload(parts: FileParts, ctx: Context, ids: readonly string[], zipName: string): Promise<unknown> {
  if (ids.length === 0) throw fileNo.noId();
  if (new Set(ids).size > fileLimits.zipFiles) throw fileNo.tooMany(fileLimits.zipFiles);
  const rows = await allOf(parts, ctx, ids, "download");
  if (rows.reduce((sum, row) => sum + Number(row.fileSize), 0) > fileLimits.zipBytes) throw fileNo.size(fileLimits.zipBytes);
  await logAccess(
    ctx.db,
    ctx,
    "ZIP",
    rows.map((row) => row.id),
  );
  const copies = await copiesOf(parts, ctx, rows);
  ctx.reply.raw.once("close", () => copies.forEach((copy) => copy.remove()));
  const { stream, stop } = zipOf(parts, rows, new Map([...copies].map(([id, { path }]) => [id, path])));
  const name = cleanName(zipName || (ctx.language === "EN" ? "attachments" : "附件")).replace(/\.zip$/i, "");
  ctx.reply.raw.once("close", stop);
  return ctx.reply
    .headers({
      "content-type": "application/zip",
      "content-disposition": disposition(`${name}.zip`, "attachment"),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
    })
    .send(stream);
}
