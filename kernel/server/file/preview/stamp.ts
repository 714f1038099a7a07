import { readFile, writeFile } from "node:fs/promises";
import { PDFDocument, type PDFImage } from "@cantoo/pdf-lib";
import type { Stamp } from "../parts.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}
const keyOf = ({ width, height }: Size): string => `${Math.round(width)}x${Math.round(height)}`;

/** Whether the file lists its objects in a stream: a reader expects an appended part to list them likewise. */
const listsInStream = (bytes: Buffer): boolean => {
  const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.subarray(-2048).toString("latin1"))?.[1] ?? -1);
  return (
    at >= 0 &&
    !bytes
      .subarray(at, at + 8)
      .toString("latin1")
      .trimStart()
      .startsWith("xref")
  );
};

async function pictureIn(doc: PDFDocument, picture: string | null | undefined): Promise<PDFImage | null> {
  if (!picture) return null;
  const bytes = Buffer.from(picture, "base64");
  return bytes[0] === 0x89 ? doc.embedPng(bytes) : doc.embedJpg(bytes);
}

/**
 * Draws a stamp across every page. It is appended behind the file, which stays byte for byte what it was: signatures in it hold for
 * what was signed. `sheets` writes the stamp alone, a page for each size.
 */
export async function drawStamp(
  path: string,
  target: string,
  stamp: Stamp,
  sheets: (sizes: readonly Size[]) => Promise<Uint8Array>,
): Promise<void> {
  const bytes = await readFile(path);
  const doc = await PDFDocument.load(bytes, { forIncrementalUpdate: true, updateMetadata: false });
  const sizes = new Map(doc.getPages().map((page) => [keyOf(page.getSize()), page.getSize()]));
  const drawn = await doc.embedPdf(
    await sheets([...sizes.values()]),
    [...sizes.keys()].map((_, i) => i),
  );
  const picture = await pictureIn(doc, stamp.picture);
  const keys = [...sizes.keys()];
  for (const page of doc.getPages()) {
    const { width, height } = page.getSize();
    if (picture) {
      const { width: w, height: h } = picture.scaleToFit(width / 3, height / 3);
      page.drawImage(picture, { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h, opacity: stamp.opacity / 100 });
    }
    page.drawPage(drawn[keys.indexOf(keyOf({ width, height }))]!);
    doc.context.snapshot?.markRefForSave(page.ref);
  }
  await writeFile(target, await doc.save({ useObjectStreams: listsInStream(bytes) }), { mode: 0o600 });
}
