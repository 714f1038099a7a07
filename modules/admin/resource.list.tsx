import { resource } from "#kernel/platform/grant.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ScanSearch } from "lucide-react";
import { useMemo, useState } from "react";
import { ResourceCheck } from "./parts/ResourceCheck.tsx";
import { ResourcePanel } from "./parts/ResourcePanel.tsx";

export const page = { route: "resource", title: ["菜单资源", "Menu resources"] };

/** The buttons that stand on menus and can be granted; a check finds actions that none of them guards. */
export default function Resources() {
  const [checking, setChecking] = useState(false);
  const slots = useMemo(
    () =>
      listSlots({
        toolbar: () => [
          {
            label: ["查找没有守护的动作", "Find unprotected actions"],
            icon: ScanSearch,
            quiet: true,
            handler: () => setChecking(true),
          },
        ],
        sidePanel: (row) => <ResourcePanel key={String(row["id"])} row={row} />,
      }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={resource} slots={slots} />
      {checking ? <ResourceCheck close={() => setChecking(false)} /> : null}
    </Ground>
  );
}
