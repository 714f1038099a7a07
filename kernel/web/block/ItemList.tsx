import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";
import { Badge } from "./Notice.tsx";

interface ListProps {
  readonly label?: string;
  /** A frame around the list; without it the rows stand on the page, parted by lines. */
  readonly framed?: boolean;
  /** Scrolls inside itself above this height in pixels. */
  readonly most?: number;
  readonly ordered?: boolean;
  readonly children: ReactNode;
}

/** Rows of one kind that are read from top to bottom. */
export function ItemList({ label, framed, most, ordered, children }: ListProps) {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element
      className="bk-items"
      aria-label={label}
      data-framed={framed || undefined}
      tabIndex={most ? 0 : undefined}
      style={most ? { maxHeight: most, overflow: "auto" } : undefined}
    >
      {children}
    </Element>
  );
}

interface ItemProps {
  /** Before the text: an icon, a number, a check box. */
  readonly lead?: ReactNode;
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  /** At the end of the row: a figure, a state, a button. */
  readonly end?: ReactNode;
  readonly tone?: Tone;
  readonly selected?: boolean;
  readonly disabled?: boolean;
  /** Makes the row a button. */
  press?(): void;
  /** Below the row: its details. */
  readonly children?: ReactNode;
}

/** A row of a list: what it is, what is worth knowing about it, and what stands at its end. */
export function Item({ lead, title, note, end, tone, selected, disabled, press, children }: ItemProps) {
  const inside = (
    <>
      {lead === undefined ? null : <span className="bk-item-lead">{lead}</span>}
      <span className="bk-item-text">
        {title}
        {note ? <small>{note}</small> : null}
      </span>
      {end === undefined ? null : <span className="bk-item-end">{end}</span>}
    </>
  );
  return (
    <li className="bk-item" data-tone={tone} data-selected={selected || undefined}>
      {press ? (
        <button type="button" className="bk-item-row" aria-pressed={selected} disabled={disabled} onClick={press}>
          {inside}
        </button>
      ) : (
        <div className="bk-item-row">{inside}</div>
      )}
      {children}
    </li>
  );
}

/** A row made of parts beside each other; the first takes the room that is left. */
export function ItemLine({ children }: { readonly children: ReactNode }) {
  return <li className="bk-item bk-item-line">{children}</li>;
}

interface NumberedItem {
  readonly title: ReactNode;
  readonly note?: ReactNode;
}

/** What is done one after the other, numbered. */
export function NumberedList({ label, items }: { readonly label?: string; readonly items: readonly NumberedItem[] }) {
  return (
    <ItemList ordered {...(label ? { label } : {})}>
      {items.map(({ title, note }, at) => (
        <Item key={at} lead={<Badge>{at + 1}</Badge>} title={title} note={note} />
      ))}
    </ItemList>
  );
}
