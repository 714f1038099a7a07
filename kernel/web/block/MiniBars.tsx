import { Tooltip } from "antd";
import { PageLink } from "../page/PageLink.tsx";
import type { Tone } from "./layout.tsx";

export interface MiniBar {
  readonly key: string;
  /** Share of the highest bar, 0 to 100. */
  readonly percent: number;
  readonly tone: Tone;
  /** What the bar says, for pointer and screen reader. */
  readonly title: string;
  readonly href: string;
}

interface Props {
  readonly bars: readonly MiniBar[];
  /** Under the first bar, in the middle, and under the last. */
  readonly axis?: readonly (string | undefined)[];
}

/** A row of small bars: how the last ones compare; each leads to what it stands for. */
export function MiniBars({ bars, axis }: Props) {
  return (
    <div className="bk-minibars">
      <ol>
        {bars.map((bar) => (
          <li key={bar.key}>
            <Tooltip title={bar.title}>
              <span>
                <PageLink href={bar.href} title={bar.title}>
                  <i data-tone={bar.tone} style={{ height: `${Math.max(6, bar.percent)}%` }} />
                  <span className="pg-sr">{bar.title}</span>
                </PageLink>
              </span>
            </Tooltip>
          </li>
        ))}
      </ol>
      {axis ? (
        <p>
          {axis.map((word, at) => (
            <span key={at}>{word}</span>
          ))}
        </p>
      ) : null}
    </div>
  );
}
