import type { Row } from "#kernel/page-document.ts";
import { respRole, role } from "#kernel/platform/grant.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { HatHolders } from "./HatHolders.tsx";
import { findRolePermits } from "./permits.tsx";
import "./admin.css";
import "./grants.css";

/** A role beside the list: what it holds, which responsibilities contain it, who wears them. */
export function RolePanel({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const hats = useRows(respRole, { roleId: [id], pageRows: 500 });
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
            <dl className="ga-figures">
              <div>
                <dt>{say(["菜单", "Menus"])}</dt>
                <dd>{found.menus.size}</dd>
              </div>
              <div>
                <dt>{say(["按钮", "Buttons"])}</dt>
                <dd>{found.resources.size}</dd>
              </div>
              <div>
                <dt>{say(["涉及用户", "Users"])}</dt>
                <dd>{found.touchedUsers}</dd>
              </div>
            </dl>
          )}
        </PanelState>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["含它的职责", "Responsibilities with it"])} <span className="pg-count">{hats.data?.length ?? "–"}</span>
        </h3>
        <PanelState
          load={hats}
          empty={say(["还没有职责含此角色，所以没有人用得上。", "Not part of any responsibility, so nobody has it yet."])}
          isEmpty={(list) => list.length === 0}
        >
          {(list) => (
            <ul className="ad-people">
              {list.map((one) => (
                <li key={String(one["id"])}>
                  <PageLink href={`/main/systemsetting/respSave?id=${String(one["responsibilityId"])}`}>
                    {String(one["responsibilityName"])}
                  </PageLink>
                  <span className="pg-code">{String(one["responsibilityCode"])}</span>
                  {one["status"] === "PENDING" ? <span className="pg-unsaved ga-end">{say(["待复核", "waiting"])}</span> : null}
                </li>
              ))}
            </ul>
          )}
        </PanelState>
      </section>
      {hats.data === null ? null : (
        <HatHolders hatIds={hats.data.filter((one) => one["status"] === "ACTIVE").map((one) => String(one["responsibilityId"]))} showHat />
      )}
    </>
  );
}
