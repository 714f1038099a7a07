import type { LinksData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

/** The pages a person keeps at hand. */
export function LinksWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<LinksData>(widget, turn);
  const rows = state.data?.rows ?? [];
  return (
    <WidgetFrame widget={widget} state={state} aside={<small>{t(["收藏的页面", "your favourites"])}</small>}>
      {rows.length === 0 ? (
        <p className="h-none">{t(["在左侧菜单上点星标，页面就会出现在这里", "Star a menu at the left and it appears here"])}</p>
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
