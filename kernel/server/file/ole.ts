/** What an OLE container (the old office formats) holds, told by its root class and the names in its directory. */
export type OleKind = "doc" | "xls" | "ppt" | "msg" | "vsd" | "mpp" | "msi" | "encrypted" | "ole";

const magic = Buffer.from("d0cf11e0a1b11ae1", "hex");
const installer = Buffer.from("84100c0000000000c000000000000046", "hex");
const endOfChain = 0xfffffffa;

export const isOle = (head: Buffer): boolean => head.subarray(0, 8).equals(magic);

interface Reader {
  (position: number, length: number): Promise<Buffer>;
}

interface Sectors {
  readonly size: number;
  readonly read: (sector: number) => Promise<Buffer>;
  readonly next: (sector: number) => Promise<number>;
}

/** The header names the first 109 sectors of the allocation table; the directory of any honest file is found within them. */
async function openSectors(head: Buffer, read: Reader): Promise<Sectors> {
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new Error("sector size");
  const size = 1 << shift;
  const readSector = async (sector: number) => {
    const data = await read((sector + 1) * size, size);
    if (data.length < 128) throw new Error("sector outside the file");
    return data;
  };
  const tables = new Map<number, Buffer>();
  return {
    size,
    read: readSector,
    next: async (sector) => {
      const slot = Math.floor(sector / (size / 4));
      if (slot >= 109) return endOfChain;
      const table = tables.get(slot) ?? (await readSector(head.readUInt32LE(76 + slot * 4)));
      tables.set(slot, table);
      return table.readUInt32LE((sector % (size / 4)) * 4);
    },
  };
}

interface Found {
  readonly names: Set<string>;
  readonly installer: boolean;
}

async function directory(head: Buffer, read: Reader): Promise<Found> {
  const sectors = await openSectors(head, read);
  const names = new Set<string>();
  let isInstaller = false;
  const seen = new Set<number>();
  for (
    let sector = head.readUInt32LE(48);
    sector < endOfChain && !seen.has(sector) && seen.size < 256;
    sector = await sectors.next(sector)
  ) {
    seen.add(sector);
    const data = await sectors.read(sector);
    for (let at = 0; at + 128 <= data.length; at += 128) {
      const length = data.readUInt16LE(at + 64);
      if (length < 2 || length > 64) continue;
      names.add(data.toString("utf16le", at, at + length - 2));
      if (data[at + 66] === 5 && data.subarray(at + 80, at + 96).equals(installer)) isInstaller = true;
    }
  }
  return { names, installer: isInstaller };
}

/** Looks inside; throws when the container is broken. */
export async function oleKind(head: Buffer, read: Reader): Promise<OleKind> {
  const { names, installer: msi } = await directory(head, read);
  if (msi || [...names].some((name) => name.charCodeAt(0) === 0x4840)) return "msi";
  if (names.has("EncryptedPackage") && names.has("EncryptionInfo")) return "encrypted";
  if (names.has("WordDocument")) return "doc";
  if (names.has("Workbook") || names.has("Book")) return "xls";
  if (names.has("PowerPoint Document")) return "ppt";
  if (names.has("VisioDocument")) return "vsd";
  if ([...names].some((name) => name.startsWith("__properties_version"))) return "msg";
  if (names.has("Props14") || names.has("Props12") || names.has("Props9")) return "mpp";
  return "ole";
}
