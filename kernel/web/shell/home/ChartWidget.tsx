import { useState } from "react";
import { format } from "../../../decimal.ts";
import type { ChartData, Widget } from "../../../home.ts";
import { LookSwitch } from "../../part/LookSwitch.tsx";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

/** One question, answered in words above the bars; the same as a table on demand. */
export function ChartWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
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
          <LookSwitch asTable={asTable} set={setAsTable} />
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

/** The height of a bar in percent of the highest; a drawing needs no exact figures. */
const heightOf = (value: string, top: number): number => (top > 0 ? Math.max(1, (Number(value) / top) * 100) : 1);

function Bars({ data }: { readonly data: ChartData }) {
  const top = Math.max(...data.bars.map((bar) => Number(bar.value)), 0);
  const highest = data.bars.findIndex((bar) => Number(bar.value) === top);
  return (
    <div className="h-bars" role="img" aria-label={data.answer}>
      {data.bars.map((bar, i) => (
        <div key={bar.label} data-current={bar.current === true}>
          <div className="h-bar-room">
            <b>{bar.current === true || i === highest ? format(bar.value, { thousands: true }) : null}</b>
            <i style={{ height: `${heightOf(bar.value, top)}%` }} />
          </div>
          <span>{bar.label}</span>
        </div>
      ))}
    </div>
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
