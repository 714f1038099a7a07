import { RefreshCw } from "lucide-react";
import { useCallback, useEffect, useState, type CSSProperties } from "react";
import { format } from "../../../decimal.ts";
import { isNought } from "../../../home.ts";
import type { FigureData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { usePreference } from "../../preference.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, useWidgetName } from "./WidgetFrame.tsx";

interface FigureStripProps {
  readonly widgets: readonly Widget[];
  readonly turn: number;
  onTime(asOf: string): void;
  /** How many figures have something to say. */
  onCount(figures: number): void;
}

/** Cells beside each other that still have room for their names. */
const widest = 7;

/** Equal cells, one question each; the whole cell leads to the rows behind its figure. */
export function FigureStrip({ widgets, turn, onTime, onCount }: FigureStripProps) {
  const [noughts, setNoughts] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tell = useCallback((code: string, nought: boolean): void => {
    setNoughts((now) => (now.get(code) === nought ? now : new Map(now).set(code, nought)));
  }, []);
  const t = useText();
  const [all, setAll] = usePreference<"Y" | "N">("homeFigures", "N");
  // A folded cell has not spoken yet: what came with the board speaks for it.
  const telling = widgets.filter(({ widgetCode, data }) => !(noughts.get(widgetCode) ?? isNought(data as FigureData | null)));
  useEffect(() => onCount(telling.length), [telling.length, onCount]);
  if (widgets.length === 0) return null;
  const folded = telling.length > widest && all === "N" ? telling.slice(widest).map((widget) => widget.widgetCode) : [];
  const shown = telling.length - folded.length;
  // Rows of equal length: ten cells stand five and five, not eight and two.
  const columns = Math.ceil(shown / Math.ceil(shown / widest));
  return (
    <>
      <ul className="h-strip" hidden={shown === 0} style={{ "--h-columns": columns } as CSSProperties}>
        {widgets
          .filter((widget) => !folded.includes(widget.widgetCode))
          .map((widget) => (
            <FigureCell key={widget.widgetCode} widget={widget} turn={turn} onTime={onTime} onNought={tell} />
          ))}
      </ul>
      {telling.length > widest ? (
        <button type="button" className="h-more" aria-expanded={all === "Y"} onClick={() => setAll(all === "Y" ? "N" : "Y")}>
          {all === "Y" ? t(["收起", "Show fewer"]) : t([`还有 ${folded.length} 项数字`, `${folded.length} more figures`])}
        </button>
      ) : null}
    </>
  );
}

interface FigureCellProps {
  readonly widget: Widget;
  readonly turn: number;
  onTime(asOf: string): void;
  onNought(code: string, nought: boolean): void;
}

function FigureCell({ widget, turn, onTime, onNought }: FigureCellProps) {
  const t = useText();
  const name = useWidgetName(widget);
  const { data, failed, busy, reload } = useWidget<FigureData>(widget, turn);
  const asOf = data?.asOf;
  useEffect(() => {
    if (asOf) onTime(asOf);
  }, [asOf, onTime]);
  const nought = isNought(data);
  useEffect(() => onNought(widget.widgetCode, nought), [widget.widgetCode, nought, onNought]);
  if (nought) return null;
  if (failed && data === null) {
    return (
      <li className="h-figure">
        <span>{name}</span>
        <b>—</b>
        <button type="button" className="h-retry" onClick={reload} aria-label={t([`重试${name}`, `Retry ${name}`])}>
          <RefreshCw size={12} aria-hidden />
          {t(["没有取到，重试", "could not be loaded, retry"])}
        </button>
      </li>
    );
  }
  return (
    <li aria-busy={busy}>
      <DrillLink
        className="h-figure"
        drill={{ route: data?.route ?? widget.drillRoute ?? null, ...(data?.query ? { query: data.query } : {}) }}
      >
        <span>{name}</span>
        {data === null ? (
          <i className="h-figure-wait" />
        ) : (
          <b>
            {/^\d{4,}$/.test(data.value) ? format(data.value, { thousands: true }) : data.value}
            {data.unit ? <small>{data.unit}</small> : null}
          </b>
        )}
        <em data-tone={data?.tone ?? "plain"}>{data?.note ?? ""}</em>
      </DrillLink>
    </li>
  );
}
