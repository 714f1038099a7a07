import type { ReactNode } from "react";
import { Bar } from "./Bar.tsx";
import type { Tone } from "./layout.tsx";

export interface Figure {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: Tone;
  /** A share of 100 as a bar below the figure. */
  readonly percent?: number;
  /** What the figure leads to. */
  open?(): void;
  /** What it leads to is shown. */
  readonly pressed?: boolean;
}

const isFigure = (value: ReactNode): boolean => typeof value === "number" || (typeof value === "string" && /^\S*\d\S*$/.test(value));

/** The few figures that say how something stands, side by side in one frame. */
export function FigureStrip({
  figures,
  label,
  end,
}: {
  readonly figures: readonly Figure[];
  readonly label?: string;
  readonly end?: ReactNode;
}) {
  return (
    <div className="bk-strip" role="group" aria-label={label}>
      {figures.map((figure) => {
        const inside = (
          <>
            <span>{figure.label}</span>
            <b data-tone={figure.tone} data-figure={isFigure(figure.value) || undefined}>
              {figure.value}
            </b>
            {figure.note ? <small>{figure.note}</small> : null}
            {figure.percent === undefined ? null : <Bar percent={figure.percent} {...(figure.tone ? { tone: figure.tone } : {})} />}
          </>
        );
        return figure.open ? (
          <button key={figure.key} type="button" className="bk-strip-cell" aria-pressed={figure.pressed} onClick={figure.open}>
            {inside}
          </button>
        ) : (
          <div key={figure.key} className="bk-strip-cell">
            {inside}
          </div>
        );
      })}
      {end ? <div className="bk-strip-end">{end}</div> : null}
    </div>
  );
}
