import type { Chooser } from "../../chooser.ts";
import { isDecimal } from "../../decimal.ts";
import type { Row } from "../../page-document.ts";
import { readBlock } from "../../paste.ts";

/** What tells a row from the others, as one text. */
export const headOf = ({ heads: [, ...keys] }: Pick<Chooser, "heads">, row: Row): string =>
  keys
    .map((key) => row[key])
    .filter((value) => value !== null && value !== undefined && value !== "")
    .map(String)
    .join("-");

interface Pasted {
  readonly found: readonly { readonly row: Row; readonly qty: string | null }[];
  /** Names that no row has. */
  readonly unknown: readonly string[];
}

/** Rows named in cells copied from a workbook: what tells them apart in one cell or several, and the quantity in the last one. */
export function pastedRows(text: string, chooses: Pick<Chooser, "heads" | "left">, rows: readonly Row[]): Pasted {
  const byHead = new Map(rows.map((row) => [headOf(chooses, row), row]));
  const found: { row: Row; qty: string | null }[] = [];
  const unknown: string[] = [];
  for (const block of readBlock(text)) {
    const cells = block.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (cells.length === 0) continue;
    const last = cells.at(-1)!.replaceAll(",", "");
    const hasQty = chooses.left !== null && cells.length > 1 && isDecimal(last) && !byHead.has(cells.join("-"));
    const name = (hasQty ? cells.slice(0, -1) : cells).join("-");
    const row = byHead.get(name);
    if (row) found.push({ row, qty: hasQty ? last : null });
    else unknown.push(name);
  }
  return { found, unknown };
}
