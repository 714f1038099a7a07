import type { Field } from "./field.ts";
import type { ReportShape, Row } from "./report.ts";

/** One place in the line of filters: a field, or two that are the ends of a span. */
export interface FilterPiece {
  readonly key: string;
  readonly field: Field;
  /** The key of the other end. */
  readonly to?: string;
}

/** Filters in the order they are declared; from and to stand in one place. */
export function filterPieces(filters: ReportShape["filters"]): readonly FilterPiece[] {
  const isSpan = filters["from"] !== undefined && filters["to"] !== undefined;
  return Object.entries(filters).flatMap(([key, field]): FilterPiece[] => {
    if (!isSpan || (key !== "from" && key !== "to")) return [{ key, field }];
    return key === "from" ? [{ key, field, to: "to" }] : [];
  });
}

/** Is a filter something else than at the beginning? */
export const isChanged = ({ key, to }: FilterPiece, typed: Row, initial: Row): boolean =>
  [key, ...(to ? [to] : [])].some((value) => (typed[value] || null) !== (initial[value] || null));

/** How wide each kind is; words of a choice that always stands have their label before them. */
export function widthOf({ to, field }: FilterPiece): number {
  if (to) return 212;
  if (field.kind === "year" || field.kind === "int") return field.hint ? 184 : 140;
  return field.kind === "date" || field.initial !== undefined ? 180 : 156;
}

const gap = 8;

/** How many of them fit into a line of this width beside the buttons; those left over stand behind one more button. */
export function fitting(pieces: readonly FilterPiece[], width: number, buttons: number, more: number): number {
  const needed = (count: number): number =>
    pieces.slice(0, count).reduce((all, piece) => all + widthOf(piece) + gap, 0) + buttons + (count < pieces.length ? more : 0);
  let count = pieces.length;
  while (count > 1 && needed(count) > width) count -= 1;
  return count;
}
