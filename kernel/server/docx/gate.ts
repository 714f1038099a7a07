import yauzl from "yauzl";
import type { Readable } from "node:stream";
import { Refusal } from "#kernel/refusal.ts";
import { docxNo } from "./refusals.ts";
import { checkXml, type Heard } from "./xml.ts";

/** What a Word file may have at most: contracts are text, so these are far above any honest file. */
export const docxLimits = { bytes: 20 << 20, parts: 500, inflated: 64 << 20, xml: 32 << 20, ratio: 200 } as const;

/** A Word file that passed the gate: its parts of text, and the addresses its links lead to. */
export interface Docx {
  /** The whole file, as it came. */
  readonly bytes: Buffer;
  readonly parts: ReadonlyMap<string, string>;
  readonly links: readonly string[];
}

/** What readers of the text need; everything else is checked and forgotten. */
const wanted = /^word\/(document|numbering|styles|comments)\.xml$/;
const macroParts = /(^|\/)(vbaproject\.bin|vbadata\.xml)$|^word\/activex\/|^customui\//;
const embeddedParts = /^word\/(embeddings|afchunk|controls)\/|\.(exe|dll|js|vbs|ole|html?|mht|rtf)$/;
const isXml = (name: string): boolean => /\.(xml|rels)$/i.test(name);
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export const openZip = (bytes: Buffer): Promise<yauzl.ZipFile> =>
  new Promise((done, fail) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }, (error, zip) =>
      zip ? done(zip) : fail(error ?? docxNo.notWord()),
    ),
  );

/** The directory of the file: names and sizes, before a byte is inflated. */
async function directory(zip: yauzl.ZipFile, size: number): Promise<readonly yauzl.Entry[]> {
  if (zip.entryCount > docxLimits.parts) throw docxNo.parts();
  const entries: yauzl.Entry[] = [];
  await new Promise<void>((done, fail) => {
    zip.on("error", (error: Error) => fail(/filename|path|absolute/i.test(error.message) ? docxNo.names() : docxNo.notWord()));
    zip.on("end", () => done());
    zip.on("entry", (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  const names = entries.map((entry) => entry.fileName.toLowerCase());
  if (new Set(names).size < names.length || names.some((name) => /(^|\/)\.\.?(\/|$)|[\\:\u0000-\u001f]/.test(name))) throw docxNo.names();
  if (entries.some((entry) => entry.isEncrypted())) throw docxNo.old();
  if (names.some((name) => macroParts.test(name))) throw docxNo.macros();
  if (names.some((name) => embeddedParts.test(name))) throw docxNo.embedded();
  const inflated = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (inflated > docxLimits.inflated || inflated > size * docxLimits.ratio + (1 << 20)) throw docxNo.large();
  return entries;
}

export const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((done, fail) => zip.openReadStream(entry, (error, stream) => (error ? fail(error) : done(stream))));

/** The relationships of a part: what it takes from elsewhere. Links that people press are allowed, everything else has to be inside. */
function judgeRelations(heard: Heard, links: Set<string>): void {
  for (const { Type = "", Target = "", TargetMode = "" } of heard.relations) {
    const kind = Type.slice(Type.lastIndexOf("/") + 1).toLowerCase();
    const isOutside = TargetMode.toLowerCase() === "external" || /^[a-z][a-z0-9+.-]*:|^\/\/|^\\\\/i.test(Target);
    if (kind === "vbaproject") throw docxNo.macros();
    if (kind === "attachedtemplate" && isOutside) throw docxNo.template();
    if (["oleobject", "package", "afchunk", "control", "activexcontrolbinary", "frame", "subdocument"].includes(kind))
      throw docxNo.embedded();
    if (!isOutside) continue;
    if (kind !== "hyperlink" || !/^(https?|mailto):/i.test(Target)) throw docxNo.outside();
    links.add(Target);
  }
}

/** Instructions by which Word fetches text or starts programs when the file is opened. */
const fetching = /(^|[^A-Z])(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|RD|DATABASE)(?=[\s"\\]|$)/i;

function judgeTypes(heard: Heard): void {
  const types = heard.types.map((type) => type.toLowerCase());
  if (types.some((type) => /macroenabled|vbaproject|activex|ms-office\.vba/.test(type))) throw docxNo.macros();
  if (types.some((type) => /oleobject|package\.embed/.test(type))) throw docxNo.embedded();
  if (!types.includes(mainType)) throw docxNo.notWord();
}

async function walk(zip: yauzl.ZipFile, entries: readonly yauzl.Entry[], bytes: Buffer): Promise<Docx> {
  const parts = new Map<string, string>();
  const links = new Set<string>();
  let room: number = docxLimits.inflated;
  for (const entry of entries) {
    const name = entry.fileName;
    const stream = await streamOf(zip, entry);
    const most = Math.min(room, docxLimits.xml);
    if (!isXml(name)) {
      for await (const piece of stream) if ((room -= (piece as Buffer).length) < 0) throw docxNo.large();
      continue;
    }
    const heard = await checkXml(stream, most, wanted.test(name));
    room -= heard.size;
    if (heard.text !== null) parts.set(name, heard.text);
    if (name === "[Content_Types].xml") judgeTypes(heard);
    if (name.toLowerCase().endsWith(".rels")) judgeRelations(heard, links);
    if (fetching.test(heard.instructions)) throw docxNo.outside();
    if (heard.hasObject) throw docxNo.embedded();
  }
  if (!parts.has("word/document.xml")) throw docxNo.notWord();
  return { bytes, parts, links: [...links] };
}

/** Lets a Word file in or says why not. Nothing of it is inflated beyond the limits, expanded or fetched. */
export async function openDocx(bytes: Buffer): Promise<Docx> {
  if (bytes.length > docxLimits.bytes) throw docxNo.large();
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0xd0cf11e0) throw docxNo.old();
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x04034b50) throw docxNo.notWord();
  try {
    const zip = await openZip(bytes);
    const entries = await directory(zip, bytes.length);
    if (!entries.some((entry) => entry.fileName === "[Content_Types].xml")) throw docxNo.notWord();
    return await walk(zip, entries, bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const message = error instanceof Error ? error.message : "";
    throw /too many bytes|size/i.test(message) ? docxNo.large() : /filename|path/i.test(message) ? docxNo.names() : docxNo.damaged();
  }
}
