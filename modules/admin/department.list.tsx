import { LeftPane } from "#kernel/web/block/SidePane.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Tree } from "#kernel/web/Tree.tsx";
import { department } from "./department.entity.ts";
import { useOrganizations } from "./parts/organizations.tsx";

/** The organisations beside the list; choosing one shows its departments, choosing it again shows all. */
function ByOrganization({ context }: { readonly context: ListContext }) {
  const say = useText();
  const organizations = useOrganizations();
  const chosen = (context.filter["orgId"] as string | undefined) ?? null;
  const choose = (key: string): void => {
    const { orgId: _, orgName: __, orgCode: ___, ...rest } = context.filter;
    const row = organizations.rows.find((candidate) => candidate["id"] === key);
    context.setFilter(key === chosen ? rest : { ...rest, orgId: key, orgName: row?.["orgName"], orgCode: row?.["orgCode"] });
  };
  return (
    <LeftPane label={say(["按组织", "By organisation"])} title={say(["组织", "Organisation"])}>
      <PanelState load={organizations} empty={say(["没有组织", "No organisations"])} isEmpty={(nodes) => nodes.length === 0}>
        {(nodes) => (
          <Tree nodes={nodes} label={["组织", "Organisations"]} searchable selected={chosen} onSelect={(node) => choose(node.key)} />
        )}
      </PanelState>
    </LeftPane>
  );
}

const slots = listSlots({
  cells: { deptName: { width: 240 } },
  left: (context) => <ByOrganization context={context} />,
  rowTone: (row) => (row["enabledFlag"] === "N" ? "muted" : null),
});

/** Departments as a tree, organisation by organisation. */
export default function DepartmentsPage() {
  return (
    <Ground>
      <ListPage entity={department} slots={slots} />
    </Ground>
  );
}
