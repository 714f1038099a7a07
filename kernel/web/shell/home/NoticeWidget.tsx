import type { NoticeData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

const MOST = 8;

/** Unread dot, pinned tag, one line, date; eight at most. */
export function NoticeWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<NoticeData>(widget, turn);
  const { data } = state;
  return (
    <WidgetFrame
      widget={widget}
      state={state}
      count={data && data.unread > 0 ? t([`${data.unread} 未读`, `${data.unread} unread`]) : undefined}
      aside={widget.drillRoute ? <DrillLink drill={{ route: widget.drillRoute }}>{t(["更多", "More"])}</DrillLink> : null}
    >
      {data?.rows.length === 0 ? <p className="h-none">{t(["没有公告或通知", "No notices"])}</p> : null}
      <ul className="h-lines">
        {data?.rows.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <i
              data-on={row.unread === true}
              role={row.unread ? "img" : undefined}
              aria-label={row.unread ? t(["未读", "unread"]) : undefined}
            />
            {row.pinned ? <span className="h-tag">{t(["置顶", "Pinned"])}</span> : null}
            <DrillLink className="h-line-text" drill={row}>
              {row.title}
            </DrillLink>
            <time>{row.date.slice(0, 4) === data.asOf.slice(0, 4) ? row.date.slice(5, 10) : row.date.slice(0, 10)}</time>
          </li>
        ))}
      </ul>
    </WidgetFrame>
  );
}
