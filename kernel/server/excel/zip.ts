import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";
import { refuse } from "#kernel/refusal.ts";

/** Where finished bytes go; the promise settles when the taker is ready for more. */
export type Sink = (bytes: Buffer) => Promise<void>;

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** Without zip64 no offset and no size may pass this; spreadsheets that large cannot be opened anyway. */
export const zipLimit = 0xffffffff;

const blockSize = 524_288;
const encode = new TextEncoder();

/** Said when an export does not fit, into a file or into memory. */
export const exportTooLarge = () =>
  refuse("EXPORT_SIZE", "导出文件过大，请缩小查询范围后分批导出", "The export file is too large; narrow the filter and export in parts");

/** Names in UTF-8, sizes behind the data, because a stream does not know them in front; no time, so that equal data gives equal files. */
const common = (entry: Entry, after: boolean): Buffer => {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0808, 2);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(0x00210000, 6);
  if (after) {
    head.writeUInt32LE(entry.crc, 10);
    head.writeUInt32LE(entry.packed, 14);
    head.writeUInt32LE(entry.size, 18);
  }
  head.writeUInt16LE(entry.name.length, 22);
  return head;
};

const signed = (signature: number, ...parts: Buffer[]): Buffer => {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  return Buffer.concat([mark, ...parts]);
};

/** A zip archive written as a stream: one part after the other, each deflated in the thread pool while the next block is being made. */
export class ZipOut {
  readonly #sink: Sink;
  readonly #limit: number;
  readonly #entries: Entry[] = [];
  #offset = 0;
  #deflate: DeflateRaw | null = null;
  #packed: Buffer[] = [];
  #running: Promise<void> = Promise.resolve();
  /** Two blocks take turns: one is being deflated while the next is written, and nothing is left for the collector. */
  readonly #blocks = [Buffer.allocUnsafeSlow(blockSize), Buffer.allocUnsafeSlow(blockSize)] as const;
  #turn: 0 | 1 = 0;

  constructor(sink: Sink, limit = zipLimit) {
    this.#sink = sink;
    this.#limit = limit;
  }

  async open(name: string): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    await this.#send(signed(0x04034b50, common(entry, false), entry.name));
    this.#deflate = createDeflateRaw({ level: 3, memLevel: 9, chunkSize: 65_536 });
    this.#deflate.on("data", (bytes: Buffer) => this.#packed.push(bytes));
  }

  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === "string" ? this.#encode(content) : content;
    const entry = this.#entries.at(-1)!;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (entry.size > this.#limit) throw exportTooLarge();
    await this.#drain();
    const deflate = this.#deflate!;
    this.#running = new Promise((done, failed) => deflate.write(bytes, (error) => (error ? failed(error) : done())));
    this.#running.catch(() => {});
  }

  async close(): Promise<void> {
    await this.#drain();
    const deflate = this.#deflate!;
    await new Promise((done, failed) => deflate.once("end", done).once("error", failed).end());
    await this.#drain();
    const entry = this.#entries.at(-1)!;
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(entry.crc, 0);
    sizes.writeUInt32LE(entry.packed, 4);
    sizes.writeUInt32LE(entry.size, 8);
    await this.#send(signed(0x08074b50, sizes));
  }

  /** One part that is at hand as a whole. */
  async part(name: string, content: string | Uint8Array): Promise<void> {
    await this.open(name);
    await this.write(content);
    await this.close();
  }

  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(entry.offset, 10);
      await this.#send(signed(0x02014b50, Buffer.from([20, 0]), common(entry, true), rest, entry.name));
    }
    const end = Buffer.alloc(18);
    end.writeUInt16LE(this.#entries.length, 4);
    end.writeUInt16LE(this.#entries.length, 6);
    end.writeUInt32LE(this.#offset - start, 8);
    end.writeUInt32LE(start, 12);
    await this.#send(signed(0x06054b50, end));
  }

  /** Ends the thread pool's work on an archive nobody wants any more. */
  abandon(): void {
    this.#deflate?.destroy();
  }

  #encode(text: string): Buffer {
    if (text.length * 3 > blockSize) return Buffer.from(text);
    this.#turn = this.#turn === 0 ? 1 : 0;
    const block = this.#blocks[this.#turn];
    return block.subarray(0, encode.encodeInto(text, block).written);
  }

  async #drain(): Promise<void> {
    await this.#running;
    const ready = this.#packed;
    this.#packed = [];
    for (const bytes of ready) {
      this.#entries.at(-1)!.packed += bytes.length;
      await this.#send(bytes);
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    if (this.#offset > this.#limit) throw exportTooLarge();
    await this.#sink(bytes);
  }
}
