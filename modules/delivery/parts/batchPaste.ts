import { isDecimal, isPositive } from "#kernel/decimal.ts";

export type Pasted = {
  readonly batchNum: string;
  readonly batchQty: string;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
  readonly packQty: string | null;
};

const dayOf = (text: string | undefined): string | null => {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec((text ?? "").trim());
  return found ? `${found[1]}-${found[2]!.padStart(2, "0")}-${found[3]!.padStart(2, "0")}` : null;
};
const qtyOf = (text: string | undefined): string | null => {
  const plain = (text ?? "").trim().replaceAll(",", "");
  return isDecimal(plain) && isPositive(plain) ? plain : null;
};

/** Rows copied from a sheet: batch, quantity, produced, expires, per box; the numbers of lines that make no sense come back. */
export function pastedBatches(text: string): { readonly rows: readonly Pasted[]; readonly wrong: readonly number[] } {
  const rows: Pasted[] = [];
  const wrong: number[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const cells = line.includes("\t") ? line.split("\t") : line.trim().split(/\s{2,}|[,;，；]\s*/);
    const [batchNum = "", qty, produced, expires, pack] = cells;
    const batchQty = qtyOf(qty);
    if (batchNum.trim() && batchQty)
      rows.push({ batchNum: batchNum.trim(), batchQty, productionDate: dayOf(produced), expiryDate: dayOf(expires), packQty: qtyOf(pack) });
    else if (i > 0 || batchQty !== null || /\d/.test(line)) wrong.push(i + 1);
  }
  return { rows, wrong };
}
