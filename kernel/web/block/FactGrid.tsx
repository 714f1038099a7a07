import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";

export interface Fact {
  readonly key?: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: Tone;
  /** Takes the whole width: long text. */
  readonly wide?: boolean;
}

interface Props {
  readonly facts: readonly (Fact | null | false)[];
  readonly label?: string;
  /** Least width of a fact in pixels; as many stand beside each other as fit. */
  readonly least?: number;
  /** Label and value beside each other, one fact in a row. */
  readonly lines?: boolean;
}

/** Labelled values that are read, not edited. An absent value is left out by the caller with `null`. */
export function FactGrid({ facts, label, least = 160, lines }: Props) {
  return (
    <dl
      className="bk-facts"
      aria-label={label}
      data-lines={lines || undefined}
      style={lines ? undefined : { gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))` }}
    >
      {facts.map((fact, at) =>
        fact ? (
          <div key={fact.key ?? at} data-tone={fact.tone} data-wide={fact.wide || undefined}>
            <dt>{fact.label}</dt>
            <dd>
              {fact.value}
              {fact.note ? <small>{fact.note}</small> : null}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
