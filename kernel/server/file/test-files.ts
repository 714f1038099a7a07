import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import yazl from "yazl";

/** The smallest PDF that readers accept. */
export const pdf = (words = "hello"): Buffer => {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${words.length + 32}>>stream\nBT /F1 18 Tf 40 120 Td (${words}) Tj ET\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj${body}endobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    "latin1",
  );
};

/** What every Windows program begins with. */
export const exe = (): Buffer => {
  const bytes = Buffer.alloc(1024);
  bytes.write("MZ", 0, "latin1");
  bytes.writeUInt32LE(128, 60);
  bytes.write("PE\0\0", 128, "latin1");
  return bytes;
};

const collect = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

export const zip = (entries: Readonly<Record<string, Buffer | string>>, compress = true): Promise<Buffer> => {
  const file = new yazl.ZipFile();
  for (const [name, body] of Object.entries(entries)) file.addBuffer(Buffer.from(body as string), name, { compress });
  file.end();
  return collect(file.outputStream);
};

const wordTypes =
  '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

export const docx = (body: string, more: Readonly<Record<string, Buffer | string>> = {}): Promise<Buffer> =>
  zip({
    "[Content_Types].xml": wordTypes,
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  });

export const xlsx = (sheets: Readonly<Record<string, readonly (readonly (string | number | Date | null)[])[]>>): Promise<Uint8Array> =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })) });

/** An OLE container with these streams in its directory. */
export function ole(names: readonly string[], rootClass = ""): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  for (let i = 0; i < 109; i += 1) file.writeUInt32LE(0xffffffff, 76 + i * 4);
  file.writeUInt32LE(0, 76);
  for (let i = 0; i < 128; i += 1) file.writeUInt32LE(0xffffffff, 512 + i * 4);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  ["Root Entry", ...names].forEach((name, i) => {
    const at = 1024 + i * 128;
    file.write(name, at, "utf16le");
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file[at + 66] = i === 0 ? 5 : 2;
    if (i === 0 && rootClass) Buffer.from(rootClass, "hex").copy(file, at + 80);
  });
  return file;
}

/** A 24-bit bitmap of one colour. */
export function bmp(width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height, 200);
  file.fill(0, 0, 54);
  file.write("BM", 0, "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** A zip of one entry whose header claims another size than its data grows to. */
export function lyingZip(real: Buffer, claimed: number): Buffer {
  const body = deflateRawSync(real);
  const name = Buffer.from("a.bin");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(body.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(body.length, 20);
  central.writeUInt32LE(claimed, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + body.length, 16);
  return Buffer.concat([local, name, body, central, name, end]);
}
