import type { Row } from "#kernel/page-document.ts";
import { respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { HatHolders } from "./HatHolders.tsx";
import "./admin.css";
import "./grants.css";

/** A responsibility beside the list: its scopes, its roles, and who wears it. */
export function HatPanel({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const roles = useRows(respRole, { responsibilityId: [id], pageRows: 500 });
  return (
    <>
      <Facts entity={responsibility} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["角色", "Roles"])} <span className="pg-count">{roles.data?.length ?? "–"}</span>
        </h3>
        <PanelState
          load={roles}
          empty={say(["还没有角色，持有人什么也打不开。", "No roles yet: its holders can open nothing."])}
          isEmpty={(list) => list.length === 0}
        >
          {(list) => (
            <ul className="ad-people">
              {list.map((one) => (
                <li key={String(one["id"])}>
                  <PageLink href={`/main/systemsetting/menuFuncPrivilege?roleId=${String(one["roleId"])}`}>
                    {String(one["roleName"])}
                  </PageLink>
                  <span className="pg-code">{String(one["roleCode"])}</span>
                  {one["status"] === "PENDING" ? <span className="pg-unsaved ga-end">{say(["待复核", "waiting"])}</span> : null}
                </li>
              ))}
            </ul>
          )}
        </PanelState>
      </section>
      <HatHolders hatIds={[id]} />
    </>
  );
}
