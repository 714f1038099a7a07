import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { resource, resourceRole } from "#kernel/platform/grant.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { RolesBeside } from "./RolesBeside.tsx";

/** A button of a menu beside the list: where it stands and which roles hold it. */
export function ResourcePanel({ row }: { readonly row: Row }) {
  const say = useText();
  const roles = useRows(resourceRole, { resourceId: [String(row["id"])], pageRows: 500 });
  return (
    <>
      <Facts entity={resource as Entity} row={row} audience="internal" />
      {row["menuId"] ? (
        <p>
          <PageLink href={`/main/systemsetting/menuFunction?id=${String(row["menuId"])}`}>{say(["在菜单中打开", "Open menu"])}</PageLink>
        </p>
      ) : (
        <p className="pg-faint">{say(["任意菜单上都算数。", "It applies to any menu."])}</p>
      )}
      <RolesBeside
        title={["哪些角色持有", "Roles that hold it"]}
        empty={["没有角色持有，所以没有人能按。", "No role includes it, so nobody can use it."]}
        roles={roles}
      />
    </>
  );
}

/** A button of the dictionary beside the list: how it asks before it acts, and on which menus it stands. */
export function ButtonPanel({ row }: { readonly row: Row }) {
  const say = useText();
  const used = useRows(resource, { resourceCode: [String(row["buttonCode"])], pageRows: 500 });
  const asks = say([String(row["confirmCn"] ?? ""), String(row["confirmEn"] ?? row["confirmCn"] ?? "")]);
  return (
    <>
      <section>
        <h3 className="pg-h3">{say(["按下时", "When pressed"])}</h3>
        <p>
          {asks === "" ? (
            <span className="pg-faint">{say(["不再询问，直接执行。", "No confirmation is asked."])}</span>
          ) : (
            say([`先问：「${asks}」`, `Asks for confirmation: "${asks}"`])
          )}
        </p>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["用在哪些菜单", "Menus with this button"])} <span className="pg-count">{used.data?.length ?? "–"}</span>
        </h3>
        <PanelState load={used} empty={say(["还没有菜单用它。", "Not used by any menu yet."])} isEmpty={(list) => list.length === 0}>
          {(list) => (
            <ItemList>
              {list.map((entry) => (
                <ItemLine key={String(entry["id"])}>
                  {entry["menuId"] ? (
                    <PageLink href={`/main/systemsetting/menuFunction?id=${String(entry["menuId"])}`}>{String(entry["menuName"])}</PageLink>
                  ) : (
                    <span>{say(["任意菜单", "Any menu"])}</span>
                  )}
                  <span className="pg-code">{String(entry["menuCode"] ?? "")}</span>
                  {entry["enabledFlag"] === "N" ? <span className="pg-faint">{say(["已停用", "Disabled"])}</span> : null}
                </ItemLine>
              ))}
            </ItemList>
          )}
        </PanelState>
      </section>
    </>
  );
}
