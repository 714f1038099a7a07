import { inBoth, type Text } from "#kernel/text.ts";

interface Named {
  readonly supplierName: string;
  readonly supplierNameEn: string | null;
}

/** A supplier's name in both languages; one nobody knows any more is called by what is left of it. */
export const supplierWords = (of: Named | null | undefined, otherwise = ""): Text =>
  of ? inBoth(of.supplierName, of.supplierNameEn) : [otherwise, otherwise];

/** The name as an event carries it: each reader is told in the own language. */
export function supplierTold(of: Named | null | undefined): { readonly supplier: string; readonly supplierEn: string } {
  const [supplier, supplierEn] = supplierWords(of);
  return { supplier, supplierEn };
}
