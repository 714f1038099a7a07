import { diffArrays, diffChars, type ChangeObject } from "diff";

/** A stretch of text that both versions have, only the older, or only the newer. */
export interface Piece {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** A paragraph of one version and the one it became; one side is null where it came or went. */
export interface Match {
  readonly kind: "same" | "changed" | "moved" | "added" | "removed";
  readonly before: number | null;
  readonly after: number | null;
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The differences of two texts word by word, in Chinese too, where words have no spaces between them. */
export function piecesOf(before: string, after: string): readonly Piece[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const found = diffArrays(wordsOf(before), wordsOf(after), { timeout: 2_000 });
  if (!found)
    return [
      { kind: "gone" as const, text: before },
      { kind: "new" as const, text: after },
    ].filter(({ text }) => text !== "");
  return found.map(({ value, added, removed }) => ({ kind: added ? "new" : removed ? "gone" : "same", text: value.join("") }));
}

const pairsOf = (text: string): Map<string, number> => {
  const pairs = new Map<string, number>();
  for (let i = 0; i < text.length - 1; i++) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
};

/** How alike two texts are, from 0 to 1. */
export function alike(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = pairsOf(a);
  let common = 0;
  for (const [pair, count] of pairsOf(b)) common += Math.min(count, pairs.get(pair) ?? 0);
  return (2 * common) / (a.length + b.length - 2);
}

const enough = 0.4;

/** Pairs what went with what came in one stretch: the most alike, in their order. */
function pairedIn(before: readonly string[], after: readonly string[], went: readonly number[], come: readonly number[]): Match[] {
  const matches: Match[] = [];
  let from = 0;
  for (const i of went) {
    let [best, likeness] = [-1, 0];
    for (let at = from; at < come.length; at++) {
      const value = alike(before[i]!, after[come[at]!]!);
      if (value > likeness) [best, likeness] = [at, value];
    }
    if (likeness < enough) {
      matches.push({ kind: "removed", before: i, after: null });
      continue;
    }
    for (const j of come.slice(from, best)) matches.push({ kind: "added", before: null, after: j });
    matches.push({ kind: "changed", before: i, after: come[best]! });
    from = best + 1;
  }
  return [...matches, ...come.slice(from).map((j): Match => ({ kind: "added", before: null, after: j }))];
}

/** What went in one place and came word for word in another was moved. */
function movedIn(matches: readonly Match[], before: readonly string[], after: readonly string[]): Match[] {
  const went = new Map<string, Match[]>();
  for (const match of matches)
    if (match.kind === "removed" && before[match.before!]!.trim()) {
      const text = before[match.before!]!;
      went.set(text, [...(went.get(text) ?? []), match]);
    }
  const from = new Map<Match, Match>();
  for (const match of matches) {
    const origin = match.kind === "added" ? went.get(after[match.after!]!)?.shift() : undefined;
    if (origin) from.set(match, origin);
  }
  const origins = new Set(from.values());
  return matches
    .filter((match) => !origins.has(match))
    .map((match) => (from.has(match) ? { kind: "moved", before: from.get(match)!.before, after: match.after } : match));
}

/** Pairs the paragraphs of two versions, in the order of the newer: first those that are equal, then those that are alike. */
export function matchTexts(before: readonly string[], after: readonly string[]): readonly Match[] {
  const matches: Match[] = [];
  let [i, j]: [number, number] = [0, 0];
  let went: number[] = [];
  let come: number[] = [];
  const closeStretch = (): void => {
    matches.push(...pairedIn(before, after, went, come));
    [went, come] = [[], []];
  };
  for (const { added, removed, count } of diffArrays([...before], [...after])) {
    if (removed) for (let n = 0; n < count; n++) went.push(i++);
    else if (added) for (let n = 0; n < count; n++) come.push(j++);
    else {
      closeStretch();
      for (let n = 0; n < count; n++) matches.push({ kind: "same", before: i++, after: j++ });
    }
  }
  closeStretch();
  return movedIn(matches, before, after);
}

/** The differences of two texts character by character. */
export const characterPieces = (before: string, after: string): readonly ChangeObject<string>[] =>
  diffChars(before, after, { timeout: 2_000 }) ?? [];
