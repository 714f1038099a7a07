import { characterPieces } from "#kernel/text-compare.ts";

/** A stretch of a text: words, or the name of a field with what it shows. */
export interface TextPart {
  readonly name: string | null;
  readonly text: string;
}

/** A field in the text that somebody changed there: its value is changed on the contract, not in the text. */
export interface TouchedField {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const pattern = /\$\{\s*([^}]*?)\s*\}/g;

/** A text in its stretches; a field without a value shows its name. */
export function partsOf(text: string, valueOf: (name: string) => string | null): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) parts.push({ name: null, text: text.slice(at, found.index) });
    parts.push({ name: found[1]!, text: valueOf(found[1]!) ?? found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ name: null, text: text.slice(at) });
  return parts;
}

/** For every sign of the older text where it stands in the newer one; -1 where it went. */
function placesIn(before: string, after: string): Int32Array {
  const places = new Int32Array(before.length).fill(-1);
  let [i, j] = [0, 0];
  for (const { value, added, removed } of characterPieces(before, after)) {
    if (added) j += value.length;
    else if (removed) i += value.length;
    else for (const end = i + value.length; i < end;) places[i++] = j++;
  }
  return places;
}

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  readonly isDropped: boolean;
}

/** Where a field of the older text stands in the newer one: as it was, changed, or gone with the words around it. */
function spanOf(name: string, start: number, end: number, places: Int32Array, length: number): Span {
  const first = places[start]!;
  let isWhole = first >= 0;
  for (let at = start; at < end && isWhole; at++) isWhole = places[at] === first + at - start;
  if (isWhole) return { name, from: first, to: first + end - start, isWhole, isDropped: false };
  let [left, right] = [start - 1, end];
  while (left >= 0 && places[left]! < 0) left--;
  while (right < places.length && places[right]! < 0) right++;
  const from = left < 0 ? 0 : places[left]! + 1;
  const to = Math.max(from, right >= places.length ? length : places[right]!);
  const areNeighboursThere = (start === 0 || places[start - 1]! >= 0) && (end >= places.length || places[end]! >= 0);
  return { name, from, to, isWhole, isDropped: from === to && !areNeighboursThere };
}

/** A text as somebody edited it, with its fields again in their places: what was typed over a field is told and changes nothing. */
export function rebound(
  content: string,
  valueOf: (name: string) => string | null,
  after: string,
): { readonly content: string; readonly touched: readonly TouchedField[] } {
  const parts = partsOf(content, valueOf);
  const before = parts.map(({ text }) => text).join("");
  if (before === after) return { content, touched: [] };
  const places = placesIn(before, after);
  const touched: TouchedField[] = [];
  let [made, at, start] = ["", 0, 0];
  for (const { name, text } of parts) {
    const end = start + text.length;
    if (name !== null && text !== "") {
      const span = spanOf(name, start, end, places, after.length);
      if (!span.isDropped) {
        const from = Math.max(at, span.from);
        made += `${after.slice(at, from)}\${${name}}`;
        at = Math.max(from, span.to);
        if (!span.isWhole) touched.push({ name, before: text, after: after.slice(from, at) });
      }
    }
    start = end;
  }
  return { content: made + after.slice(at), touched };
}
