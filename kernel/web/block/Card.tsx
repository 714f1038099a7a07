import type { ReactNode } from "react";

interface Props {
  readonly title: ReactNode;
  /** Beside the title: a code, a state, a date. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  /** Content reaches the border: a list or a table that has its own padding. */
  readonly flush?: boolean;
  readonly label?: string;
  /** By this name the links of the page lead here. */
  readonly section?: string;
  /** What can be done with all of it. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

/** A framed surface: a head with tools, and its content. */
export function Card({ title, note, tools, flush, label, section, foot, children }: Props) {
  return (
    <article className="bk-card" aria-label={label} data-section={section}>
      <header>
        <b>{title}</b>
        {note}
        {tools ? <span className="bk-card-tools">{tools}</span> : null}
      </header>
      {children ? <div data-flush={flush || undefined}>{children}</div> : null}
      {foot ? <footer>{foot}</footer> : null}
    </article>
  );
}
