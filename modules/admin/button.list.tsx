import { button } from "#kernel/platform/grant.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ButtonPanel } from "./parts/ResourcePanel.tsx";

export const page = { route: "systemSetting/btnList", title: ["按钮字典", "Buttons"] };

const slots = listSlots({ sidePanel: (row) => <ButtonPanel key={String(row["id"])} row={row} /> });

/** The dictionary of buttons: one code means the same on every page. */
export default function Buttons() {
  return (
    <Ground>
      <ListPage entity={button} slots={slots} />
    </Ground>
  );
}
