/** Where the keyboard stands in a matrix; column -1 is the name of the row. */
export interface MatrixPlace {
  readonly at: number;
  readonly column: number;
  readonly columns: number;
  /** Rows of one screen. */
  readonly page: number;
  readonly isParent: boolean;
  readonly isOpen: boolean;
  /** The line of the row above in the tree, where there is one. */
  readonly parentAt: number | null;
}

export type MatrixStep =
  | { readonly kind: "go"; readonly at: number; readonly column: number }
  | { readonly kind: "turn"; readonly open: boolean }
  /** -1 sets the whole row. */
  | { readonly kind: "press"; readonly column: number };

const go = (at: number, column: number): MatrixStep => ({ kind: "go", at, column });

/** What a key means: arrows walk, left and right on a name close and open, space sets one square or, with shift, the row. */
export function stepOf(key: string, shift: boolean, place: MatrixPlace): MatrixStep | null {
  const { at, column, columns, page, isParent, isOpen, parentAt } = place;
  switch (key) {
    case "ArrowDown":
      return go(at + 1, column);
    case "ArrowUp":
      return go(at - 1, column);
    case "PageDown":
      return go(at + page, column);
    case "PageUp":
      return go(at - page, column);
    case "Home":
      return go(at, -1);
    case "End":
      return go(at, columns - 1);
    case "ArrowRight":
      return column < 0 && isParent && !isOpen ? { kind: "turn", open: true } : go(at, column + 1);
    case "ArrowLeft":
      if (column >= 0) return go(at, column - 1);
      return isOpen ? { kind: "turn", open: false } : parentAt === null ? null : go(parentAt, -1);
    case " ":
      return { kind: "press", column: shift ? -1 : column };
    case "Enter":
      return isParent ? { kind: "turn", open: !isOpen } : { kind: "press", column };
    default:
      return null;
  }
}
