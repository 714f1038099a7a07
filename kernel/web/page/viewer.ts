import { useMemo } from "react";
import type { Viewer } from "../../page-action.ts";
import { menuForRoute, useMenus } from "../menus.ts";
import { useResources } from "../resources.ts";
import { useSession } from "../session.ts";
import { useTab } from "../tabs.ts";

/** The reader of this page, and whether the buttons are known yet: while they are not, none is shown. */
export interface PageViewer extends Viewer {
  readonly known: boolean;
  readonly menuId: string | undefined;
}

/** Who reads this page and which buttons the menu behind it grants. */
export function useViewer(): PageViewer {
  const tab = useTab();
  const record = useSession((state) => state.record);
  const menus = useMenus((state) => state.flat);
  const menuId = tab.menuId ?? menuForRoute(menus, tab.path)?.menuId;
  const resources = useResources(menuId, tab.respId);
  const userId = record?.user.userId ?? "";
  const audience = (record?.currentResponsibility?.audience ?? record?.user.userType) === "SUPPLIER" ? "supplier" : "internal";
  return useMemo(() => {
    const granted = new Set((resources ?? []).map((resource) => resource.resourceCode));
    return { userId, audience, menuId, known: resources !== null, may: (button: string) => granted.has(button) };
  }, [resources, userId, audience, menuId]);
}
