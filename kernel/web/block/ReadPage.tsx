import type { ReactNode } from "react";

/** A page that is read from top to bottom, in a column of readable width. */
export function ReadPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="bk-read">
      <div>{children}</div>
    </div>
  );
}

interface HeadProps {
  readonly title: ReactNode;
  /** Short facts below the title; what is empty is left out. */
  readonly facts?: readonly ReactNode[];
  readonly buttons?: ReactNode;
}

/** What the page is about, and what can be done with it; stays in sight while the page scrolls. */
export function ReadHead({ title, facts = [], buttons }: HeadProps) {
  return (
    <header className="bk-read-head">
      <div>
        <h1>{title}</h1>
        <p>{facts.map((fact, at) => (fact ? <span key={at}>{fact}</span> : null))}</p>
      </div>
      {buttons ? <div>{buttons}</div> : null}
    </header>
  );
}

interface PartProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of such a page. */
export function ReadPart({ title, note, children }: PartProps) {
  return (
    <section className="bk-read-part" aria-label={title}>
      <h2>
        {title}
        {note ? <small>{note}</small> : null}
      </h2>
      {children}
    </section>
  );
}
