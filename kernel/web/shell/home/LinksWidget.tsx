import type { LinksData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

/** Favourites and the pages opened most in the last 30 days. */
export function LinksWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<LinksData>(widget, turn);
  const rows = state.data?.rows ?? [];
  return (
    <WidgetFrame widget={widget} state={state} aside={<small>{t(["近 30 天最常打开", "opened most in 30 days"])}</small>}>
      {rows.length === 0 ? (
        <p className="h-none">{t(["打开过的页面会出现在这里", "Pages you open will appear here"])}</p>
      ) : (
        <ul className="h-links">
          {rows.map((row) => (
            <li key={row.menuId}>
              <DrillLink className="s-btn" drill={{ route: row.route, query: { menuId: row.menuId } }}>
                <span>{row.name}</span>
              </DrillLink>
            </li>
          ))}
        </ul>
      )}
    </WidgetFrame>
  );
}
