import { LayoutGrid, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { ComponentType } from "react";
import { placeWidgets } from "../../home.ts";
import type { Widget } from "../../home.ts";
import { call, messageOf } from "../call.ts";
import { today } from "../clock.ts";
import { useLanguage, useText } from "../language.ts";
import { useKey } from "../keys.ts";
import { firstPageIsOpen } from "../opened.ts";
import { CalendarWidget } from "./home/CalendarWidget.tsx";
import { FigureStrip } from "./home/FigureStrip.tsx";
import { FirstDay } from "./home/FirstDay.tsx";
import { HomeLeads } from "./home/HomeLeads.tsx";
import { LinksWidget } from "./home/LinksWidget.tsx";
import { NoticeWidget } from "./home/NoticeWidget.tsx";
import { TodoWidget } from "./home/TodoWidget.tsx";
import { later } from "../part/later.tsx";

const LayoutPanel = later(() => import("./home/LayoutPanel.tsx").then((loaded) => loaded.LayoutPanel));

const ChartWidget = later(() => import("./home/ChartWidget.tsx").then((loaded) => loaded.ChartWidget));

type Block = ComponentType<{ readonly widget: Widget; readonly turn: number; readonly figures: number }>;
const blocks: Record<Exclude<Widget["widgetType"], "FIGURE">, Block> = {
  TODO: TodoWidget,
  NOTICE: NoticeWidget,
  CHART: ({ widget, turn }) => <ChartWidget widget={widget} turn={turn} />,
  LINKS: LinksWidget,
  CALENDAR: CalendarWidget,
};

interface Board {
  readonly widgets: readonly Widget[] | null;
  readonly error: string | null;
}

/** The widgets this responsibility may see, in the person's own order. */
function useBoard(): Board & { setWidgets(widgets: readonly Widget[]): void; reload(): void } {
  const [board, setBoard] = useState<Board>({ widgets: null, error: null });
  const reload = useCallback(() => {
    call<readonly Widget[]>("baseServer/baseHomeService/findWidgets")
      .then(
        ({ data }) => setBoard({ widgets: data ?? [], error: null }),
        (error: unknown) => setBoard((old) => ({ ...old, error: messageOf(error) })),
      )
      .finally(firstPageIsOpen);
  }, []);
  useEffect(reload, [reload]);
  return { ...board, setWidgets: (widgets) => setBoard({ widgets, error: null }), reload };
}

/** Home for both audiences: figures, what I must do, what I should know; nothing on it is invented. */
export function Home() {
  const t = useText();
  const board = useBoard();
  const [asOf, setAsOf] = useState("");
  const [turn, setTurn] = useState(0);
  const [figures, setFigures] = useState(0);
  const [before, setBefore] = useState<readonly Widget[] | null>(null);
  const refresh = (): void => setTurn((n) => n + 1);
  useKey("R", ["刷新数据", "Refresh the figures"], refresh);
  const { strip, wide, narrow } = placeWidgets(board.widgets ?? []);
  const render = (widget: Widget) => {
    const Part = blocks[widget.widgetType as keyof typeof blocks];
    return Part === undefined ? null : <Part key={widget.widgetCode} widget={widget} turn={turn} figures={figures} />;
  };
  return (
    <div className="h-home" data-layout={before !== null}>
      <header className="h-title">
        <div>
          <h1>{t(["工作台", "Home"])}</h1>
          <p>
            <Today />
            {asOf === "" ? null : (
              <span className="h-asof">
                {t(["数据截至", "As of"])} {asOf.slice(11, 19)}
                <button type="button" className="s-icon-btn" aria-label={t(["刷新数据", "Refresh the figures"])} onClick={refresh}>
                  <RefreshCw size={13} aria-hidden />
                </button>
              </span>
            )}
          </p>
        </div>
        {board.widgets?.length ? (
          <button type="button" className="s-btn" aria-pressed={before !== null} onClick={() => setBefore(board.widgets)}>
            <LayoutGrid size={14} aria-hidden />
            {t(["调整布局", "Customise"])}
          </button>
        ) : null}
      </header>
      <HomeLeads />
      <FigureStrip widgets={strip} turn={turn} onTime={setAsOf} onCount={setFigures} />
      {board.widgets?.length === 0 ? <FirstDay figures={0} /> : null}
      {board.widgets === null && board.error !== null ? <BoardFailed error={board.error} onRetry={board.reload} /> : null}
      <div className="h-grid" data-single={wide.length === 0 || narrow.length === 0}>
        {wide.length > 0 ? <div className="h-wide">{wide.map(render)}</div> : null}
        {narrow.length > 0 ? <div className="h-narrow">{narrow.map(render)}</div> : null}
      </div>
      {before === null || board.widgets === null ? null : (
        <LayoutPanel
          widgets={board.widgets}
          onChange={board.setWidgets}
          onDone={() => setBefore(null)}
          onCancel={() => (board.setWidgets(before), setBefore(null))}
        />
      )}
    </div>
  );
}

function Today() {
  const language = useLanguage((state) => state.language);
  const day = today();
  const english = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const [year, month, date] = day.split("-").map(Number);
  return <span>{language === "EN" ? english.format(Date.parse(day)) : `${year} 年 ${month} 月 ${date} 日`}</span>;
}

function BoardFailed({ error, onRetry }: { readonly error: string; onRetry(): void }) {
  const t = useText();
  return (
    <div className="s-state" role="alert">
      <h2>{t(["工作台没有取到", "The home page could not be loaded"])}</h2>
      <p>{error}</p>
      <div className="s-state-actions">
        <button type="button" className="s-btn" data-kind="outline" onClick={onRetry}>
          <RefreshCw size={14} aria-hidden />
          {t(["重试", "Retry"])}
        </button>
      </div>
    </div>
  );
}
