import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";

export interface Moment {
  readonly key: string;
  readonly title: ReactNode;
  /** When, as the reader's clock shows it. */
  readonly time?: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: Tone;
  /** In the dot: a sign for how it ended. */
  readonly mark?: ReactNode;
  /** Where it stands. */
  readonly now?: boolean;
  /** Not happened yet. */
  readonly coming?: boolean;
  readonly end?: ReactNode;
}

/** What happened, and what will, in the order of time. */
export function Timeline({ moments, label }: { readonly moments: readonly Moment[]; readonly label: string }) {
  return (
    <ol className="bk-timeline" aria-label={label}>
      {moments.map((moment) => (
        <li key={moment.key} data-tone={moment.tone} data-coming={moment.coming || undefined} data-now={moment.now || undefined}>
          <i aria-hidden>{moment.mark}</i>
          <div>
            <b>{moment.title}</b>
            {moment.time ? <time>{moment.time}</time> : null}
            {moment.note ? <div className="bk-timeline-note">{moment.note}</div> : null}
          </div>
          {moment.end ? <span>{moment.end}</span> : null}
        </li>
      ))}
    </ol>
  );
}
