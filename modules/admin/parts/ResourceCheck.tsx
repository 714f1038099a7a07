import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { button, resourceRole } from "#kernel/platform/grant.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { Drawer } from "antd";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { homes } from "virtual:declared-homes";
import { menuPath, resourceName, useCatalogue } from "./catalogue.tsx";
import type { Catalogue, Resource } from "./catalogue.tsx";
import { findUnguarded } from "./unguarded.ts";
import type { Unguarded } from "./unguarded.ts";

interface Found {
  readonly unguarded: readonly Unguarded[];
  readonly unheld: readonly Resource[];
  readonly unknown: readonly Resource[];
  readonly asleep: readonly Resource[];
}

/** Every declaration, loaded once; those that bring no file of their own are passed over. */
const allEntities = async (): Promise<readonly Entity[]> => Promise.all(Object.values(homes).map((load) => load()));

async function look({ menus, resources }: Catalogue): Promise<Found> {
  const [declared, held, dictionary] = await Promise.all([
    allEntities(),
    listAll<Row>(resourceRole, { status: ["ACTIVE"] }),
    listAll<Row>(button),
  ]);
  const holders = new Set(held.rows.map((row) => row["resourceId"]));
  const codes = new Set(dictionary.rows.map((row) => row["buttonCode"]));
  const off = new Set(menus.filter((menu) => menu.enabled === "N").map((menu) => menu.id as string));
  const live = resources.filter((resource) => resource.enabledFlag === "Y");
  return {
    unguarded: findUnguarded(declared, menus, resources),
    unheld: live.filter((resource) => !holders.has(resource.id)),
    unknown: live.filter((resource) => !codes.has(resource.buttonCode ?? resource.resourceCode)),
    asleep: live.filter((resource) => resource.menuId !== null && off.has(resource.menuId)),
  };
}

/** What is wrong with the buttons: actions no button opens, buttons nobody holds, codes nobody knows. */
export function ResourceCheck({ close }: { close(): void }) {
  const say = useText();
  const shown = useShown();
  const catalogue = useCatalogue();
  const load = useLoad(catalogue.data === null ? "" : `check:${catalogue.data.resources.length}`, async () =>
    catalogue.data === null ? null : look(catalogue.data),
  );
  if (!shown) return null;
  return (
    <Drawer open size={720} className="pg-drawer" title={say(["资源检查", "Resource check"])} onClose={close}>
      <PanelState load={{ ...load, error: load.error || catalogue.error }} empty="" isEmpty={() => false}>
        {(found) => (found === null ? null : <Findings found={found} catalogue={catalogue.data!} />)}
      </PanelState>
    </Drawer>
  );
}

function Findings({ found, catalogue }: { readonly found: Found; readonly catalogue: Catalogue }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const byId = new Map(catalogue.menus.map((menu) => [menu.id as string, menu]));
  const place = (resource: Resource): string =>
    resource.menuId === null ? say(["任意菜单", "Any menu"]) : menuPath(byId, resource.menuId, language);
  const listed = (list: readonly Resource[]): ReactNode =>
    list.map((resource) => (
      <ItemLine key={resource.id}>
        <PageLink href={`/main/systemsetting/menuFunction?id=${resource.menuId ?? ""}`}>{resourceName(resource, language)}</PageLink>{" "}
        <span className="pg-code">{resource.resourceCode}</span>
        <span className="pg-faint">{place(resource)}</span>
      </ItemLine>
    ));
  return (
    <>
      <Group
        title={say(["没有按钮守护的动作", "Unprotected actions"])}
        note={say([
          "这些动作的按钮不在任何启用的页面上：没有人能被授予，也没有人能执行。",
          "Their buttons are on no enabled page, so nobody can use them.",
        ])}
        count={found.unguarded.length}
      >
        {found.unguarded.map((unguarded) => (
          <ItemLine key={`${unguarded.entity}.${unguarded.action}`}>
            <span>
              {say(unguarded.of)} · {say(unguarded.label)}
            </span>{" "}
            <span className="pg-code">
              {unguarded.entity}.{unguarded.action}
            </span>
            <span className="pg-faint">{unguarded.button}</span>
          </ItemLine>
        ))}
      </Group>
      <Group
        title={say(["没有角色持有的按钮", "Buttons without a role"])}
        note={say(["授予某个角色，或停用它。", "Grant them to a role, or disable them."])}
        count={found.unheld.length}
      >
        {listed(found.unheld)}
      </Group>
      <Group
        title={say(["字典里没有的按钮", "Buttons the dictionary does not know"])}
        note={say(["没有统一的名称和图标。", "They have no name and icon."])}
        count={found.unknown.length}
      >
        {listed(found.unknown)}
      </Group>
      <Group
        title={say(["停用菜单上的按钮", "Buttons on disabled menus"])}
        note={say(["菜单启用前不起作用。", "They have no effect until the menu is enabled."])}
        count={found.asleep.length}
      >
        {listed(found.asleep)}
      </Group>
    </>
  );
}

function Group({
  title,
  note,
  count,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly count: number;
  readonly children: ReactNode;
}) {
  const say = useText();
  return (
    <section className="pg-block">
      <h3 className="pg-h3">
        {count === 0 ? (
          <CircleCheck size={15} className="pg-ok" aria-hidden />
        ) : (
          <TriangleAlert size={15} className="pc-warn" aria-hidden />
        )}
        {title} <span className={`pg-count${count > 0 ? " pg-pill-warn" : ""}`}>{count}</span>
      </h3>
      {count === 0 ? (
        <p className="pg-faint">{say(["没有发现", "None found"])}</p>
      ) : (
        <>
          <p className="pg-faint">{note}</p>
          <ItemList>{children}</ItemList>
        </>
      )}
    </section>
  );
}
