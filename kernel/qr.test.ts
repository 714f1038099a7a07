import { describe, expect, test } from "vitest";
import { qrCode } from "./qr.ts";

const formats = ["111011111000100", "111001011110011", "111110110101010", "111100010011101"];
const isMasked = [
  (x: number, y: number) => (x + y) % 2 === 0,
  (_: number, y: number) => y % 2 === 0,
  (x: number) => x % 3 === 0,
  (x: number, y: number) => (x + y) % 3 === 0,
];

/** Cells that carry no data: eyes with format, timing, alignment, version. */
function isFixed(x: number, y: number, size: number): boolean {
  const version = (size - 17) / 4;
  const marks = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (6 + size - 7) / 2, size - 7];
  const eye = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const aligned = marks.some((cx) =>
    marks.some(
      (cy) =>
        Math.abs(x - cx) <= 2 &&
        Math.abs(y - cy) <= 2 &&
        !((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)),
    ),
  );
  return eye || x === 6 || y === 6 || aligned || (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11)));
}

/** Reads a code of one block as a phone would: format, mask, zigzag, mode, length, bytes. */
function read(grid: readonly (readonly boolean[])[]): { readonly text: string; readonly words: readonly number[] } {
  const size = grid.length;
  const format = Array.from({ length: 15 }, (_, i) => {
    const at = 14 - i;
    return Number(at < 8 ? grid[8]![size - 1 - at] : grid[size - 15 + at]![8]);
  }).join("");
  const mask = formats.indexOf(format);
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (!isFixed(x, y, size)) bits.push(Number(grid[y]![x] !== isMasked[mask]!(x, y)));
      }
  }
  const take = (from: number, length: number): number => Number.parseInt(bits.slice(from, from + length).join(""), 2);
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => take(i * 8, 8));
  expect([mask >= 0, take(0, 4)]).toEqual([true, 4]);
  const bytes = Uint8Array.from({ length: take(4, 8) }, (_, i) => take(12 + i * 8, 8));
  return { text: new TextDecoder().decode(bytes), words };
}

describe("a code people scan", () => {
  test("is read back as it was written", () => {
    for (const text of ["A", "otpauth://totp/BASE%20SRM:admin?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "动态口令 一次一个"])
      expect(read(qrCode(text)).text).toBe(text);
  });

  test("carries corrections that a reader can use: the block is a multiple of its generator", () => {
    const { words } = read(qrCode("BASE SRM"));
    for (let root = 0; root < 7; root += 1) {
      let [point, sum] = [1, 0];
      for (let i = 0; i < root; i += 1) point = (point << 1) ^ (point & 128 ? 0x11d : 0);
      const times = (a: number, b: number): number => {
        let [x, out] = [a, 0];
        for (let rest = b; rest > 0; rest >>= 1) {
          if (rest & 1) out ^= x;
          x = (x << 1) ^ (x & 128 ? 0x11d : 0);
        }
        return out;
      };
      for (const word of words.slice(0, 26)) sum = times(sum, point) ^ word;
      expect(sum).toBe(0);
    }
  });

  test("grows with the text, names its version from seven on, and refuses what does not fit", () => {
    expect(qrCode("x".repeat(17))).toHaveLength(21);
    const seven = qrCode("x".repeat(150));
    expect(seven).toHaveLength(45);
    expect(Array.from({ length: 18 }, (_, i) => Number(seven[Math.floor((17 - i) / 3)]![45 - 11 + ((17 - i) % 3)])).join("")).toBe(
      "000111110010010100",
    );
    expect(qrCode("x".repeat(271))).toHaveLength(57);
    expect(() => qrCode("x".repeat(272))).toThrow("too long");
  });
});
