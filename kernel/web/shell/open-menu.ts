import { menuRoute } from "../../menu.ts";
import type { Menu } from "../../menu.ts";
import { call } from "../call.ts";
import { toast } from "../message.ts";
import { openPage } from "../router.ts";
import { session } from "../session.ts";

/** Opens a menu as its kind says: a page in a tab, an outside page in a frame, or a window of its own. */
export async function openMenu(menu: Menu): Promise<void> {
  const route = menuRoute(menu);
  if (route !== null) {
    const respId = session()?.currentResponsibility?.responsibilityId;
    return openPage({ path: route, menuId: menu.menuId, ...(respId ? { respId } : {}) });
  }
  if (menu.menuType !== "EXTERNAL_BLANK") return;
  try {
    const { data } = await call<{ url: string }>("baseServer/baseLoginService/buildExternalUrl", {
      pageName: menu.menuCode,
      menuId: menu.menuId,
    });
    window.open(data.url, "_blank", "noopener,noreferrer");
  } catch (error) {
    toast.error(error);
  }
}
