import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  /** When it was published, how often it was read. */
  readonly note: ReactNode;
  /** It stands beside a list and is no page of its own. */
  readonly beside?: boolean;
  readonly cover?: string;
  readonly summary?: string;
  readonly children: ReactNode;
}

/** Text written to be read: title, picture, what it is about in a sentence, and the text. */
export function Article({ title, note, beside, cover, summary, children }: Props) {
  return (
    <article className="bk-article">
      {beside ? <h3 className="pg-h3">{title}</h3> : <h1>{title}</h1>}
      <p className="pg-faint">{note}</p>
      {cover ? <img src={cover} alt="" /> : null}
      {summary ? <blockquote>{summary}</blockquote> : null}
      {children}
    </article>
  );
}
