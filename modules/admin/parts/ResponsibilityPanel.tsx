import type { Row } from "#kernel/page-document.ts";
import { respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { ResponsibilityHolders } from "./ResponsibilityHolders.tsx";
import { RolesBeside } from "./RolesBeside.tsx";

/** A responsibility beside the list: its scopes, its roles, and who has it. */
export function ResponsibilityPanel({ row }: { readonly row: Row }) {
  const id = String(row["id"]);
  const roles = useRows(respRole, { responsibilityId: [id], pageRows: 500 });
  return (
    <>
      <Facts entity={responsibility} row={row} audience="internal" />
      <RolesBeside
        title={["角色", "Roles"]}
        empty={["还没有角色，持有人什么也打不开。", "No roles yet: it gives no access."]}
        roles={roles}
      />
      <ResponsibilityHolders responsibilityIds={[id]} />
    </>
  );
}
