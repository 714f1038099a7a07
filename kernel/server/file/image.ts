import { open, readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { fileNo } from "#kernel/file.ts";
import { bmpSize, readBmp } from "./bmp.ts";

/** More pixels than any camera makes; above it a small file would eat the memory. */
const pixelsMost = 100_000_000;
const edgeMost = 4096;

sharp.cache(false);
sharp.concurrency(1);

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Width and height; a picture whose own header cannot be read is no picture. */
export async function imageSize(path: string, suffix: string): Promise<{ readonly width: number; readonly height: number }> {
  const found =
    suffix === "bmp"
      ? bmpSize(await headOf(path))
      : await sharp(path)
          .metadata()
          .catch(() => null);
  if (!found?.width || !found.height || found.width * found.height > pixelsMost) throw fileNo.mismatch();
  return { width: found.width, height: found.height };
}

async function openImage(path: string, suffix: string): Promise<Sharp> {
  if (suffix !== "bmp") return sharp(path, { limitInputPixels: pixelsMost, animated: suffix === "gif", failOn: "error" });
  const pixels = readBmp(await readFile(path));
  if (!pixels) throw fileNo.mismatch();
  return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
}

/** What a browser gets for a picture of this kind. */
export const shownAs = (suffix: string): { readonly suffix: string; readonly mimeType: string } =>
  suffix === "gif"
    ? { suffix: "gif", mimeType: "image/gif" }
    : suffix === "png" || suffix === "bmp"
      ? { suffix: "png", mimeType: "image/png" }
      : { suffix: "jpg", mimeType: "image/jpeg" };

const encode = (image: Sharp, suffix: string): Sharp =>
  ({ gif: () => image.gif(), png: () => image.png(), jpg: () => image.jpeg({ quality: 90, mozjpeg: false }) })[
    shownAs(suffix).suffix as "gif" | "png" | "jpg"
  ]();

/** The same picture drawn anew: turned upright, without place, camera and whatever else lay in its metadata. */
export async function redraw(path: string, suffix: string, target: string): Promise<void> {
  await encode((await openImage(path, suffix)).rotate(), suffix)
    .toFile(target)
    .catch(() => {
      throw fileNo.mismatch();
    });
}

/** At most w × h, never larger than the original. */
export async function resize(path: string, suffix: string, w: number | null, h: number | null): Promise<Buffer> {
  const clamp = (edge: number | null) => (edge === null ? null : Math.min(edgeMost, Math.max(1, Math.floor(edge))));
  const image = (await openImage(path, suffix))
    .rotate()
    .resize({ width: clamp(w) ?? undefined, height: clamp(h) ?? undefined, fit: "inside", withoutEnlargement: true });
  return encode(image, suffix).toBuffer();
}

/** A still picture that the page writer understands. */
export const still = async (path: string, suffix: string): Promise<Buffer> =>
  (suffix === "gif" ? sharp(path, { limitInputPixels: pixelsMost }) : await openImage(path, suffix))
    .rotate()
    .resize({ width: 2400, height: 2400, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer();

/** A small still picture on white, for places that know no transparency. */
export async function thumbnail(
  path: string,
  suffix: string,
  edge: number,
): Promise<{ readonly jpeg: Uint8Array; readonly width: number; readonly height: number }> {
  const image = suffix === "gif" ? sharp(path, { limitInputPixels: pixelsMost }) : await openImage(path, suffix);
  const { data, info } = await image
    .rotate()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: new Uint8Array(data), width: info.width, height: info.height };
}
