import { code, payload, qty, rows, text, type Fields } from "./field.ts";
import type { Action, Who } from "./entity.ts";
import type { Text } from "./text.ts";

/** What people see when they choose the rows that documents are created from: the part of a `from` that pages know. */
export interface Chooser {
  /** The call that lists what may be chosen, and the one that says which documents would be created. */
  readonly list: string;
  readonly preview: string;
  /** The kinds of rows. */
  readonly sources: Readonly<Record<string, Text>>;
  /** The columns of a row, by the keys of what `row` returns. */
  readonly columns: Fields;
  /** What tells one row from another: a heading, and fields that stand joined by a hyphen. */
  readonly heads: readonly [label: Text, ...keys: string[]];
  /** The fields that are the same in all rows of a document and tell it from the others. */
  readonly groups: readonly string[];
  /** What the column with what is left is called; null where a row is taken as a whole. */
  readonly left: Text | null;
  /** The column with the unit of what is left. */
  readonly unit?: string;
  /** What rows are narrowed by besides a keyword. */
  readonly filters?: Fields;
  readonly empty: Text;
}

/** The rows a caller has chosen, with how much of each. */
const chosenRows = rows(
  "所选行",
  "Chosen rows",
  {
    source: code("来源", "Source", { max: 30, optional: true }),
    id: text("行", "Row", { max: 64 }),
    qty: qty("数量", "Quantity", { optional: true }),
  },
  { optional: true },
);

const choosing = {
  chosen: chosenRows,
  /** Filters, keyword and exceptions as the list takes them: all rows that match are taken, besides those named. */
  matching: payload("全部符合条件的行", "All rows that match", { optional: true }),
};
type Choosing<S extends string, I extends Fields> = Action<S, I & typeof choosing>;

interface Shape<S extends string, I> {
  readonly button: string;
  readonly who: Who | readonly Who[];
  readonly from?: readonly S[];
  readonly input?: I;
}

const choosingAction = <S extends string, I extends Fields>(label: Text, chooses: Chooser, shape: Shape<S, I>): Choosing<S, I> => ({
  ...shape,
  label,
  quiet: true,
  chooses,
  input: { ...choosing, ...shape.input } as I & typeof choosing,
});

/** The action that creates documents from chosen rows; the `from` of that name decides it. */
export const createsFrom = <const I extends Fields = {}>(
  cn: string,
  en: string,
  chooses: Chooser,
  shape: Omit<Shape<never, I>, "from">,
): Choosing<never, I> => ({ ...choosingAction([cn, en], chooses, shape), creates: true });

/** The action that adds chosen rows to a document; the `from` that names it in `adds` decides it. */
export const addsFrom = <const S extends string, const I extends Fields = {}>(
  cn: string,
  en: string,
  chooses: Chooser,
  shape: Shape<S, I>,
): Choosing<S, I> => choosingAction([cn, en], chooses, shape);
