import { responsibility } from "#kernel/platform/grant.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { CopyPlus } from "lucide-react";
import { ResponsibilityPanel } from "./parts/ResponsibilityPanel.tsx";

export const page = { route: "systemsetting/responsibility", title: ["职责", "Responsibilities"] };

const cut = (menuId: string | undefined, id?: string): void =>
  void openPage({ path: "responsibility/respSave", ...(id ? { query: { id } } : {}), ...(menuId ? { menuId } : {}) });
const menuOf = (viewer: object): string | undefined => (viewer as { readonly menuId?: string }).menuId;

const slots = listSlots({
  toolbar: ({ viewer }) =>
    viewer.may("btnSave")
      ? [{ label: ["从现有职责新建", "Copy from existing"], icon: CopyPlus, quiet: true, handler: () => cut(menuOf(viewer)) }]
      : [],
  rowActions: (row, { viewer }) =>
    viewer.may("btnSave") ? [{ label: ["以此新建", "Copy as new"], handler: () => cut(menuOf(viewer), String(row["id"])) }] : [],
  sidePanel: (row) => <ResponsibilityPanel key={String(row["id"])} row={row} />,
});

/** The responsibilities people have: what each is made of and who has it; new ones are cut from existing ones. */
export default function Responsibilities() {
  return (
    <Ground>
      <ListPage entity={responsibility} slots={slots} />
    </Ground>
  );
}
