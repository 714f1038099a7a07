import { cmp, isDecimal } from "#kernel/decimal.ts";
import { readBlock } from "#kernel/paste.ts";

/** Figures pasted into the matrix: how far right and down of the cell they were pasted into, and what they say; empty cells and words are left out. */
export const pastedDemand = (text: string): readonly { readonly right: number; readonly down: number; readonly qty: string }[] =>
  readBlock(text).flatMap((cells, down) =>
    cells.flatMap((cell, right) => {
      const qty = cell.trim().replaceAll(/[,\s]/g, "");
      return isDecimal(qty) && cmp(qty, "0") >= 0 ? [{ right, down, qty }] : [];
    }),
  );
