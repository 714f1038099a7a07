import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import type { useRows } from "#kernel/web/part/useRows.ts";

interface Props {
  readonly title: Text;
  readonly empty: Text;
  readonly roles: ReturnType<typeof useRows>;
}

/** The roles beside a grant, each leading to what it opens. */
export function RolesBeside({ title, empty, roles }: Props) {
  const say = useText();
  return (
    <section className="pg-block">
      <h3 className="pg-h3">
        {say(title)} <span className="pg-count">{roles.data?.length ?? "–"}</span>
      </h3>
      <PanelState load={roles} empty={say(empty)} isEmpty={(list) => list.length === 0}>
        {(list: readonly Row[]) => (
          <ItemList>
            {list.map((entry) => (
              <ItemLine key={String(entry["id"])}>
                <PageLink href={`/main/systemsetting/menuFuncPrivilege?roleId=${String(entry["roleId"])}`}>
                  {String(entry["roleName"])}
                </PageLink>
                <span className="pg-code">{String(entry["roleCode"])}</span>
                {entry["status"] === "PENDING" ? <span className="pg-unsaved">{say(["待复核", "waiting"])}</span> : null}
              </ItemLine>
            ))}
          </ItemList>
        )}
      </PanelState>
    </section>
  );
}
