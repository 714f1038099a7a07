import type { Readable } from "node:stream";
import type { Range } from "#bridges/storage.ts";
import type { Context } from "../http/call.ts";
import type { FileParts, FileRow } from "./parts.ts";

/** RFC 6266: a plain name for old readers, the true one beside it. */
export function disposition(name: string, how: "attachment" | "inline"): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  const full = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** One range of a file, "unmet" when it lies outside, null when all is asked (several ranges count as all). */
export function readRange(header: string | undefined, size: number): Range | "unmet" | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!found || (found[1] === "" && found[2] === "")) return null;
  const suffix = found[1] === "";
  const start = suffix ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = suffix || found[2] === "" ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (start >= size || (suffix && Number(found[2]) === 0)) return "unmet";
  return end < start ? null : { start, end };
}

export interface Sending {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly etag: string;
  readonly inline?: boolean;
  readonly open: (range?: Range) => Promise<Readable>;
}

/** Streams with range and resume; nothing sent here is ever rendered in our own name. */
export async function send(ctx: Context, what: Sending): Promise<unknown> {
  const { reply, request } = ctx;
  const etag = `"${what.etag}"`;
  const ifRange = request.headers["if-range"];
  const range = ifRange !== undefined && ifRange !== etag ? null : readRange(request.headers.range, what.size);
  reply.headers({
    "content-type": what.inline ? what.mimeType : "application/octet-stream",
    "content-disposition": disposition(what.name, what.inline ? "inline" : "attachment"),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
    "accept-ranges": "bytes",
    etag,
  });
  if (range === "unmet")
    return reply.code(416).header("content-range", `bytes */${what.size}`).header("content-type", "text/plain").send("");
  const stream = await what.open(range ?? undefined);
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${what.size}`);
  reply.header("content-length", range ? range.end - range.start + 1 : what.size);
  reply.raw.once("close", () => stream.destroy());
  return reply.send(stream);
}

export const sendStored = (parts: FileParts, ctx: Context, row: FileRow, inline = false): Promise<unknown> =>
  send(ctx, {
    name: row.originalFileName,
    mimeType: row.mimeType,
    size: Number(row.fileSize),
    etag: row.sha256,
    inline,
    open: (range) => parts.storages.of(row.storageCode).read(row.fileName, range),
  });
