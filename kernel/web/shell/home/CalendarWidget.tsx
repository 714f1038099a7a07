import type { CalendarData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

/** What comes next: auctions, arrivals, openings, expiries; the right column says the consequence. */
export function CalendarWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<CalendarData>(widget, turn);
  const { data } = state;
  const when = (at: string): string => {
    const clock = at.length > 10 && at.slice(11, 16) !== "00:00" ? ` ${at.slice(11, 16)}` : "";
    return at.slice(0, 10) === data?.asOf.slice(0, 10) ? t([`今天${clock}`, `Today${clock}`]) : `${at.slice(5, 10)}${clock}`;
  };
  return (
    <WidgetFrame
      widget={widget}
      state={state}
      count={data && data.total > 0 ? data.total : undefined}
      aside={widget.drillRoute ? <DrillLink drill={{ route: widget.drillRoute }}>{t(["日历", "Calendar"])}</DrillLink> : null}
    >
      {data?.rows.length === 0 ? <p className="h-none">{t(["7 天内没有安排", "Nothing is planned for the next 7 days"])}</p> : null}
      <ul className="h-lines">
        {data?.rows.map((row) => (
          <li key={row.id}>
            <time className="h-when">{when(row.at)}</time>
            {row.live ? <i className="h-live" role="img" aria-label={t(["今天按时进行", "active today"])} /> : null}
            <DrillLink className="h-line-text" drill={row}>
              {row.title}
            </DrillLink>
            <span>{row.note}</span>
          </li>
        ))}
      </ul>
    </WidgetFrame>
  );
}
