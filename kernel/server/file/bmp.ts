/** A picture as plain pixels, three bytes each, top row first. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

const most = 64_000_000;

/** Width and height from the header alone, or null when it is none we know. */
export function bmpSize(head: Buffer): { readonly width: number; readonly height: number } | null {
  if (head.length < 54 || head.toString("latin1", 0, 2) !== "BM" || head.readUInt32LE(14) < 40) return null;
  const width = head.readInt32LE(18);
  const height = Math.abs(head.readInt32LE(22));
  return width > 0 && height > 0 && width * height <= most ? { width, height } : null;
}

/** Reads the uncompressed bitmaps people really have (8, 24 and 32 bits); the image library knows no BMP. */
export function readBmp(file: Buffer): Pixels | null {
  const size = bmpSize(file);
  if (!size) return null;
  const bits = file.readUInt16LE(28);
  const compression = file.readUInt32LE(30);
  if (![8, 24, 32].includes(bits) || (compression !== 0 && !(compression === 3 && bits === 32))) return null;
  const start = file.readUInt32LE(10);
  const palette = 14 + file.readUInt32LE(14);
  const stride = Math.ceil((size.width * bits) / 32) * 4;
  if (start + stride * size.height > file.length) return null;
  const upsideDown = file.readInt32LE(22) > 0;
  const data = Buffer.alloc(size.width * size.height * 3);
  for (let y = 0; y < size.height; y += 1) {
    const row = start + (upsideDown ? size.height - 1 - y : y) * stride;
    for (let x = 0; x < size.width; x += 1) {
      const at = bits === 8 ? palette + (file[row + x] ?? 0) * 4 : row + x * (bits / 8);
      const to = (y * size.width + x) * 3;
      data[to] = file[at + 2] ?? 0;
      data[to + 1] = file[at + 1] ?? 0;
      data[to + 2] = file[at] ?? 0;
    }
  }
  return { ...size, data };
}
