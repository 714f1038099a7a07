/** Where a search found something: the page, and which of its hits. */
export interface Match {
  readonly page: number;
  readonly nth: number;
}

/** All places of a word, page by page. */
export function findAll(pages: readonly string[], wanted: string): Match[] {
  const word = wanted.trim().toLowerCase();
  if (word === "") return [];
  return pages.flatMap((text, page) => {
    const found: Match[] = [];
    for (let at = text.indexOf(word), nth = 0; at >= 0; at = text.indexOf(word, at + word.length), nth += 1) found.push({ page, nth });
    return found;
  });
}

/** Marks the pieces of a page's words that a hit touches; answers the piece of the chosen one. */
export function markHits(layer: HTMLElement, wanted: string, chosen: number): HTMLElement | null {
  const word = wanted.trim().toLowerCase();
  const pieces = [...layer.querySelectorAll<HTMLElement>("span")].filter((piece) => piece.childElementCount === 0);
  for (const piece of pieces) piece.removeAttribute("data-hit");
  if (word === "") return null;
  let text = "";
  const ends = pieces.map((piece) => (text += piece.textContent.toLowerCase()).length);
  let first: HTMLElement | null = null;
  for (let at = text.indexOf(word), nth = 0; at >= 0; at = text.indexOf(word, at + word.length), nth += 1)
    for (const [i, piece] of pieces.entries()) {
      const start = i === 0 ? 0 : ends[i - 1]!;
      if (start >= at + word.length || ends[i]! <= at) continue;
      piece.dataset["hit"] = nth === chosen ? "now" : (piece.dataset["hit"] ?? "yes");
      if (nth === chosen) first ??= piece;
    }
  return first;
}
