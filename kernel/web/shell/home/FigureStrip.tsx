import { RefreshCw } from "lucide-react";
import { useEffect, type CSSProperties } from "react";
import type { FigureData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, useWidgetName } from "./WidgetFrame.tsx";

interface FigureStripProps {
  readonly widgets: readonly Widget[];
  readonly turn: number;
  onTime(asOf: string): void;
}

/** Cells beside each other that still have room for their names. */
const widest = 7;

/** Equal cells, one question each; the whole cell leads to the rows behind its figure. */
export function FigureStrip({ widgets, turn, onTime }: FigureStripProps) {
  if (widgets.length === 0) return null;
  // Rows of equal length: ten cells stand five and five, not eight and two.
  const columns = Math.ceil(widgets.length / Math.ceil(widgets.length / widest));
  return (
    <ul className="h-strip" style={{ "--h-columns": columns } as CSSProperties}>
      {widgets.map((widget) => (
        <FigureCell key={widget.widgetCode} widget={widget} turn={turn} onTime={onTime} />
      ))}
    </ul>
  );
}

function FigureCell({ widget, turn, onTime }: { readonly widget: Widget; readonly turn: number; onTime(asOf: string): void }) {
  const t = useText();
  const name = useWidgetName(widget);
  const { data, failed, busy, reload } = useWidget<FigureData>(widget, turn);
  const asOf = data?.asOf;
  useEffect(() => {
    if (asOf) onTime(asOf);
  }, [asOf, onTime]);
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
            {data.value}
            {data.unit ? <small>{data.unit}</small> : null}
          </b>
        )}
        <em data-tone={data?.tone ?? "plain"}>{data?.note ?? ""}</em>
      </DrillLink>
    </li>
  );
}
