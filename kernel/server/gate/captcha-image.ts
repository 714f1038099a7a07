import { randomInt } from "node:crypto";

/** Each character as pen strokes on a grid of 6 by 10. */
const strokes: Readonly<Record<string, string>> = {
  "2": "0 2 1.2 0 4.8 0 6 2 6 3.8 0 10 6 10",
  "3": "0 1 1.5 0 4.5 0 6 1.3 6 3.7 4.5 5 2.5 5|4.5 5 6 6.3 6 8.7 4.5 10 1.5 10 0 9",
  "4": "4.5 10 4.5 0 0 7 6 7",
  "5": "5.5 0 .7 0 .3 4.6 1.5 4 4.5 4 6 5.5 6 8.5 4.5 10 1.5 10 0 9",
  "6": "5.5 .5 3 0 1 2 0 5 0 8 1.5 10 4.5 10 6 8 6 6.3 4.5 5 1.5 5 0 6.8",
  "7": "0 0 6 0 2 10",
  "8": "3 0 1 .8 .6 3.5 3 5 5.4 3.5 5 .8 3 0|3 5 .6 6 0 8.5 1.5 10 4.5 10 6 8.5 5.4 6 3 5",
  "9": ".5 9.5 3 10 5 8 6 5 6 2 4.5 0 1.5 0 0 2 0 3.7 1.5 5 4.5 5 6 3.2",
  A: "0 10 3 0 6 10|1 6.5 5 6.5",
  B: "0 0 0 10 4.5 10 6 8.7 6 6.3 4.5 5 0 5|0 0 4 0 5.5 1.2 5.5 3.8 4 5",
  C: "6 1.5 4.5 0 1.5 0 0 2 0 8 1.5 10 4.5 10 6 8.5",
  D: "0 0 0 10 3.5 10 6 7.5 6 2.5 3.5 0 0 0",
  E: "6 0 0 0 0 10 6 10|0 5 4.5 5",
  F: "6 0 0 0 0 10|0 5 4.5 5",
  G: "6 1.5 4.5 0 1.5 0 0 2 0 8 1.5 10 4.5 10 6 8.5 6 5.5 3.5 5.5",
  H: "0 0 0 10|6 0 6 10|0 5 6 5",
  J: "5 0 5 8 3.8 10 1.5 10 0 8",
  K: "0 0 0 10|6 0 0 6|2 4.2 6 10",
  M: "0 10 0 0 3 5 6 0 6 10",
  N: "0 10 0 0 6 10 6 0",
  P: "0 10 0 0 4.5 0 6 1.5 6 4 4.5 5.5 0 5.5",
  Q: "3 0 1 1 0 3 0 7 1 9 3 10 5 9 6 7 6 3 5 1 3 0|3.8 7 6.2 10.5",
  R: "0 10 0 0 4.5 0 6 1.5 6 4 4.5 5.5 0 5.5|3 5.5 6 10",
  S: "6 1.5 4.5 0 1.5 0 0 1.5 0 3.5 1.5 5 4.5 5 6 6.5 6 8.5 4.5 10 1.5 10 0 8.5",
  T: "0 0 6 0|3 0 3 10",
  U: "0 0 0 8 1.5 10 4.5 10 6 8 6 0",
  V: "0 0 3 10 6 0",
  W: "0 0 1.5 10 3 4 4.5 10 6 0",
  X: "0 0 6 10|6 0 0 10",
  Y: "0 0 3 5 6 0|3 5 3 10",
  Z: "0 0 6 0 0 10 6 10",
};

export const captchaAlphabet = Object.keys(strokes).join("");

type Point = readonly [x: number, y: number];

const width = 132;
const height = 44;
const between = (low: number, high: number): number => low + (randomInt(10_001) / 10_000) * (high - low);

function linesOf(character: string): Point[][] {
  return (strokes[character] ?? "").split("|").map((line) => {
    const numbers = line.split(" ").map(Number);
    return numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1]!] as Point] : []));
  });
}

/** Short steps along a line, so that bending it bends everything. */
function dense(line: readonly Point[], step: number): Point[] {
  const points: Point[] = [];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const parts = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    for (let k = 0; k < parts; k++) points.push([a[0] + ((b[0] - a[0]) * k) / parts, a[1] + ((b[1] - a[1]) * k) / parts]);
  }
  return [...points, line.at(-1)!];
}

const cut = (points: readonly Point[]): Point[][] => {
  const pieces: Point[][] = [];
  for (let at = 0; at < points.length - 1;) {
    const length = randomInt(3, 8);
    pieces.push(points.slice(at, at + length + 1));
    at += length;
  }
  return pieces;
};

function shuffled<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

/** A picture of bent, broken and mixed pen strokes; no element of it names or contains a character. */
export function captchaSvg(text: string): string {
  const wave = { x: between(0, 6), y: between(0, 6), a: between(1.2, 2.2), b: between(1, 1.8) };
  const bend = ([x, y]: Point): Point => [x + wave.a * Math.sin(y / 7 + wave.x), y + wave.b * Math.sin(x / 11 + wave.y)];
  const pieces: Point[][] = [];
  [...text].forEach((character, index) => {
    const turn = between(-0.3, 0.3);
    const [sin, cos, scale, slant] = [Math.sin(turn), Math.cos(turn), between(2.6, 3), between(-0.15, 0.15)];
    const [left, top] = [22 + index * 29 + between(-3, 3), 22 + between(-3, 3)];
    const place = ([x, y]: Point): Point => {
      const [u, v] = [(x - 3 + slant * (5 - y)) * scale, (y - 5) * scale];
      return bend([left + u * cos - v * sin, top + u * sin + v * cos]);
    };
    for (const line of linesOf(character)) pieces.push(...cut(dense(line, 0.8).map(place)));
  });
  for (const left of [between(2, 20), between(50, 62), between(88, 98)]) {
    const line: Point[] = [
      [left, between(4, height - 4)],
      [left + between(26, 36), between(4, height - 4)],
    ];
    pieces.push(...cut(dense(line, 3).map(bend)));
  }
  const paths = shuffled(pieces).map((piece) => `<path d="M${piece.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round">${paths.join("")}</svg>`;
}
