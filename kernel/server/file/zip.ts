import { createInflateRaw } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { Writable, type Readable } from "node:stream";
import yauzl from "yauzl";
import { fileLimits, fileNo } from "#kernel/file.ts";

export type ZipKind =
  | "docx"
  | "docm"
  | "dotx"
  | "xlsx"
  | "xlsm"
  | "xlsb"
  | "xltx"
  | "pptx"
  | "pptm"
  | "ppsx"
  | "potx"
  | "vsdx"
  | "odt"
  | "ods"
  | "odp"
  | "ofd"
  | "epub"
  | "zip";

interface Archive {
  readonly zip: yauzl.ZipFile;
  readonly entries: readonly yauzl.Entry[];
  readonly name: (entry: yauzl.Entry) => string;
}

const nameOf = (entry: yauzl.Entry): string => (entry.fileName as unknown as Buffer).toString("utf8");

/** Reads the directory only; names stay bytes because old archives carry them in any encoding. */
async function listEntries(zip: yauzl.ZipFile): Promise<Archive> {
  if (zip.entryCount > fileLimits.inflateEntries) throw fileNo.zip();
  const entries: yauzl.Entry[] = [];
  await new Promise<void>((done, fail) => {
    zip.on("error", fail);
    zip.on("end", () => done());
    zip.on("entry", (entry: yauzl.Entry) => {
      entries.push(entry);
      if (entries.length > fileLimits.inflateEntries) fail(fileNo.zip());
      else zip.readEntry();
    });
    zip.readEntry();
  });
  return { zip, entries, name: nameOf };
}

const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false } as const;

/** Opens an archive for one piece of work and closes it whatever happens. */
export async function withZip<T>(source: string | Buffer, work: (archive: Archive) => Promise<T>): Promise<T> {
  const zip = await new Promise<yauzl.ZipFile>((done, fail) => {
    const opened = (error: Error | null, file?: yauzl.ZipFile) => (file ? done(file) : fail(error ?? new Error("zip")));
    if (typeof source === "string") yauzl.open(source, options, opened);
    else yauzl.fromBuffer(source, options, opened);
  });
  try {
    return await work(await listEntries(zip));
  } finally {
    zip.close();
  }
}

const openEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((done, fail) => zip.openReadStream(entry, (error, stream) => (error ? fail(error) : done(stream))));

/** One entry's bytes, refused beyond `most` whatever its header claims. */
export async function entryBytes(archive: Archive, entry: yauzl.Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw fileNo.zip();
  const pieces: Buffer[] = [];
  let total = 0;
  for await (const piece of await openEntry(archive.zip, entry)) {
    total += (piece as Buffer).length;
    if (total > most) throw fileNo.zip();
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

export const findEntry = (archive: Archive, name: string): yauzl.Entry | undefined =>
  archive.entries.find((entry) => archive.name(entry) === name);

const mainParts: readonly (readonly [part: string, kind: ZipKind])[] = [
  ["wordprocessingml.document.main+xml", "docx"],
  ["ms-word.document.macroEnabled.main+xml", "docm"],
  ["wordprocessingml.template.main+xml", "dotx"],
  ["spreadsheetml.sheet.main+xml", "xlsx"],
  ["ms-excel.sheet.macroEnabled.main+xml", "xlsm"],
  ["ms-excel.sheet.binary.macroEnabled.main", "xlsb"],
  ["spreadsheetml.template.main+xml", "xltx"],
  ["presentationml.presentation.main+xml", "pptx"],
  ["ms-powerpoint.presentation.macroEnabled.main+xml", "pptm"],
  ["presentationml.slideshow.main+xml", "ppsx"],
  ["presentationml.template.main+xml", "potx"],
  ["ms-visio.drawing.main+xml", "vsdx"],
];

const openDocument: Readonly<Record<string, ZipKind>> = {
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.presentation": "odp",
  "application/epub+zip": "epub",
};

/** Which document a zip really is; an office file must carry its main part, and no macros under a macro-free type. */
export const zipKind = (path: string): Promise<ZipKind> =>
  withZip(path, async (archive) => {
    const names = new Set(archive.entries.map(nameOf));
    const types = findEntry(archive, "[Content_Types].xml");
    if (types) {
      const text = (await entryBytes(archive, types, 4 << 20)).toString("utf8");
      const kind = mainParts.find(([part]) => text.includes(part))?.[1] ?? "zip";
      const folder = { d: "word/", x: "xl/", p: "ppt/" }[kind[0] ?? ""];
      if (folder && ![...names].some((name) => name.startsWith(folder))) return "zip";
      const macros = [...names].some((name) => name.endsWith("vbaProject.bin"));
      return macros && /^(docx|dotx|xlsx|xltx|pptx|ppsx|potx)$/.test(kind) ? "zip" : kind;
    }
    const mimetype = findEntry(archive, "mimetype");
    if (mimetype) return openDocument[(await entryBytes(archive, mimetype, 256)).toString("latin1").trim()] ?? "zip";
    return names.has("OFD.xml") ? "ofd" : "zip";
  });

/** Entries that share bytes inflate the same data again and again: the trick of the quadratic bomb. */
function overlapping(entries: readonly yauzl.Entry[]): boolean {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  return sorted.some((entry, i) => {
    const next = sorted[i + 1];
    return next !== undefined && entry.relativeOffsetOfLocalHeader + 30 + entry.compressedSize > next.relativeOffsetOfLocalHeader;
  });
}

interface Budget {
  readonly allowed: number;
  grown: number;
  entries: number;
  inflated: number;
}

const deepest = 4;
const nestedMost = 32 << 20;
const inflateMost = 512 << 20;
const isArchiveName = (name: string): boolean => /\.(zip|docx|xlsx|pptx|jar)$/i.test(name);

/** Inflates and counts, so that a header that lies about its size is found out. */
async function measure(archive: Archive, entry: yauzl.Entry, budget: Budget): Promise<void> {
  const room = budget.allowed - budget.grown + entry.uncompressedSize;
  let seen = 0;
  const counter = new Writable({
    highWaterMark: 1 << 20,
    write(piece: Buffer, _encoding, done) {
      seen += piece.length;
      budget.inflated += piece.length;
      done(seen > room || seen > entry.uncompressedSize ? fileNo.zip() : null);
    },
  });
  const raw = await new Promise<Readable>((done, fail) => {
    const how = { decompress: entry.compressionMethod === 8 ? false : null, decrypt: null, start: null, end: null };
    archive.zip.openReadStream(entry, how, (error, stream) => (error ? fail(error) : done(stream)));
  });
  if (entry.compressionMethod === 8) await pipeline(raw, createInflateRaw({ chunkSize: 1 << 18 }), counter);
  else await pipeline(raw, counter);
}

async function weigh(archive: Archive, budget: Budget, depth: number): Promise<void> {
  if (depth > deepest || overlapping(archive.entries)) throw fileNo.zip();
  for (const entry of archive.entries) {
    budget.grown += entry.uncompressedSize;
    budget.entries += 1;
    if (budget.grown > budget.allowed || budget.entries > fileLimits.inflateEntries) throw fileNo.zip();
  }
  for (const entry of archive.entries) {
    if (entry.isEncrypted() || (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)) continue;
    if (isArchiveName(nameOf(entry)) && entry.uncompressedSize <= nestedMost) {
      const inner = await entryBytes(archive, entry, nestedMost);
      if (inner.readUInt32LE(0) === 0x04034b50) await withZip(inner, (nested) => weigh(nested, budget, depth + 1));
    } else if (budget.inflated < inflateMost) await measure(archive, entry, budget);
  }
}

/** Refuses bombs: too many entries, growth beyond a hundredfold over all levels, shared bytes, sizes that lie. */
export async function checkBomb(path: string, size: number): Promise<void> {
  const budget: Budget = { allowed: Math.max(size, 1) * fileLimits.inflateRatio, grown: 0, entries: 0, inflated: 0 };
  await withZip(path, (archive) => weigh(archive, budget, 0)).catch((error: unknown) => {
    throw error instanceof Error && "code" in error && error.code === "FILE_ZIP" ? error : fileNo.zip();
  });
}
