import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { respRole, role } from "#kernel/platform/grant.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { ResponsibilityHolders } from "./ResponsibilityHolders.tsx";
import { findRolePermits } from "./permits.tsx";

/** A role beside the list: what it holds, which responsibilities contain it, who has them. */
export function RolePanel({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const responsibilities = useRows(respRole, { roleId: [id], pageRows: 500 });
  const permits = useLoad(`permits:${id}:${String(row["versionNum"])}`, () => findRolePermits(id));
  return (
    <>
      <Facts entity={role} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["授权", "Grants"])}
          <span className="pg-h3-end">
            <PageLink href={`/main/systemsetting/menuFuncPrivilege?roleId=${id}`}>{say(["权限矩阵", "Open the matrix"])}</PageLink>
          </span>
        </h3>
        <PanelState load={permits} empty="" isEmpty={() => false}>
          {(found) => (
            <FigureStrip
              figures={[
                { key: "menus", label: say(["菜单", "Menus"]), value: found.menus.size },
                { key: "buttons", label: say(["按钮", "Buttons"]), value: found.resources.size },
                { key: "users", label: say(["涉及用户", "Users"]), value: found.touchedUsers },
              ]}
            />
          )}
        </PanelState>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["含它的职责", "Responsibilities with it"])} <span className="pg-count">{responsibilities.data?.length ?? "–"}</span>
        </h3>
        <PanelState
          load={responsibilities}
          empty={say(["还没有职责含此角色，所以没有人用得上。", "Not part of any responsibility, so nobody has it yet."])}
          isEmpty={(list) => list.length === 0}
        >
          {(list) => (
            <ItemList>
              {list.map((entry) => (
                <ItemLine key={String(entry["id"])}>
                  <PageLink href={`/main/systemsetting/respSave?id=${String(entry["responsibilityId"])}`}>
                    {String(entry["responsibilityName"])}
                  </PageLink>
                  <span className="pg-code">{String(entry["responsibilityCode"])}</span>
                  {entry["status"] === "PENDING" ? <span className="pg-unsaved">{say(["待复核", "waiting"])}</span> : null}
                </ItemLine>
              ))}
            </ItemList>
          )}
        </PanelState>
      </section>
      {responsibilities.data === null ? null : (
        <ResponsibilityHolders
          responsibilityIds={responsibilities.data
            .filter((candidate) => candidate["status"] === "ACTIVE")
            .map((entry) => String(entry["responsibilityId"]))}
          showResponsibility
        />
      )}
    </>
  );
}
