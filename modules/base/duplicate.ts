/** A text without what does not tell two things apart: case, width, spaces, and the marks between words. */
export const plain = (text: string | null | undefined): string =>
  (text ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/×|✕|✖/g, "x")
    .replace(/φ|⌀|ø/g, "d")
    .replace(/[\s\-_.,;:/\\|()[\]{}'"“”‘’，。；：、（）【】·*+#&]/g, "");

/** What two items are compared by. */
export interface Named {
  readonly itemName: string | null;
  readonly specification: string | null;
  readonly manufacturerPartNo: string | null;
}

const pairs = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (let i = 0; i < text.length - 1; i++) found.set(text.slice(i, i + 2), (found.get(text.slice(i, i + 2)) ?? 0) + 1);
  return found;
};

/** How alike two texts are, from 0 to 1, by the pairs of characters they share. */
export function likeness(a: string, b: string): number {
  if (a === b) return a === "" ? 0 : 1;
  if (a.length < 2 || b.length < 2) return 0;
  const [left, right] = [pairs(a), pairs(b)];
  let shared = 0;
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
  return (2 * shared) / (a.length + b.length - 2);
}

/** 100: certainly the same; from 60 on worth a look. One maker's number is one item, whatever it is called. */
export function score(a: Named, b: Named): number {
  const [part, other] = [plain(a.manufacturerPartNo), plain(b.manufacturerPartNo)];
  if (part !== "" && part === other) return 100;
  const whole = (named: Named) => plain(named.itemName) + plain(named.specification);
  if (whole(a) === whole(b)) return 100;
  const like = likeness(whole(a), whole(b));
  return Math.round((part !== "" && other !== "" ? like * 0.7 : like) * 100);
}
