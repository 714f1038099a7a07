/** What the page keeps of the texts whose colours the accessibility rules have judged. */
interface Contrast {
  /** The number of a look: an element painted so, over the look of the element around it. */
  readonly looks: Map<string, number>;
  readonly judged: Set<number>;
  /** Looks that are judged for the first time, by the question that is asked now. */
  fresh: Set<number>;
}

declare global {
  interface Window {
    contrast?: Contrast;
  }
}

/** Runs in the page. Marks text that looks as judged text does: its colours, and those of everything around it, are half of what the rules cost. */
export function markJudged(roots: readonly string[]): void {
  const contrast = (window.contrast ??= { looks: new Map(), judged: new Set(), fresh: new Set() });
  const fresh = new Set<number>();
  contrast.fresh = fresh;
  const known = new Map<Element, number>();
  const lookOf = (el: Element): number => {
    const found = known.get(el);
    if (found !== undefined) return found;
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, position } = getComputedStyle(el);
    const painted = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, position];
    const isOut = el.matches("[aria-hidden=true], [aria-disabled=true], :disabled");
    const look = [el.parentElement ? lookOf(el.parentElement) : 0, el.tagName, el.getAttribute("class"), ...painted, isOut].join("|");
    const number = contrast.looks.get(look) ?? contrast.looks.size + 1;
    contrast.looks.set(look, number);
    known.set(el, number);
    return number;
  };
  // What is covered or out of sight is not judged, and says nothing of what looks the same.
  const isSeen = (el: Element): boolean => {
    const { left, right, top, bottom } = el.getBoundingClientRect();
    return el.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && el.closest("[data-twin]") === null;
  };
  const hasText = (el: Element): boolean =>
    [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "");
  for (const el of document.querySelectorAll("[data-judged]")) el.removeAttribute("data-judged");
  for (const el of document.querySelectorAll(roots.map((root) => `${root} *`).join(", "))) {
    if (!hasText(el)) continue;
    const look = lookOf(el);
    if (contrast.judged.has(look) || fresh.has(look)) el.setAttribute("data-judged", "");
    else if (isSeen(el)) fresh.add(look);
  }
}
