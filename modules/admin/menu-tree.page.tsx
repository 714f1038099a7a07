import { mayCreate } from "#kernel/page-action.ts";
import type { Row } from "#kernel/page-document.ts";
import { menu } from "#kernel/platform/grant.entity.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { discardChanges } from "#kernel/web/message.ts";
import { ImportWizard } from "#kernel/web/page/import/ImportWizard.tsx";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { FolderTree, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useCatalogue } from "./parts/catalogue.tsx";
import type { Catalogue, Menu } from "./parts/catalogue.tsx";
import { MenuDetail } from "./parts/MenuDetail.tsx";
import { MenuTree } from "./parts/MenuTree.tsx";

export const page = { route: "systemsetting/menuFunction", title: ["菜单", "Menus"] };

/** The menu everybody sees, kept as a tree: what each entry is called, where it leads, which buttons it offers. */
export default function MenuFunction() {
  return (
    <OwnPage>
      <Menus />
    </OwnPage>
  );
}

type Chosen = { readonly id: string } | { readonly under: Menu | null; readonly turn: number } | null;

function Menus() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const title = usePageTitle(["菜单", "Menus"]);
  const catalogue = useCatalogue();
  const [chosen, setChosen] = useState<Chosen>(tab.query["id"] ? { id: tab.query["id"] } : null);
  const [unsaved, setUnsaved] = useState(0);
  const [importing, setImporting] = useState(false);
  const id = chosen !== null && "id" in chosen ? chosen.id : null;
  const told = (count: number): void => {
    setUnsaved(count);
    tab.setDirty(count > 0);
  };
  const choose = async (next: Chosen): Promise<void> => {
    if (!(await discardChanges(unsaved))) return;
    told(0);
    setChosen(next);
  };
  const create = (): void => {
    const menus = catalogue.data?.menus ?? [];
    const now = menus.find((menu) => menu.id === id);
    const under = now?.menuType === "DIR" ? now : (menus.find((menu) => menu.id === now?.menuParentId) ?? null);
    void choose({ under, turn: performance.now() });
  };
  const mayAdd = mayCreate(menu, viewer);
  useKey("N", ["新建菜单", "New menu"], create, { off: !mayAdd || catalogue.data === null });
  if (catalogue.data === null) return <EditWaiting label={["菜单", "menu"]} error={catalogue.error} again={catalogue.again} />;
  const { menus, resources } = catalogue.data;
  const off = menus.filter((menu) => menu.enabled === "N").length;
  return (
    <PageFrame
      title={title}
      leftWidth={320}
      left={
        <MenuTree catalogue={catalogue.data} chosen={id} movable={viewer.may("btnMove")} choose={(next) => void choose({ id: next })} />
      }
      truth={
        <>
          {say(["菜单", "Menus"])} <b>{menus.length}</b>
          <span>
            {say(["按钮", "Buttons"])} <b>{resources.length}</b>
          </span>
          <span>
            {say(["停用", "Disabled"])} <b>{off}</b>
          </span>
        </>
      }
      buttons={
        <>
          {viewer.may("btnImport") ? (
            <Button icon={<Upload size={14} />} onClick={() => setImporting(true)}>
              {say(["导入", "Import"])}
            </Button>
          ) : null}
          {mayAdd ? (
            <Button type={chosen === null ? "primary" : "default"} icon={<Plus size={14} />} onClick={create}>
              {say(["新建菜单", "New menu"])} <kbd>N</kbd>
            </Button>
          ) : null}
        </>
      }
    >
      {importing ? <ImportWizard entity={menu} close={() => setImporting(false)} done={catalogue.again} /> : null}
      <div className="pt-scroll">
        {chosen === null ? (
          <Nothing />
        ) : "id" in chosen ? (
          <OneMenu
            key={chosen.id}
            id={chosen.id}
            catalogue={catalogue.data}
            told={told}
            shows={(next) => setChosen(next === null ? null : { id: next })}
          />
        ) : (
          <MenuDetail
            key={chosen.turn}
            catalogue={catalogue.data}
            viewer={viewer}
            document={null}
            start={startOf(chosen.under, menus)}
            told={told}
            shows={(next) => (told(0), setChosen(next === null ? null : { id: next }))}
          />
        )}
      </div>
    </PageFrame>
  );
}

/** A new menu stands last in its folder and is for the same people. */
function startOf(under: Menu | null, menus: readonly Menu[]): Row {
  const last = menus.filter((menu) => (menu.menuParentId ?? null) === (under?.id ?? null)).at(-1);
  return {
    menuParentId: under?.id ?? null,
    menuParentCode: under?.menuCode ?? null,
    menuParentName: under?.name ?? null,
    seqNum: (last?.seqNum ?? 0) + 10,
    ...(under ? { audience: under.audience, moduleId: under.moduleId } : {}),
  };
}

function OneMenu({
  id,
  catalogue,
  told,
  shows,
}: {
  readonly id: string;
  readonly catalogue: Catalogue;
  told(count: number): void;
  shows(id: string | null): void;
}) {
  const viewer = useViewer();
  const load = useLoad(`menu:${id}`, () => entityCall.find(menu, id));
  if (load.data === null) return <EditWaiting label={menu.label} error={load.error} again={load.again} />;
  return <MenuDetail catalogue={catalogue} viewer={viewer} document={load.data} start={{}} told={told} shows={shows} />;
}

function Nothing() {
  const say = useText();
  return (
    <Blank
      icon={FolderTree}
      title={say(["选一个菜单", "Choose a menu"])}
      text={say([
        "左侧选中后在这里修改名称、地址、图标和按钮；拖动可以换位置。",
        "Choose one on the left to change its name, address, icon and buttons. Drag to move it.",
      ])}
    />
  );
}
