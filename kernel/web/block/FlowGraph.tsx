import type { CSSProperties, ReactNode } from "react";
import type { Tone } from "./layout.tsx";

interface FlowCard {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** What it is, and how it stands: a dot in the tone of the state, which is read aloud. */
  readonly kind: ReactNode;
  readonly tone: Tone;
  readonly state: string;
  readonly title: ReactNode;
  readonly figures?: readonly ReactNode[];
  readonly note?: ReactNode;
  /** The one the drawing is about. */
  readonly here?: string | undefined;
  /** Takes back what others gave. */
  readonly takesAway?: boolean;
}

interface FoldedCard {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  unfold(): void;
}

interface Props {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly card: { readonly width: number; readonly height: number };
  readonly cards: readonly (FlowCard | FoldedCard)[];
  readonly lines: readonly { readonly key: string; readonly d: string; readonly takesAway: boolean }[];
}

/** Documents or steps as cards from left to right, joined by lines. */
export function FlowGraph({ label, width, height, card, cards, lines }: Props) {
  const place = ({ x, y }: FlowCard | FoldedCard): CSSProperties => ({ left: x, top: y, width: card.width, height: card.height });
  return (
    <div className="bk-flow" tabIndex={0} role="group" aria-label={label}>
      <div style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {lines.map((line) => (
            <path key={line.key} d={line.d} data-away={line.takesAway || undefined} />
          ))}
        </svg>
        {cards.map((flowCard) =>
          "unfold" in flowCard ? (
            <button key={flowCard.key} type="button" className="bk-flow-card" style={place(flowCard)} onClick={flowCard.unfold}>
              {flowCard.title}
            </button>
          ) : (
            <div
              key={flowCard.key}
              className="bk-flow-card"
              data-away={flowCard.takesAway || undefined}
              data-here={flowCard.here ? "" : undefined}
              style={place(flowCard)}
            >
              <span className="bk-flow-kind">
                <span>{flowCard.kind}</span>
                <i data-tone={flowCard.tone} title={flowCard.state} />
                <span className="s-hidden">{flowCard.state}</span>
                {flowCard.here ? <span className="s-hidden">{flowCard.here}</span> : null}
              </span>
              <span className="bk-flow-title">{flowCard.title}</span>
              <span className="bk-flow-figures">
                {flowCard.figures?.map((figure, at) => (
                  <span key={at}>{figure}</span>
                ))}
              </span>
              <small>{flowCard.note}</small>
            </div>
          ),
        )}
      </div>
    </div>
  );
}
