import type { Find } from "#kernel/rule.ts";
import { inBoth, type Text } from "#kernel/text.ts";
import { item } from "./item.entity.ts";

interface Named {
  readonly itemName: string;
  readonly itemNameEn: string | null;
}

/** What a line calls its goods: the item's name is read in both languages, words of its own stay as they were typed. */
export const goodsWords = (desc: string | null, of: Named | null | undefined): Text => {
  const text = desc?.trim() || of?.itemName || "";
  return of && text === of.itemName ? inBoth(of.itemName, of.itemNameEn) : [text, text];
};

interface Goods {
  readonly itemId: string | null;
  readonly itemDesc: string | null;
}

/** The same for the lines of a document, whose items are read together. */
export async function goodsOfLines(find: Find, lines: readonly Goods[]): Promise<(line: Goods) => Text> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  const items = ids.length ? await find.where(item, { id: ids }, 5000) : [];
  const byId = new Map(items.map((doc) => [doc.id as string, doc]));
  return (line) => goodsWords(line.itemDesc, byId.get(line.itemId ?? ""));
}
