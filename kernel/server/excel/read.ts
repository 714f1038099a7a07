import { readFile, stat } from "node:fs/promises";
import { Archive } from "./archive.ts";
import { defaultCaps, type ReadCaps, refusals } from "./caps.ts";
import type { SheetRow } from "./cell.ts";
import { readCsv } from "./csv.ts";
import { type Contents, contents, formatKinds, sharedStrings } from "./parts.ts";
import { type BookInfo, SheetTaker } from "./sheet.ts";
import { XmlScanner } from "./xml.ts";

export interface ReadOptions {
  /** Name or position of the sheet; the first visible one when not given. */
  readonly sheet?: string | number;
  /** Every visible sheet, one after the other; each row then tells its sheet. */
  readonly every?: true;
  readonly caps?: Partial<ReadCaps>;
}

/** A file being read: rows in batches, and what it says about itself. */
export interface Reading extends AsyncIterable<SheetRow[]> {
  readonly info: BookInfo;
}

export const blankInfo = (): BookInfo => ({ sheet: "", sheets: [], rows: 0, merged: [] });

const batchRows = 500;
const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const startsWith = (bytes: Buffer, start: string): boolean => bytes.subarray(0, start.length).toString("latin1") === start;

/** What a file is, by its content; the name proves nothing. Files that are no table are refused with what to do. */
export function fileKind(bytes: Buffer): "xlsx" | "csv" {
  if (bytes.length === 0) throw refusals.empty();
  if (startsWith(bytes, "PK\x03\x04")) return "xlsx";
  if (bytes.subarray(0, 8).equals(ole))
    throw bytes.includes(Buffer.from("EncryptedPackage", "utf16le")) ? refusals.encrypted() : refusals.oldFormat();
  const start = bytes
    .subarray(0, 200)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  if (/^<(?:!doctype|\?xml|html|head|meta|table|body|svg)/i.test(start)) throw refusals.webPage();
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!wide && (/^(?:%PDF-|\{\\rtf|GIF8[79]a|\x89PNG)/.test(start) || bytes.includes(0))) throw refusals.notSheet();
  return "csv";
}

/** The reader's own working time; the pauses its consumer makes do not count. */
class Stopwatch {
  readonly #seconds: number;
  #used = 0;
  #since = performance.now();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  check(): void {
    if (this.#used + performance.now() - this.#since > this.#seconds * 1000) throw refusals.tooSlow(this.#seconds);
  }

  pause(): void {
    this.#used += performance.now() - this.#since;
  }

  resume(): void {
    this.#since = performance.now();
  }
}

async function* readXlsx(
  bytes: Buffer,
  options: ReadOptions,
  caps: ReadCaps,
  info: BookInfo,
  signal?: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  const watch = new Stopwatch(caps.seconds);
  const archive = await Archive.open(bytes, caps);
  const book = await contents(archive, caps);
  info.sheets = book.sheets.map((sheet) => sheet.name);
  const chosen = chooseSheets(book.sheets, options);
  info.sheet = chosen[0]!.name;
  const formats = book.styles && archive.has(book.styles) ? await formatKinds(archive, book.styles, caps) : [];
  watch.check();
  const strings = book.strings && archive.has(book.strings) ? await sharedStrings(archive, book.strings, caps) : [];
  for (const entry of chosen) {
    const place = options.every ? { sheet: book.sheets.indexOf(entry) } : {};
    const taker = new SheetTaker({ strings, formats, from1904: book.from1904, caps, info, ...place });
    const scanner = new XmlScanner(taker, caps.text);
    for await (const piece of archive.text(entry.path)) {
      signal?.throwIfAborted();
      watch.check();
      scanner.push(piece);
      if (taker.rows.length < batchRows) continue;
      const rows = taker.rows;
      taker.rows = [];
      watch.pause();
      yield rows;
      watch.resume();
    }
    scanner.end();
    if (taker.rows.length > 0) yield taker.rows;
  }
}

function chooseSheets(sheets: Contents["sheets"], { sheet: wanted, every }: ReadOptions): Contents["sheets"] {
  const visible = sheets.filter((sheet) => !sheet.hidden);
  if (every && visible.length > 0) return visible;
  const entry =
    wanted === undefined
      ? (visible[0] ?? sheets[0])
      : typeof wanted === "number"
        ? sheets[wanted]
        : sheets.find((sheet) => sheet.name === wanted);
  if (!entry) throw refusals.noSheet(String(wanted));
  return [entry];
}

async function load(file: Buffer | string, caps: ReadCaps): Promise<Buffer> {
  const size = typeof file === "string" ? (await stat(file)).size : file.length;
  if (size > caps.bytes) throw refusals.tooBig(caps.bytes);
  return typeof file === "string" ? readFile(file) : file;
}

/** Reads a table from an .xlsx or .csv file in this thread; what comes from outside is read through the pool instead. */
export function readTable(file: Buffer | string, options: ReadOptions = {}, signal?: AbortSignal): Reading {
  const caps = { ...defaultCaps, ...options.caps };
  const info = blankInfo();
  async function* rows(): AsyncGenerator<SheetRow[]> {
    const bytes = await load(file, caps);
    if (fileKind(bytes) === "xlsx") yield* readXlsx(bytes, options, caps, info, signal);
    else yield* readCsv(bytes, caps, info, signal);
  }
  return { info, [Symbol.asyncIterator]: rows };
}
