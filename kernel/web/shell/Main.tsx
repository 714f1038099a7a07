import { useEffect, useState } from "react";
import { activeTab } from "../../tabs.ts";
import { useText } from "../language.ts";
import { useKey } from "../keys.ts";
import { useMenus } from "../menus.ts";
import { useHere } from "../navigation.ts";
import { refresh, walkTabs } from "../router.ts";
import { tabs, titleOf, useTabs } from "../tabs.ts";
import { BRAND_NAME } from "./Brand.tsx";
import { FootNav } from "./FootNav.tsx";
import { Header } from "./Header.tsx";
import { NewBuildBar } from "./NewBuildBar.tsx";
import { NotFound } from "./NotFound.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { Sider } from "./Sider.tsx";
import { TabPages } from "./TabPages.tsx";
import { later } from "../part/later.tsx";

const NoPermission = later(() => import("./NoPermission.tsx").then((loaded) => loaded.NoPermission));
const ChangePassword = later(() => import("./ChangePassword.tsx").then((loaded) => loaded.ChangePassword));
const KeyHelp = later(() => import("./KeyHelp.tsx").then((loaded) => loaded.KeyHelp));
const CommandPalette = later(() => import("./CommandPalette.tsx").then((loaded) => loaded.CommandPalette));

export type Overlay = "palette" | "keys" | "password" | null;

/** The browser's own title follows the shown tab. */
function useDocumentTitle(): void {
  const t = useText();
  const tab = useTabs((state) => activeTab(state.tabs));
  const menus = useMenus((state) => state.flat);
  const title = tab === undefined ? "" : titleOf(tab, t, menus);
  useEffect(() => {
    document.title = title === "" ? BRAND_NAME : `${title} · ${BRAND_NAME}`;
  }, [title]);
}

/** The workspace: grey sider and tab strip around the white work area. */
export function Main() {
  const t = useText();
  const problem = useHere((here) => here.problem);
  const address = useHere((here) => here.address);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [drawer, setDrawer] = useState(false);
  useDocumentTitle();
  useEffect(() => setDrawer(false), [address]);

  useKey("Mod+K", ["搜索菜单与单据", "Search menus and documents"], () => setOverlay("palette"), { group: "shell" });
  useKey("Alt+R", ["刷新当前页签", "Refresh this tab"], () => void refresh(tabs().active), { group: "shell" });
  useKey("Ctrl+Alt+ArrowLeft", ["上一个页签", "Tab to the left"], () => walkTabs(-1), { group: "shell" });
  useKey("Ctrl+Alt+ArrowRight", ["下一个页签", "Tab to the right"], () => walkTabs(1), { group: "shell" });
  useKey("?", ["显示全部快捷键", "Show all shortcuts"], () => setOverlay("keys"), { group: "shell" });

  const close = (): void => setOverlay(null);
  return (
    <div className="s-main" data-drawer={drawer}>
      <a className="s-skip" href="#work">
        {t(["跳到工作区", "Skip to the work area"])}
      </a>
      <Sider onOverlay={setOverlay} />
      {drawer ? (
        <button type="button" className="s-drawer-veil" aria-label={t(["关闭菜单", "Close the menu"])} onClick={() => setDrawer(false)} />
      ) : null}
      <div className="s-stage">
        <NewBuildBar />
        <Header onDrawer={() => setDrawer(true)} onOverlay={setOverlay} />
        <main id="work" className="s-work" tabIndex={-1}>
          {problem === "waiting" ? <PageSkeleton /> : null}
          {problem === "notFound" ? <NotFound address={address} onSearch={() => setOverlay("palette")} /> : null}
          {problem === "noPermission" ? <NoPermission address={address} /> : null}
          <TabPages hidden={problem !== null} />
        </main>
        <FootNav onMore={() => setDrawer(true)} />
      </div>
      {overlay === "palette" ? <CommandPalette onClose={close} /> : null}
      {overlay === "keys" ? <KeyHelp onClose={close} /> : null}
      {overlay === "password" ? <ChangePassword onClose={close} /> : null}
    </div>
  );
}
