import type { ReactNode } from "react";
import { Words } from "./layout.tsx";

interface SectionProps {
  readonly title: string;
  /** At the end of the title: how much is done. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** The items of one section of a score sheet; its title stays in sight. */
export function ScoreSection({ title, end, children }: SectionProps) {
  return (
    <section className="bk-scores" aria-label={title}>
      <h2>
        {title}
        {end ? <small>{end}</small> : null}
      </h2>
      {children}
    </section>
  );
}

interface ItemProps {
  readonly title: string;
  /** Beside the title. */
  readonly mark?: ReactNode;
  /** What is asked for. */
  readonly criteria?: string | null | undefined;
  readonly note?: ReactNode;
  /** Below what is asked for: evidence. */
  readonly files?: ReactNode;
  readonly error?: string | undefined;
  readonly done?: boolean;
  /** The judgement: score, comment. */
  readonly children: ReactNode;
}

/** One item: what is asked for at the left, the judgement at the right. */
export function ScoreItem({ title, mark, criteria, note, files, error, done, children }: ItemProps) {
  return (
    <article className="bk-score" data-bad={error !== undefined || undefined} data-done={done || undefined} aria-label={title}>
      <div>
        <h3>
          {title} {mark}
        </h3>
        {criteria ? (
          <Words as="p" size="small" typed>
            {criteria}
          </Words>
        ) : null}
        {note ? (
          <Words as="p" size="small">
            {note}
          </Words>
        ) : null}
        {files}
      </div>
      <div>
        {children}
        {error ? (
          <Words as="p" size="small" tone="error" role="alert">
            {error}
          </Words>
        ) : null}
      </div>
    </article>
  );
}
