import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";
import { Badge } from "./Notice.tsx";

interface GuideProps {
  readonly head: ReactNode;
  readonly side: ReactNode;
  /** Stays in sight at the bottom: whether it is saved, and the buttons. */
  readonly foot?: ReactNode;
  /** In a tab: scrolls by itself. */
  readonly inside?: boolean;
  readonly children: ReactNode;
}

/** A long form on several pages: the list of pages at the side, the open one in the middle. */
export function Guide({ head, side, foot, inside, children }: GuideProps) {
  return (
    <div className="bk-guide" data-inside={inside || undefined}>
      {head}
      <div>
        <aside>{side}</aside>
        {children}
      </div>
      {foot ? <footer>{foot}</footer> : null}
    </div>
  );
}

interface HeadProps {
  readonly title: ReactNode;
  readonly note: ReactNode;
  /** At the right: stages, buttons. */
  readonly end?: ReactNode;
}

export function GuideHead({ title, note, end }: HeadProps) {
  return (
    <header>
      <div>
        <h1>{title}</h1>
        <p className="pc-note">{note}</p>
      </div>
      {end}
    </header>
  );
}

export interface GuidePage {
  readonly key: string;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly tone?: Tone;
  readonly badges?: readonly (readonly [Tone, string] | null)[];
}

interface PagesProps {
  readonly label: string;
  readonly pages: readonly GuidePage[];
  readonly now: string;
  choose(key: string): void;
}

/** The pages of the form with what is missing on each; on a phone they stand in one row. */
export function GuidePages({ label, pages, now, choose }: PagesProps) {
  return (
    <nav aria-label={label}>
      {pages.map(({ key, title, icon, tone, badges = [] }) => (
        <button key={key} type="button" aria-current={key === now ? "page" : undefined} onClick={() => choose(key)}>
          {icon ? (
            <i data-tone={tone} aria-hidden>
              {icon}
            </i>
          ) : null}
          <span>{title}</span>
          {badges.map((badge) =>
            badge ? (
              <Badge key={badge[1]} tone={badge[0]}>
                {badge[1]}
              </Badge>
            ) : null,
          )}
        </button>
      ))}
    </nav>
  );
}
