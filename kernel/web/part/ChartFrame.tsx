import { useState } from "react";
import { useText } from "../language.ts";
import { drawnSeries, fullText, isPercentSide } from "./axis.ts";
import type { Drawing } from "./drawing.ts";
import { later } from "./later.tsx";
import { LookSwitch } from "./LookSwitch.tsx";

interface Props {
  readonly question: string;
  /** What is drawn, in a sentence: also what is read out in its place. */
  readonly answer: string;
  readonly note?: string;
  readonly drawing: Drawing;
  readonly height?: number;
  /** What is said where there is nothing to draw. */
  readonly none?: string;
  choose?(index: number, series: number): void;
}

const Chart = later(
  async () => (await import("./chart.tsx")).default,
  ({ height }: { height: number }) => <div style={{ height }} aria-busy="true" />,
);

/** A question, its answer as a drawing, and the same as a table for whoever reads rather than looks. */
export function ChartFrame({ question, answer, note, drawing, height = 260, none, choose }: Props) {
  const say = useText();
  const [asTable, setAsTable] = useState(false);
  const shown = drawnSeries(drawing).filter((series) => series.tone !== "none");
  // Many bars need room for each of them.
  const tall = drawing.shape === "bars" ? Math.max(height, drawing.labels.length * 21 + 40) : height;
  const isBlank = drawing.labels.length === 0 || shown.every((series) => series.values.every((value) => !value));
  return (
    <section className="ch-frame" aria-label={question}>
      <header className="ch-head">
        <h2>{question}</h2>
        {note ? <small>{note}</small> : null}
        <LookSwitch className="ch-switch" asTable={asTable} set={setAsTable} />
      </header>
      {isBlank ? (
        <p className="ch-none">
          {none ?? say(["没有可画的数字，换一段期间或放宽筛选。", "No figures to draw. Choose another period or fewer filters."])}
        </p>
      ) : asTable ? (
        <div className="ch-table" style={{ maxHeight: tall }}>
          <table>
            <caption className="s-hidden">{answer}</caption>
            <thead>
              <tr>
                <th scope="col">{say(["项目", "What"])}</th>
                {shown.map((series) => (
                  <th key={series.label} scope="col">
                    {series.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {drawing.labels.map((label, i) => (
                <tr key={label}>
                  <th scope="row">
                    {choose ? (
                      <button type="button" className="pg-link" onClick={() => choose(i, 0)}>
                        {label}
                      </button>
                    ) : (
                      label
                    )}
                  </th>
                  {shown.map((series) => (
                    <td key={series.label}>{fullText(series.values[i], isPercentSide([series]))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Chart drawing={drawing} answer={answer} height={tall} {...(choose ? { choose } : {})} />
      )}
    </section>
  );
}
