import type { ReactNode } from "react";
import type { Action, Audience, Entity, Verb } from "../../entity.ts";
import type { Viewer } from "../../page-action.ts";
import type { Row } from "../../page-document.ts";
import type { FieldKey, Form, LineAt, LinePath, Press, Seen } from "../../seen.ts";
import type { Text } from "../../text.ts";
import type { FieldMessage } from "../call.ts";
import type { RowStore } from "../table/rowStore.ts";
import type { Button, Column, RowAction, RowTone } from "../table/types.ts";
import type { EditModel } from "./edit/editModel.ts";

/** A function that slots of a known entity give and a page of any entity calls. */
type Slot<A extends readonly unknown[], T> = { draw(...given: A): T }["draw"];

/** An action on its way, when the page itself asks for what it needs. */
interface AskOf<D, I> {
  readonly row: D;
  readonly action: Action;
  readonly busy: boolean;
  readonly errors: readonly FieldMessage[];
  send(input: I): void;
  cancel(): void;
}

export type OwnAsk<E extends Entity = Entity, A extends string = string> = AskOf<Seen<E>, Press<E, A>>;

/** How a page asks for what an action needs, in place of the default dialog, by the action's name. */
export type Asks<E extends Entity = Entity> = { readonly [A in Verb<E>]?: Slot<[ask: OwnAsk<E, A>], ReactNode> };

/** A document on its way to paper. */
interface PaperOf<D> {
  readonly row: D;
  readonly audience: Audience;
  readonly unsaved: number;
  close(): void;
}

export type Paper<E extends Entity = Entity> = PaperOf<Seen<E>>;

/** What a slot of a list may know and do. */
interface ContextOf<E extends Entity, D> {
  readonly entity: E;
  readonly list: string | undefined;
  readonly viewer: Viewer;
  /** The filters in force, as they are sent. */
  readonly filter: Row;
  setFilter(filter: Row): void;
  /** Goes to a declared view; "" is all rows. */
  choose(view: string): void;
  /** Opens the row as the list would: the edit tab or the drawer. */
  open(row: D): void;
  /** Shows the row in the docked panel. */
  show(row: D): void;
  reload(): void;
}
export type ListContext<E extends Entity = Entity> = ContextOf<E, Seen<E>>;

/**
 * How a page differs from the default, in three steps:
 * 1. No file: `pages.list`, `pages.edit` and `lists.*.route` of a declaration are pages already.
 * 2. `purchase-order.list.tsx` or `purchase-order.edit.tsx` beside the declaration `export const purchaseOrder = entity(…)`
 *    with `export const slots: ListSlots<typeof purchaseOrder> = { … }` (or EditSlots) fills places of the default page;
 *    a named list adds its name: `purchase-order.mine.list.tsx`.
 * 3. The same file, or a `.page.tsx`, with `export const page = { route: "…" }` and a default component is an own page,
 *    built from the same parts: ListPage, EditPage, ActionBar, FieldInput, DataTable, HistoryPanel …
 */
export interface ListSlots<E extends Entity = Entity> {
  /** The one line of truth under the title, instead of count and sum. */
  truth?(context: ListContext<E>): ReactNode;
  /** Said after it: what no view counts. */
  also?(context: ListContext<E>): ReactNode;
  /** Buttons of its own beside those of the head. */
  buttons?(context: ListContext<E>): ReactNode;
  /** Between views and filters: cards, a small chart. */
  head?(context: ListContext<E>): ReactNode;
  /** A column of its own at the left, such as a tree that filters. */
  left?(context: ListContext<E>): ReactNode;
  /** The inside of the docked panel. */
  sidePanel?(row: Seen<E>, context: ListContext<E>): ReactNode;
  /** What opening a row means where the row is no document but speaks of one; on a phone such a row shows its panel. */
  opens?(row: Seen<E>, context: ListContext<E>): void;
  readonly cells?: { readonly [K in FieldKey<E>]?: Partial<Column<Seen<E>>> };
  /** Columns that are no fields: after the declared one they name, or after all of them. */
  readonly columns?: readonly (Column<Seen<E>> & { readonly after?: string })[];
  rowTone?(row: Seen<E>): RowTone | null | undefined;
  /** What opens under a row: its second level. */
  expand?(row: Seen<E>, context: ListContext<E>): ReactNode;
  /** Which rows have one; all of them unless said. */
  expandable?(row: Seen<E>): boolean;
  rowActions?(row: Seen<E>, context: ListContext<E>): readonly RowAction<Seen<E>>[];
  toolbar?(context: ListContext<E>): readonly Button<Seen<E>>[];
  readonly hideNew?: true;
  /** What a new row begins with on this list, where it opens in the drawer. */
  readonly start?: Form<E>;
  /** Another way of bringing rows in from a workbook than the default one. */
  imports?(way: { done(): void; close(): void }): ReactNode;
  /** Fields that whoever may save also edits in the table itself; the changed rows are saved together. */
  readonly inline?: readonly (keyof E["fields"] & string)[];
  readonly asks?: Asks<E>;
  /** The paper of a document in place of the default one. */
  print?(paper: Paper<E>): ReactNode;
}

/** A further tab of the docked column of an edit page. */
export interface SidePanel<E extends Entity = Entity> {
  readonly key: string;
  readonly label: Text;
  /** Whether this reader has it at all; everybody unless said. */
  when?(): boolean;
  /** Whether it has something to say by itself: then the column stands open at it. */
  speaks?(model: EditModel<E>): boolean;
  render(model: EditModel<E>): ReactNode;
}

/** How the rows of one line table may be edited on this page. */
export interface LineRules<E extends Entity = Entity> {
  /** No row is added or removed by hand. */
  readonly fixed?: boolean;
  /** The table has no place in this document as it stands. */
  readonly hidden?: boolean;
  editable?(row: Form<E>, key: string): boolean;
}

type LineCells<L extends Entity> = { readonly [K in FieldKey<L>]?: Partial<Column<Form<L>>> };

/** What an edit page draws beside and instead of the default page of its entity. */
export interface EditSlots<E extends Entity = Entity> {
  head?(model: EditModel<E>): ReactNode;
  beforeLines?(model: EditModel<E>): ReactNode;
  afterLines?(model: EditModel<E>): ReactNode;
  readonly sidePanel?: readonly SidePanel<E>[];
  /** Cells of a line table, by collection and field; the lines of a line by both names: "lines.deliveries". */
  readonly cells?: { readonly [P in LinePath<E>]?: LineCells<LineAt<E, P>> };
  /** Fields of the header form that are read here although the form is open. */
  asText?(model: EditModel<E>, key: keyof E["fields"] & string): boolean;
  /** Another editor for a field of the header form. */
  readonly fields?: { readonly [K in keyof E["fields"]]?: Slot<[model: EditModel<E>], ReactNode> };
  /** Buttons over a line table, by collection, with the rows they work on. */
  readonly lineToolbar?: {
    readonly [P in LinePath<E>]?: Slot<[model: EditModel<E>, rows: RowStore<Form<LineAt<E, P>>>], readonly Button<Form<LineAt<E, P>>>[]>;
  };
  readonly asks?: Asks<E>;
  /** The paper of the document in place of the default one. */
  print?(paper: Paper<E>): ReactNode;
  /** What holds for a line table beyond its declaration: rows that come and go only by rule, cells this reader leaves alone. */
  readonly lineRules?: { readonly [P in LinePath<E>]?: Slot<[model: EditModel<E>], LineRules<LineAt<E, P>>> };
  /** Sections the slots draw themselves (`data-section`), for the links over the page. */
  readonly links?: readonly { readonly key: string; readonly label: Text; when?(model: EditModel<E>): boolean }[];
  /** Sections left out, by their English name, by collection, or "files". */
  readonly hideSections?: readonly string[];
}
