import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { cleanName, fileLimits, fileNo, imageFormats, isImage, suffixOf } from "#kernel/file.ts";
import type { Context } from "../http/call.ts";
import type { Arrived } from "./admit.ts";
import { redraw, resize, shownAs } from "./image.ts";
import { sumOf } from "./keep.ts";
import type { FileParts, FileRow } from "./parts.ts";
import { receive } from "./receive.ts";
import { disposition } from "./send.ts";
import { sniff } from "./sniff.ts";

/** Avatars, logos and pictures in texts are drawn anew, so that neither metadata nor anything hidden travels with them. */
async function redrawn(parts: FileParts, arrived: Arrived): Promise<Arrived> {
  const suffix = suffixOf(cleanName(arrived.name));
  await sniff(arrived.file, suffix);
  const file = join(parts.temp, `${randomUUID()}.part`);
  try {
    await redraw(arrived.file, suffix, file);
    const { size } = await stat(file);
    const name =
      suffix === shownAs(suffix).suffix || suffix === "jpeg"
        ? arrived.name
        : arrived.name.replace(/\.[^.]*$/, `.${shownAs(suffix).suffix}`);
    return { file, name, size, sha256: await sumOf(file) };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(arrived.file, { force: true });
  }
}

/** Pictures only, whatever the record otherwise takes. */
export async function receivePictures(parts: FileParts, ctx: Context, atMost: number): Promise<FileRow[]> {
  const meta = ctx.request.passage?.upload?.meta;
  const names = meta?.files.map((file) => file.name) ?? [];
  const picturesOnly = names.every((name) => imageFormats.includes(suffixOf(cleanName(name))));
  return receive(parts, ctx, {
    most: fileLimits.large,
    atMost,
    refuse: picturesOnly ? null : fileNo.imageType(),
    change: (arrived) => redrawn(parts, arrived),
  });
}

/** A picture in the size asked for; small files are read once, resized in memory and may stand inside a page. */
export async function sendPicture(parts: FileParts, ctx: Context, row: FileRow, w: number | null, h: number | null): Promise<unknown> {
  if (!isImage(row.suffixName)) throw fileNo.imageType();
  const source = join(parts.temp, `${randomUUID()}.${row.suffixName}`);
  try {
    await pipeline(await parts.storages.of(row.storageCode).read(row.fileName), createWriteStream(source, { mode: 0o600, flags: "wx" }));
    const bytes = await resize(source, row.suffixName, w, h);
    return ctx.reply
      .headers({
        "content-type": shownAs(row.suffixName).mimeType,
        "content-disposition": disposition(row.originalFileName, "inline"),
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "private, max-age=300",
      })
      .send(bytes);
  } finally {
    await rm(source, { force: true });
  }
}
