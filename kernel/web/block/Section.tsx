import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  /** By this name the links of the page lead here. */
  readonly name?: string;
  /** Beside the title: a count, buttons. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, name, tools, children }: Props) {
  return (
    <section className="pg-section" data-section={name} aria-label={title}>
      <h2 className="pg-h2 bk-section-head">
        {title}
        {tools}
      </h2>
      {children}
    </section>
  );
}
