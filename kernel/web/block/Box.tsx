import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";

interface Props {
  readonly title?: ReactNode;
  /** Beside the title: a hint, a count. */
  readonly note?: ReactNode;
  /** At the end of the title line: a state, a switch. */
  readonly end?: ReactNode;
  /** The name for those who hear the page, where the title is no text. */
  readonly label?: string | undefined;
  /** How bad it is, as a line at the left. */
  readonly tone?: Tone | undefined;
  /** What has to be done now stands out. */
  readonly now?: boolean;
  /** On the ground of the page: what belongs to the thing around it. */
  readonly soft?: boolean;
  /** Quieter than the others: over, cancelled. */
  readonly muted?: boolean;
  readonly children?: ReactNode;
}

/** A framed part of a page, with its title. */
export function Box({ title, note, end, label, tone, now, soft, muted, children }: Props) {
  return (
    <section
      className="bk-box"
      aria-label={label ?? (typeof title === "string" ? title : undefined)}
      data-tone={tone}
      data-now={now || undefined}
      data-soft={soft || undefined}
      data-muted={muted || undefined}
    >
      {title || end ? (
        <h3>
          {title}
          {note ? <small>{note}</small> : null}
          {end ? <span>{end}</span> : null}
        </h3>
      ) : null}
      {children}
    </section>
  );
}
