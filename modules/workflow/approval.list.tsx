import type { Seen } from "#kernel/seen.ts";
import { toast } from "#kernel/web/message.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { approval } from "./approval.entity.ts";
import { MatterPanel } from "./parts/MatterPanel.tsx";
import { hasPage, openDocument, opens } from "./parts/places.tsx";
import { tellMoved } from "./parts/sheetStore.tsx";
import { instances } from "./parts/wire.tsx";

export const page = { route: "myBpmMatterList", title: ["我的事项", "My submissions"] };

const urge = async (row: Seen<typeof approval>): Promise<void> => {
  try {
    await instances.urge({ instanceId: row.instanceId });
    toast.success(["已催办", "Reminded"]);
    tellMoved(String(row.bizEntity), String(row.bizId));
  } catch (error) {
    toast.error(error);
  }
};

const slots = listSlots<typeof approval>({
  hideNew: true,
  opens,
  sidePanel: (row) => <MatterPanel row={row} />,
  rowActions: (row, { viewer }) => [
    ...(hasPage(row) ? [{ label: ["打开单据", "Open the document"] as const, handler: () => openDocument(row) }] : []),
    ...(row.status === "RUNNING" && row.initiatorId === viewer.userId
      ? [{ label: ["催办", "Remind"] as const, handler: () => void urge(row) }]
      : []),
  ],
});

/** Everything under approval that concerns me, and where it stands. */
export default function MattersPage() {
  return (
    <Ground>
      <ListPage entity={approval} slots={slots} />
    </Ground>
  );
}
