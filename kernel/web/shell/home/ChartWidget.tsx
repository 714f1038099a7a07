import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { format } from "../../../decimal.ts";
import type { ChartData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

const HEIGHT = 132;
const STEP = 64;

/** One question, answered in words above the bars; the same as a table on demand. */
export function ChartWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<ChartData>(widget, turn);
  const [asTable, setAsTable] = useState(false);
  const { data } = state;
  return (
    <WidgetFrame
      widget={widget}
      state={state}
      aside={
        <>
          <small>{data?.unit}</small>
          <button type="button" className="s-icon-btn" aria-pressed={!asTable} aria-label={t(["图", "Chart"])} onClick={() => setAsTable(false)}>
            <ChartColumn size={15} aria-hidden />
          </button>
          <button type="button" className="s-icon-btn" aria-pressed={asTable} aria-label={t(["表", "Table"])} onClick={() => setAsTable(true)}>
            <Table2 size={15} aria-hidden />
          </button>
        </>
      }
    >
      {data === null ? null : (
        <>
          <p className="h-answer">{data.answer}</p>
          {asTable ? <ChartTable data={data} /> : <Bars data={data} />}
        </>
      )}
    </WidgetFrame>
  );
}

const heightOf = (value: string, top: number): number => (top > 0 ? Math.max(1, Math.round((Number(value) / top) * (HEIGHT - 18))) : 1);

function Bars({ data }: { readonly data: ChartData }) {
  const top = Math.max(...data.bars.map((bar) => Number(bar.value)), 0);
  const highest = data.bars.findIndex((bar) => Number(bar.value) === top);
  const width = data.bars.length * STEP;
  return (
    <svg className="h-bars" viewBox={`0 0 ${width} ${HEIGHT + 20}`} role="img" aria-label={data.answer} preserveAspectRatio="xMidYMid meet">
      <line x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      {data.bars.map((bar, i) => {
        const tall = heightOf(bar.value, top);
        const labelled = bar.current === true || i === highest;
        return (
          <g key={bar.label} data-current={bar.current === true}>
            <rect x={i * STEP + 18} y={HEIGHT - tall} width={STEP - 36} height={tall} rx={2} />
            {labelled ? (
              <text x={i * STEP + STEP / 2} y={HEIGHT - tall - 5}>
                {format(bar.value, { thousands: true })}
              </text>
            ) : null}
            <text className="h-axis" x={i * STEP + STEP / 2} y={HEIGHT + 15}>
              {bar.label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const ChartTable = ({ data }: { readonly data: ChartData }) => (
  <div className="h-table-box">
    <table className="h-table">
      <tbody>
        {data.bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">
              <DrillLink drill={bar}>{bar.label}</DrillLink>
            </th>
            <td className="h-num">{format(bar.value, { thousands: true })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
