import { menuForRoute, useMenus } from "../../menus.ts";
import { homeLeads } from "../../pages.ts";
import { later } from "../../part/later.tsx";

const leads = homeLeads.map(({ route, load }) => ({ route, Lead: later(load) }));

/** What pages put first on the home of those who may open them; most homes have none. */
export function HomeLeads() {
  const menus = useMenus((state) => state.flat);
  return leads.filter(({ route }) => menuForRoute(menus, route) !== undefined).map(({ route, Lead }) => <Lead key={route} />);
}
