/** Codewords in all, error correction per block, and blocks, for versions 1 to 10 at level L (ISO/IEC 18004). */
const totals = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const corrections = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18];
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const exp = new Uint8Array(512);
const log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  exp[i] = exp[i + 255] = x;
  log[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : exp[log[a]! + log[b]!]!);

/** The remainder that lets a reader repair a block. */
function correctionOf(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...generator, 0];
    generator.forEach((g, at) => (next[at + 1]! ^= times(g, exp[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at]!;
    if (lead !== 0) generator.forEach((g, k) => (rest[at + k]! ^= times(g, lead)));
  }
  return rest.slice(data.length);
}

/** Mode, length, bytes and padding, cut into blocks and woven together with their corrections. */
function codewordsOf(bytes: Uint8Array, version: number): number[] {
  const [total, correction, blocks] = [totals[version - 1]!, corrections[version - 1]!, blockCounts[version - 1]!];
  const room = total - correction * blocks;
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
  const short = Math.floor(total / blocks) - correction;
  const longer = blocks - (total % blocks);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const part = data.slice(from, (from += short + (i >= longer ? 1 : 0)));
    return { part, fix: correctionOf(part, correction) };
  });
  const woven: number[] = [];
  for (let i = 0; i <= short; i += 1) for (const { part } of parts) if (i < part.length) woven.push(part[i]!);
  for (let i = 0; i < correction; i += 1) for (const { fix } of parts) woven.push(fix[i]!);
  return woven;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
];

type Grid = (boolean | null)[][];

/** A number followed by its check bits, as format and version are written. */
function checked(value: number, generator: number, bits: number): number {
  const width = 31 - Math.clz32(generator);
  let rest = value << width;
  for (let i = bits - 1; i >= 0; i -= 1) if ((rest >> (i + width)) & 1) rest ^= generator << i;
  return (value << width) | rest;
}

/** The parts every code has: eyes, timing lines, alignment marks, version and format. */
function frameOf(version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const put = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let y = -4; y <= 4; y += 1)
      for (let x = -4; x <= 4; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        put(cx + x, cy + y, ring !== 2 && ring !== 4);
      }
  const marks = alignments[version - 1]!;
  for (const cy of marks)
    for (const cx of marks)
      if (grid[cy]![cx] === null)
        for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) put(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  for (let i = 8; i < size - 8; i += 1) {
    put(i, 6, i % 2 === 0);
    put(6, i, i % 2 === 0);
  }
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 6);
    for (let i = 0; i < 18; i += 1) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      put(a, b, ((bits >> i) & 1) === 1);
      put(b, a, ((bits >> i) & 1) === 1);
    }
  }
  const format = checked((1 << 3) | mask, 0x537, 5) ^ 0x5412;
  const bit = (i: number): boolean => ((format >> i) & 1) === 1;
  for (let i = 0; i < 15; i += 1) {
    put(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, bit(i));
    put(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, bit(i));
  }
  put(8, size - 8, true);
  return grid;
}

/** Runs of one colour and squares of four: what makes a code hard to read. */
function roughness(grid: readonly (readonly boolean[])[]): number {
  let sum = 0;
  const size = grid.length;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const dark = grid[y]![x];
      if (x >= 4 && [1, 2, 3, 4].every((k) => grid[y]![x - k] === dark)) sum += 1;
      if (y >= 4 && [1, 2, 3, 4].every((k) => grid[y - k]![x] === dark)) sum += 1;
      if (x > 0 && y > 0 && grid[y]![x - 1] === dark && grid[y - 1]![x] === dark && grid[y - 1]![x - 1] === dark) sum += 3;
    }
  return sum;
}

function filled(words: readonly number[], version: number, mask: number): boolean[][] {
  const grid = frameOf(version, mask);
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (grid[y]![x] !== null) continue;
        const dark = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        grid[y]![x] = (dark === 1) !== masks[mask]!(x, y);
        at += 1;
      }
  }
  return grid as boolean[][];
}

/** A QR code of a text of at most 270 bytes: rows of dark and light squares, without the quiet border. */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = totals.findIndex((total, i) => bytes.length + (i < 9 ? 2 : 3) <= total - corrections[i]! * blockCounts[i]!) + 1;
  if (version === 0) throw new Error("too long for a QR code");
  const words = codewordsOf(bytes, version);
  const drawn = masks.map((_, mask) => filled(words, version, mask));
  return drawn.toSorted((a, b) => roughness(a) - roughness(b))[0]!;
}
