import type { Sheet } from "#kernel/server/file/preview/worker.ts";

const escaped = (text: string): string => text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);
const width = 84;
const height = 30;

/** What a reader sees of a signature: who, for whom, when, with which certificate. */
export function stampSheet(lines: readonly string[]): Sheet {
  const rows = lines
    .filter(Boolean)
    .map(
      (line, i) =>
        `<text x="4" y="${7 + i * 5.2}" font-family="Noto Sans SC" font-size="${i === 0 ? 4.2 : 3}" fill="firebrick">${escaped(line)}</text>`,
    );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><rect x="0.6" y="0.6" width="${width - 1.2}" height="${height - 1.2}" rx="2" fill="none" stroke="firebrick" stroke-width="0.6"/>${rows.join("")}</svg>`;
  return { width, height, svg };
}

/** The place of the so-manyth signature on the signature page, two in a row from the top. */
export const stampPlace = (index: number): { readonly x: number; readonly y: number } => ({
  x: 45 + (index % 2) * 260,
  y: 620 - Math.floor(index / 2) * 110,
});
