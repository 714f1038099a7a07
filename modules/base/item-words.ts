import { inBoth, type Text } from "#kernel/text.ts";

interface Named {
  readonly itemName: string;
  readonly itemNameEn: string | null;
}

/** What a line calls its goods: the item's name is read in both languages, words of its own stay as they were typed. */
export const goodsWords = (desc: string | null, of: Named | null | undefined): Text => {
  const said = desc?.trim() || of?.itemName || "";
  return of && said === of.itemName ? inBoth(of.itemName, of.itemNameEn) : [said, said];
};
