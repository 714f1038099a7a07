import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip made for tests; every field a real zip would calculate can be told a lie. */
export interface OddEntry {
  readonly name: string;
  readonly data: string | Buffer;
  readonly crc?: number;
  readonly size?: number;
  readonly flags?: number;
  readonly stored?: boolean;
  /** Take the data of the entry at this index instead of own data. */
  readonly sameAs?: number;
}

/** A zip archive from entries, honest or not. */
export function zipOf(entries: readonly OddEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const packed = entry.stored ? data : deflateRawSync(data, { level: 9 });
    const name = Buffer.from(entry.name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(entry.flags ?? 0x0800, 2);
    head.writeUInt16LE(entry.stored ? 0 : 8, 4);
    head.writeUInt32LE(entry.crc ?? crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(entry.size ?? data.length, 18);
    head.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.sameAs === undefined ? offset : offsets[entry.sameAs]!, 10);
    centrals.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), head, tail, name);
    offsets.push(offset);
    if (entry.sameAs !== undefined) continue;
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, name, packed]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const package_ = "http://schemas.openxmlformats.org/package/2006/relationships";

/** What a test may replace in an otherwise ordinary workbook. */
export interface OddBook {
  readonly strings?: string;
  readonly cellFormats?: string;
  readonly formats?: string;
  readonly workbook?: string;
  readonly links?: string;
  readonly more?: readonly OddEntry[];
  readonly sheetEntry?: Partial<OddEntry>;
}

export const sheetXml = (rows: string, after = "", before = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}" xmlns:r="${relations}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

/** The entries of a workbook around one sheet. */
export function entriesOf(sheet: string | Buffer, odd: OddBook = {}): OddEntry[] {
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const entries: OddEntry[] = [
    { name: "[Content_Types].xml", data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    {
      name: "_rels/.rels",
      data: `<Relationships xmlns="${package_}">${link("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      data:
        odd.workbook ??
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data:
        odd.links ??
        `<Relationships xmlns="${package_}">${link("rId1", "worksheet", "worksheets/sheet1.xml")}${link("rId2", "sharedStrings", "sharedStrings.xml")}${link("rId3", "styles", "styles.xml")}</Relationships>`,
    },
    { name: "xl/worksheets/sheet1.xml", data: sheet, ...odd.sheetEntry },
  ];
  if (odd.strings !== undefined) entries.push({ name: "xl/sharedStrings.xml", data: `<sst xmlns="${main}">${odd.strings}</sst>` });
  if (odd.cellFormats !== undefined) {
    entries.push({
      name: "xl/styles.xml",
      data: `<styleSheet xmlns="${main}"><numFmts>${odd.formats ?? ""}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${odd.cellFormats}</cellXfs></styleSheet>`,
    });
  }
  return [...entries, ...(odd.more ?? [])];
}

export const bookOf = (sheet: string | Buffer, odd: OddBook = {}): Buffer => zipOf(entriesOf(sheet, odd));

/** Numbers that look random and are the same on every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
