import { Undo2 } from "lucide-react";
import { insidePending } from "#kernel/platform/todo.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { PendingList } from "#modules/base/web.tsx";
import { MatterPanel } from "./parts/MatterPanel.tsx";
import { opening, openOrShow } from "./parts/opening.tsx";
import { takeBack } from "./parts/takeBack.tsx";
import { bpmHandled } from "./todo.entity.ts";

export const page = { route: "insideHandledList", title: ["内部已办", "Done to-dos"] };

const handledSlots = listSlots<typeof bpmHandled>({
  hideNew: true,
  opens: (row, { show }) => openOrShow({ ...row, taskId: null }, show),
  sidePanel: (row) => <MatterPanel row={{ ...row, taskId: null }} />,
  rowActions: (row, { viewer, show }) => [
    { ...opening, handler: () => openOrShow({ ...row, taskId: null }, show) },
    ...(row.revocableFlag === "Y" && viewer.may("btnRecall")
      ? [{ label: ["取回", "Withdraw"] as const, icon: Undo2, handler: () => void takeBack(row) }]
      : []),
  ],
});

const title = ["内部已办", "Done to-dos"] as const;
const lists = [
  {
    key: "business",
    label: ["业务待办", "To-dos"] as const,
    draw: () => <PendingList entity={insidePending} waiting={false} />,
  },
  {
    key: "decided",
    label: ["我的审批", "Approvals"] as const,
    draw: () => <ListPage entity={bpmHandled} list="handled" slots={handledSlots} />,
  },
];

/** What a colleague has done: to-dos of documents, and decisions on approvals with the way to take one back. */
export default function InsideHandledPage() {
  const say = useText();
  return (
    <Ground>
      <h1 className="pg-sr">{say(title)}</h1>
      <TabbedLists label={title} lists={lists} />
    </Ground>
  );
}
