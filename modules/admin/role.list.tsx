import { role } from "#kernel/platform/grant.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { EditSlots, ListSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { openPage } from "#kernel/web/router.ts";
import { GitCompare } from "lucide-react";
import { useMemo, useState } from "react";
import { RoleCompare } from "./parts/RoleCompare.tsx";
import { RolePanel } from "./parts/RolePanel.tsx";

export const page = { route: "systemsetting/role", title: ["角色", "Roles"] };

/** The bundles of menus and buttons that responsibilities are made of; two of them can be compared. */
export default function Roles() {
  const [pair, setPair] = useState<{ readonly first: string | null } | null>(null);
  const slots = useMemo<ListSlots>(
    () => ({
      toolbar: () => [
        { label: ["对比两个角色", "Compare two roles"], icon: GitCompare, quiet: true, handler: () => setPair({ first: null }) },
      ],
      rowActions: (row) => [
        {
          label: ["权限矩阵", "Role matrix"],
          handler: () => void openPage({ path: "systemsetting/menuFuncPrivilege", query: { roleId: String(row["id"]) } }),
        },
        { label: ["与另一角色对比", "Compare with another"], handler: () => setPair({ first: String(row["id"]) }) },
      ],
      sidePanel: (row) => <RolePanel key={String(row["id"])} row={row} />,
    }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={role} slots={slots as ListSlots & EditSlots} />
      {pair === null ? null : <RoleCompare first={pair.first} second={null} close={() => setPair(null)} />}
    </Ground>
  );
}
