import { code128 } from "#kernel/code128.ts";
import { qrCode } from "#kernel/qr.ts";

/** What stands on a label. */
export interface Label {
  readonly barcode: string;
  readonly isPallet: boolean;
  readonly itemCode: string;
  readonly itemName: string;
  readonly batchNum: string | null;
  readonly qty: string;
  readonly uom: string;
  readonly boxNo: string;
  readonly noteNum: string;
  readonly supplier: string;
  readonly shipTo: string;
}

const safe = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);

/** As much of a text as fits: a Chinese sign is as wide as two others. */
export function fitting(text: string, most: number): string {
  let width = 0;
  let end = 0;
  for (const char of text) {
    width += char.charCodeAt(0) > 0xff ? 2 : 1;
    if (width > most) return `${text.slice(0, Math.max(0, end - 1))}…`;
    end += char.length;
  }
  return text;
}

/** Signs as wide as half a Chinese one. */
const unitsOf = (text: string): number => [...text].reduce((n, char) => n + (char.charCodeAt(0) > 0xff ? 2 : 1), 0);

const written = (x: number, y: number, size: number, text: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-family="Noto Sans SC, sans-serif" font-size="${size}" ${more}>${safe(text)}</text>`;

/** A QR code drawn into a square of so many millimetres. */
export function qrSvg(text: string, x: number, y: number, size: number): string {
  const rows = qrCode(text);
  const value = size / rows.length;
  const cells = rows.flatMap((row, j) => row.flatMap((dark, i) => (dark ? [`M${i} ${j}h1v1h-1z`] : [])));
  return `<g transform="translate(${x} ${y}) scale(${value})"><path d="${cells.join("")}" shape-rendering="crispEdges"/></g>`;
}

/** Bars of a text across so many millimetres. */
export function barsSvg(text: string, x: number, y: number, width: number, height: number): string {
  const { width: modules, bars } = code128(text);
  const path = bars.map(([at, wide]) => `M${at} 0h${wide}v${height}h-${wide}z`).join("");
  return `<g transform="translate(${x} ${y}) scale(${width / modules} 1)"><path d="${path}" shape-rendering="crispEdges"/></g>`;
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="black" stroke-width="0.2"/>`;

/** The sheet of a label: 100 × 60 for a box, 100 × 100 for a pallet. */
export function labelSheet(label: Label): { readonly width: number; readonly height: number; readonly svg: string } {
  const height = label.isPallet ? 100 : 60;
  const qr = label.isPallet ? 36 : 26;
  const left = 4;
  // Nothing is written under the QR code: beside it a line is short, below it a pallet has the whole width.
  const rows = [
    [label.isPallet ? "托盘 PALLET" : "箱 BOX", label.boxNo],
    ["物料 Item", fitting(label.itemCode, label.isPallet ? 14 : 22)],
    ["批次 Batch", fitting(label.batchNum ?? "-", label.isPallet ? 14 : 22)],
    ["数量 Qty", fitting(`${label.qty} ${label.uom}`, 18)],
    ["名称 Name", fitting(label.itemName, label.isPallet ? 30 : 25)],
  ] as const;
  const step = label.isPallet ? 10 : 5.6;
  const size = label.isPallet ? 4.4 : 3.2;
  const drawn = rows.map(([name, value], i) => {
    const y = (label.isPallet ? 9 : 6.5) + i * step;
    // The quantity is written as large as the room beside the code allows.
    const room = 100 - qr - 6 - (left + (label.isPallet ? 23 : 21));
    const big = i === 3 ? Math.min(size * 1.35, room / (unitsOf(value) * 0.6)) : size;
    return (
      written(left, y, size * 0.8, name, 'fill="dimgray"') +
      written(left + (label.isPallet ? 23 : 21), y, big, value, i === 3 || i === 1 ? 'font-weight="700"' : "")
    );
  });
  const foot = label.isPallet ? 56 : 34;
  const parts = [
    ...drawn,
    qrSvg(label.barcode, 100 - qr - 4, 4, qr),
    line(3, foot, 97, foot),
    written(left, foot + 4, 2.8, `送货单 Note ${label.noteNum}`),
    written(left, foot + 8, 2.8, fitting(`供方 From ${label.supplier}`, 58)),
    ...(label.isPallet ? [written(left, foot + 12, 2.8, fitting(`收货 To ${label.shipTo}`, 62))] : []),
    barsSvg(label.barcode, 8, height - (label.isPallet ? 26 : 16.5), 84, label.isPallet ? 18 : 11),
    written(50, height - 1.8, 3.2, label.barcode, 'text-anchor="middle" letter-spacing="0.4"'),
  ];
  return {
    width: 100,
    height,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}" width="100mm" height="${height}mm"><rect width="100" height="${height}" fill="white"/>${parts.join("")}</svg>`,
  };
}
