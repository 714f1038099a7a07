import type { ReactNode } from "react";
import { menuRoute } from "../../menu.ts";
import { routeName } from "../../routes.ts";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { menuForRoute, useMenus } from "../menus.ts";
import { PageHelp } from "../page/PageHelp.tsx";
import { PageWorld } from "../page/PageWorld.tsx";
import { RecordWindow } from "../page/RecordWindow.tsx";
import { useTab } from "../tabs.ts";

/** The ground every written page stands on: what its tables may ask for, and the styles of the shared parts. A page about one record names what its address must carry (`of`: one of these). */
export function OwnPage({ of, children }: { readonly of?: readonly string[]; readonly children: ReactNode }) {
  const { query } = useTab();
  return (
    <PageWorld>
      {of && !of.some((key) => query[key]) ? <NoRecord /> : children}
      <RecordWindow />
    </PageWorld>
  );
}

/** Opened by hand, without saying which. */
function NoRecord() {
  const say = useText();
  return (
    <div className="s-state">
      <h1>{say(["没有选择记录", "No record chosen"])}</h1>
      <p>{say(["请从列表中打开一条记录。", "Open one from the list."])}</p>
    </div>
  );
}

/** A page is called as its menu is; a page without a menu by its own name. */
export function usePageTitle(own: Text): string {
  const say = useText();
  const tab = useTab();
  const menu = useMenus((state) => menuForRoute(state.flat, tab.path));
  return menu && routeName(menuRoute(menu) ?? "") === routeName(tab.path) ? menu.name : say(own);
}

interface FrameProps {
  readonly title: string;
  /** The one line of truth under the title. */
  readonly truth?: ReactNode;
  readonly buttons?: ReactNode;
  /** A column at the left, with its own scroll. */
  readonly left?: ReactNode;
  readonly leftWidth?: number;
  /** The docked column at the right. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a written page: title, truth and buttons on top, columns beside, the work in the middle. */
export function PageFrame({ title, truth, buttons, left, leftWidth, side, children }: FrameProps) {
  const say = useText();
  return (
    <div className={`pg-list${side ? " pg-docked" : ""}`}>
      {left ? (
        <div className="pg-leftside pt-left" style={leftWidth === undefined ? undefined : { width: leftWidth }}>
          {left}
        </div>
      ) : null}
      <div className="pg-list-main" role="region" aria-label={say([`${title}页面`, `${title} page`])}>
        <header className="pg-head">
          <div>
            <h1>
              {title} <PageHelp />
            </h1>
            <p className="pg-truth">{truth}</p>
          </div>
          <div className="pg-head-buttons">{buttons}</div>
        </header>
        {children}
      </div>
      {side}
    </div>
  );
}
