import type { Link, LinksData, Widget } from "../../../home.ts";
import { useText } from "../../language.ts";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

/** The pages a person keeps at hand, and below them those opened most. */
export function LinksWidget({ widget, turn }: { readonly widget: Widget; readonly turn: number }) {
  const t = useText();
  const state = useWidget<LinksData>(widget, turn);
  const { rows = [], often = [] } = state.data ?? {};
  return (
    <WidgetFrame widget={widget} state={state}>
      {rows.length + often.length === 0 ? (
        <p className="h-none">
          {t([
            "在左侧菜单上点星标，页面就会出现在这里；常打开的页面也会列出",
            "Star a menu on the left to see it here, together with the pages you open most",
          ])}
        </p>
      ) : null}
      <Links name={t(["收藏的页面", "Your favourites"])} rows={rows} />
      <Links name={t(["最近 30 天常用", "Most used in the last 30 days"])} rows={often} />
    </WidgetFrame>
  );
}

function Links({ name, rows }: { readonly name: string; readonly rows: readonly Link[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="h-links-name">{name}</h3>
      <ul className="h-links" aria-label={name}>
        {rows.map((row) => (
          <li key={row.menuId}>
            <DrillLink className="s-btn" drill={{ route: row.route, query: { menuId: row.menuId } }}>
              <span>{row.name}</span>
            </DrillLink>
          </li>
        ))}
      </ul>
    </>
  );
}
