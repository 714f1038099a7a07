import { isUtf8 } from "node:buffer";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { type ReadCaps, refusals } from "./caps.ts";

interface Part {
  readonly entry: Entry;
  readonly start: number;
}

const damaged = () => refusals.damaged("压缩结构错误", "broken zip structure");
const hugePart = () => refusals.tooLarge("解压后的数据过多", "too much data once inflated");

async function checkedParts(zip: ZipFile, size: number, caps: ReadCaps): Promise<Map<string, Part>> {
  if (zip.entryCount > caps.entries) throw refusals.unsafe("压缩条目过多", "too many zip entries");
  const parts = new Map<string, Part>();
  const spans: [number, number][] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const name = entry.fileName.toLowerCase();
    if (entry.isEncrypted()) throw refusals.encrypted();
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw refusals.damaged("未知的压缩方式", "unknown compression");
    if (parts.has(name)) throw refusals.unsafe("重复的压缩条目", "zip entries of the same name");
    parts.set(name, { entry, start });
    spans.push([entry.relativeOffsetOfLocalHeader, start + entry.compressedSize]);
  }
  spans.sort((a, b) => a[0] - b[0]);
  if (spans[0]?.[0] !== 0) throw refusals.unsafe("压缩包前有其他内容", "there is data before the zip content");
  spans.forEach(([, end], i) => {
    if (end > (spans[i + 1]?.[0] ?? size)) throw refusals.unsafe("压缩条目相互重叠", "overlapping zip entries");
  });
  return parts;
}

/** How many bytes at the end belong to a character that is not complete yet. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) !== 0x80) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1) ? back : 0;
  }
  return 0;
}

/** Bytes to text; XML parts are UTF-8 or, marked by their first bytes, UTF-16. */
class Decoder {
  #wide: TextDecoder | null = null;
  #rest: Buffer | null = null;
  #begun = false;

  push(chunk: Buffer, last: boolean): string {
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    if (!this.#begun) {
      if (bytes.length < 4 && !last) return this.#keep(bytes);
      this.#begun = true;
      const [a, b, c] = bytes;
      if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) this.#wide = new TextDecoder("utf-16le");
      else if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) this.#wide = new TextDecoder("utf-16be");
      else if (a === 0xef && b === 0xbb && c === 0xbf) bytes = bytes.subarray(3);
    }
    if (this.#wide) return this.#wide.decode(bytes, { stream: !last });
    const tail = last ? 0 : incompleteTail(bytes);
    const whole = tail ? bytes.subarray(0, bytes.length - tail) : bytes;
    if (tail) this.#rest = bytes.subarray(bytes.length - tail);
    if (!isUtf8(whole)) throw refusals.damaged("文字编码错误", "text that is not UTF-8");
    return whole.toString("utf8");
  }

  #keep(bytes: Buffer): string {
    this.#rest = bytes;
    return "";
  }
}

/** The parts of an office file, read from memory. The directory is checked before any part is inflated. */
export class Archive {
  readonly #bytes: Buffer;
  readonly #caps: ReadCaps;
  readonly #parts: ReadonlyMap<string, Part>;

  private constructor(bytes: Buffer, caps: ReadCaps, parts: ReadonlyMap<string, Part>) {
    this.#bytes = bytes;
    this.#caps = caps;
    this.#parts = parts;
  }

  static async open(bytes: Buffer, caps: ReadCaps): Promise<Archive> {
    let zip: ZipFile | null = null;
    try {
      zip = await fromBufferPromise(bytes);
      return new Archive(bytes, caps, await checkedParts(zip, bytes.length, caps));
    } catch (error) {
      throw error instanceof Error && "code" in error && error.code === "IMPORT_FILE" ? error : damaged();
    } finally {
      zip?.close();
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  names(): string[] {
    return [...this.#parts.keys()];
  }

  /** The text of one part in pieces, counted and checked while it is inflated. */
  async *text(name: string): AsyncGenerator<string> {
    const part = this.#parts.get(name.toLowerCase());
    if (!part) throw refusals.damaged(`缺少 ${name}`, `${name} is missing`);
    const { entry, start } = part;
    const packed = this.#bytes.subarray(start, start + entry.compressedSize);
    const decoder = new Decoder();
    let size = 0;
    let crc = 0;
    for await (const chunk of entry.compressionMethod === 0 ? [packed] : inflated(packed)) {
      size += chunk.length;
      if (size > this.#caps.part) throw hugePart();
      crc = crc32(chunk, crc);
      yield decoder.push(chunk, false);
    }
    if (size !== entry.uncompressedSize || crc !== entry.crc32) throw refusals.damaged("校验不一致", "the checksum does not match");
    yield decoder.push(Buffer.alloc(0), true);
  }
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 131_072 });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch {
    throw damaged();
  } finally {
    inflate.destroy();
  }
}
