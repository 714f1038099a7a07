import { useMemo } from "react";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import type { RowAction } from "#kernel/web/table/types.ts";
import { approval } from "./approval.entity.ts";
import { MatterPanel } from "./parts/MatterPanel.tsx";
import { hasPage, openDocument, opens } from "./parts/places.tsx";
import type { MatterRow } from "./parts/rows.ts";
import { act, takeBack } from "./parts/takeBack.tsx";
import { instances, tasks } from "./parts/wire.tsx";
import { bpmCopied, bpmHandled } from "./todo.entity.ts";

export const page = { route: "myApproval", title: ["我的审批", "My approvals"] };

const openRow = (row: MatterRow): readonly RowAction<object>[] =>
  hasPage(row) ? [{ label: ["打开单据", "Open the document"], handler: () => openDocument(row) }] : [];
/** A decision or a copy names its task, which is done: the document is what is opened. */
const aboutIt = (row: Seen<typeof bpmHandled>): Seen<typeof bpmHandled> => ({ ...row, taskId: null });

const wide = { subject: { width: 300 }, title: { width: 300 } };

const handledSlots = listSlots<typeof bpmHandled>({
  hideNew: true,
  cells: wide,
  opens: (row, { show }) => (hasPage(row) ? void openDocument(aboutIt(row)) : show(row)),
  sidePanel: (row) => <MatterPanel row={aboutIt(row)} />,
  rowActions: (row) => [
    ...openRow(aboutIt(row)),
    ...(row.revocableFlag === "Y" ? [{ label: ["取回", "Withdraw"] as const, handler: () => void takeBack(row) }] : []),
  ],
});

const startedSlots = listSlots<typeof approval>({
  hideNew: true,
  cells: wide,
  opens,
  sidePanel: (row) => <MatterPanel row={row} />,
  rowActions: (row, { viewer }) => [
    ...openRow(row),
    ...(row.status === "RUNNING" && viewer.may("btnUrge")
      ? [
          {
            label: ["催办", "Remind"] as const,
            handler: () => void act(row, () => instances.urge({ instanceId: row.instanceId }), ["已催办", "Reminded"]),
          },
        ]
      : []),
  ],
});

const copiedSlots = listSlots<typeof bpmCopied>({
  hideNew: true,
  cells: wide,
  opens,
  sidePanel: (row) => <MatterPanel row={row} />,
  rowTone: (row) => (row.readFlag === "N" ? "new" : null),
  rowActions: (row) => [
    ...openRow(row),
    ...(row.readFlag === "N"
      ? [
          {
            label: ["标为已读", "Mark read"] as const,
            handler: () => void act(row, () => tasks.read({ instanceId: row.instanceId }), ["已读", "Read"]),
          },
        ]
      : []),
  ],
});

const discussedSlots = listSlots<typeof approval>({
  hideNew: true,
  cells: wide,
  opens,
  sidePanel: (row) => <MatterPanel row={row} />,
  rowActions: openRow,
});

/** Approvals from the approver's side: handled, discussed, copied to me, and those I started. */
export default function MyApprovalPage() {
  const say = useText();
  const lists = useMemo(
    () => [
      {
        key: "handled",
        label: ["我处理的", "Handled by me"] as const,
        draw: () => <ListPage entity={bpmHandled} list="handled" slots={handledSlots} />,
      },
      {
        key: "discussed",
        label: ["沟通", "Discussion"] as const,
        draw: () => <ListPage entity={approval} list="discussed" slots={discussedSlots} />,
      },
      {
        key: "copied",
        label: ["抄送我的", "Copied to me"] as const,
        draw: () => <ListPage entity={bpmCopied} list="copied" slots={copiedSlots} />,
      },
      {
        key: "started",
        label: ["我发起的", "Submitted by me"] as const,
        draw: () => <ListPage entity={approval} list="started" slots={startedSlots} />,
      },
    ],
    [],
  );
  return (
    <Ground>
      <h1 className="pg-sr">{say(["我的审批", "My approvals"])}</h1>
      <TabbedLists label={["我的审批", "My approvals"]} lists={lists} />
    </Ground>
  );
}
