import type { ReactNode } from "react";
import type { Action, Audience, Entity } from "../../entity.ts";
import type { Viewer } from "../../page-action.ts";
import type { Row } from "../../page-document.ts";
import type { Text } from "../../text.ts";
import type { FieldMessage } from "../call.ts";
import type { RowStore } from "../table/rowStore.ts";
import type { Button, Column, RowAction, RowTone } from "../table/types.ts";
import type { EditModel } from "./edit/editModel.ts";

/** An action on its way, when the page itself asks for what it needs. */
export interface OwnAsk {
  readonly row: Row;
  readonly action: Action;
  readonly busy: boolean;
  readonly errors: readonly FieldMessage[];
  send(input: Row): void;
  cancel(): void;
}

/** How a page asks for what an action needs, in place of the default dialog, by the action's name. */
export type Asks = Readonly<Record<string, (ask: OwnAsk) => ReactNode>>;

/** A document on its way to paper. */
export interface Paper {
  readonly row: Row;
  readonly audience: Audience;
  readonly unsaved: number;
  close(): void;
}

/** What a slot of a list may know and do. */
export interface ListContext {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly viewer: Viewer;
  /** The filters in force, as they are sent. */
  readonly filter: Row;
  setFilter(filter: Row): void;
  /** Goes to a declared view; "" is all rows. */
  choose(view: string): void;
  /** Opens the row as the list would: the edit tab or the drawer. */
  open(row: Row): void;
  /** Shows the row in the docked panel. */
  show(row: Row): void;
  reload(): void;
}

/**
 * How a page differs from the default, in three steps:
 * 1. No file: `pages.list`, `pages.edit` and `lists.*.route` of a declaration are pages already.
 * 2. `purchase-order.list.tsx` or `purchase-order.edit.tsx` beside the declaration `export const purchaseOrder = entity(…)`
 *    with `export const slots: ListSlots = { … }` (or EditSlots) fills places of the default page;
 *    a named list adds its name: `purchase-order.mine.list.tsx`.
 * 3. The same file, or a `.page.tsx`, with `export const page = { route: "…" }` and a default component is an own page,
 *    built from the same parts: ListPage, EditPage, ActionBar, FieldInput, DataTable, HistoryPanel …
 */
export interface ListSlots {
  /** The one line of truth under the title, instead of count and sum. */
  truth?(context: ListContext): ReactNode;
  /** Said after it: what no view counts. */
  also?(context: ListContext): ReactNode;
  /** Buttons of its own beside those of the head. */
  buttons?(context: ListContext): ReactNode;
  /** Between views and filters: cards, a small chart. */
  head?(context: ListContext): ReactNode;
  /** A column of its own at the left, such as a tree that filters. */
  left?(context: ListContext): ReactNode;
  /** The inside of the docked panel. */
  sidePanel?(row: Row, context: ListContext): ReactNode;
  /** What opening a row means where the row is no document but speaks of one; on a phone such a row shows its panel. */
  opens?(row: Row, context: ListContext): void;
  readonly cells?: Readonly<Record<string, Partial<Column>>>;
  /** Columns that are no fields: after the declared one they name, or after all of them. */
  readonly columns?: readonly (Column & { readonly after?: string })[];
  rowTone?(row: Row): RowTone | null | undefined;
  /** What opens under a row: its second level. */
  expand?(row: Row, context: ListContext): ReactNode;
  /** Which rows have one; all of them unless said. */
  expandable?(row: Row): boolean;
  rowActions?(row: Row, context: ListContext): readonly RowAction[];
  toolbar?(context: ListContext): readonly Button[];
  readonly hideNew?: true;
  /** Another way of bringing rows in from a workbook than the default one. */
  imports?(way: { done(): void; close(): void }): ReactNode;
  /** Fields that whoever may save also edits in the table itself; the changed rows are saved together. */
  readonly inline?: readonly string[];
  readonly asks?: Asks;
  /** The paper of a document in place of the default one. */
  print?(paper: Paper): ReactNode;
}

/** A further tab of the docked column of an edit page. */
export interface SidePanel {
  readonly key: string;
  readonly label: Text;
  /** Whether this reader has it at all; everybody unless said. */
  when?(): boolean;
  /** Whether it has something to say by itself: then the column stands open at it. */
  speaks?(model: EditModel): boolean;
  render(model: EditModel): ReactNode;
}

/** How the rows of one line table may be edited on this page. */
export interface LineRules {
  /** No row is added or removed by hand. */
  readonly fixed?: boolean;
  /** The table has no place in this document as it stands. */
  readonly hidden?: boolean;
  editable?(row: Row, key: string): boolean;
}

export interface EditSlots {
  head?(model: EditModel): ReactNode;
  beforeLines?(model: EditModel): ReactNode;
  afterLines?(model: EditModel): ReactNode;
  readonly sidePanel?: readonly SidePanel[];
  /** Cells of a line table, by collection and field; the lines of a line by both names: "lines.deliveries". */
  readonly cells?: Readonly<Record<string, Readonly<Record<string, Partial<Column>>>>>;
  /** Fields of the header form that are read here although the form is open. */
  asText?(model: EditModel, key: string): boolean;
  /** Another editor for a field of the header form. */
  readonly fields?: Readonly<Record<string, (model: EditModel) => ReactNode>>;
  /** Buttons over a line table, by collection, with the rows they work on. */
  readonly lineToolbar?: Readonly<Record<string, (model: EditModel, rows: RowStore) => readonly Button[]>>;
  readonly asks?: Asks;
  /** The paper of the document in place of the default one. */
  print?(paper: Paper): ReactNode;
  /** What holds for a line table beyond its declaration: rows that come and go only by rule, cells this reader leaves alone. */
  readonly lineRules?: Readonly<Record<string, (model: EditModel) => LineRules>>;
  /** Sections the slots draw themselves (`data-section`), for the links over the page. */
  readonly links?: readonly { readonly key: string; readonly label: Text; when?(model: EditModel): boolean }[];
  /** Sections left out, by their English name, by collection, or "files". */
  readonly hideSections?: readonly string[];
}
