import { useState } from "react";
import { useText } from "../language.ts";
import type { Drawing } from "./drawing.ts";
import { later } from "./later.tsx";
import { LookSwitch } from "./LookSwitch.tsx";
import "./chart.css";

interface Props {
  readonly question: string;
  /** What is drawn, in a sentence: also what is read out in its place. */
  readonly answer: string;
  readonly note?: string;
  readonly drawing: Drawing;
  readonly height?: number;
  choose?(index: number, series: number): void;
}

const Chart = later(
  async () => (await import("./chart.tsx")).default,
  ({ height }: { height: number }) => <div style={{ height }} aria-busy="true" />,
);

/** A question, its answer as a drawing, and the same as a table for whoever reads rather than looks. */
export function ChartFrame({ question, answer, note, drawing, height = 260, choose }: Props) {
  const say = useText();
  const [asTable, setAsTable] = useState(false);
  const shown = drawing.series.filter((one) => one.tone !== "none");
  const isBlank = drawing.labels.length === 0 || shown.every((one) => one.values.every((value) => !value));
  return (
    <section className="ch-frame" aria-label={question}>
      <header className="ch-head">
        <h2>{question}</h2>
        {note ? <small>{note}</small> : null}
        <LookSwitch className="ch-switch" asTable={asTable} set={setAsTable} />
      </header>
      {isBlank ? (
        <p className="ch-none">{say(["没有可画的数据", "No data to show"])}</p>
      ) : asTable ? (
        <div className="ch-table" style={{ maxHeight: height }}>
          <table>
            <caption className="s-hidden">{answer}</caption>
            <thead>
              <tr>
                <th scope="col">{say(["项目", "What"])}</th>
                {shown.map((one) => (
                  <th key={one.label} scope="col">
                    {one.label}
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
                  {shown.map((one) => (
                    <td key={one.label}>{one.values[i] ?? "–"}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Chart drawing={drawing} answer={answer} height={height} {...(choose ? { choose } : {})} />
      )}
    </section>
  );
}
