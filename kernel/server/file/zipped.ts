import type { Readable } from "node:stream";
import yazl from "yazl";
import { cleanName, distinctNames, fileLimits, fileNo } from "#kernel/file.ts";
import type { Context } from "../call.ts";
import { logAccess, type FileParts, type FileRow } from "./parts.ts";
import { allOf } from "./see.ts";
import { disposition } from "./send.ts";

/** Formats that are compressed already; packing them again costs time and gains nothing. */
const packed = /^(zip|rar|7z|gz|tgz|xz|bz2|jpg|jpeg|png|gif|webp|heic|mp3|mp4|m4a|mov|avi|mkv|webm|docx|xlsx|pptx|odt|ods|odp|ofd|pdf)$/;

function zipOf(parts: FileParts, rows: readonly FileRow[]): { readonly stream: Readable; readonly stop: () => void } {
  const zip = new yazl.ZipFile();
  const names = distinctNames(rows.map((row) => row.originalFileName));
  let current: Readable | null = null;
  let stopped = false;
  const output = zip.outputStream as Readable;
  rows.forEach((row, i) => {
    const options = { size: Number(row.fileSize), mtime: new Date(row.creationDate), compress: !packed.test(row.suffixName) };
    zip.addReadStreamLazy(names[i]!, options, (give) => {
      if (stopped) return;
      parts.storages
        .of(row.storageCode)
        .read(row.fileName)
        .then(
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
  const { stream, stop } = zipOf(parts, rows);
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
