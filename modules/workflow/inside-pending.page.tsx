import { CheckCheck } from "lucide-react";
import { useMemo } from "react";
import { insidePending } from "#kernel/platform/todo.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { PendingList } from "#modules/base/web.tsx";
import { DecidePanel } from "./parts/DecidePanel.tsx";
import { opening, openOrShow } from "./parts/opening.tsx";
import { tellMoved } from "./parts/sheetStore.tsx";
import { tasks } from "./parts/wire.tsx";
import { bpmTodo } from "./todo.entity.ts";
import type { TodoRow } from "./parts/rows.ts";

export const page = { route: "insidePendingList", title: ["内部待办", "Document to-dos"] };

const oneByOne = ["所选单据中有须逐件审批的", "Some of these must be decided individually"] as const;

/** Passes those chosen; what is refused says why. */
async function passAll(rows: readonly TodoRow[]): Promise<void> {
  const n = rows.length;
  const yes = await confirm({
    title: [`同意所选 ${n} 件审批？`, `Approve the ${n} selected documents?`],
    confirm: ["批量同意", "Approve selected"],
  });
  if (!yes) return;
  try {
    const answers = await tasks.batchPass(
      rows.map((row) => String(row.taskId)),
      "",
    );
    const bad = answers.filter((answer) => answer.status === "E");
    const number = (taskId: string): string => String(rows.find((row) => row.taskId === taskId)?.billNum ?? "");
    if (bad.length === 0) toast.success([`已同意 ${n} 件`, `${n} approved`]);
    else {
      const why = bad.map((entry) => `${number(entry.taskId)}：${entry.msg ?? ""}`).join("；");
      toast.warning([
        `${n - bad.length} 件已同意，${bad.length} 件没有：${why}`,
        `${n - bad.length} approved, ${bad.length} refused: ${why}`,
      ]);
    }
    for (const row of rows) tellMoved(String(row.bizEntity), String(row.bizId));
  } catch (error) {
    toast.error(error);
  }
}

const taskSlots = listSlots<typeof bpmTodo>({
  hideNew: true,
  cells: { subject: { width: 300 } },
  opens: (row, { show }) => openOrShow(row, show),
  // Passing, sending back and handing over stand in the panel, as beside the document.
  sidePanel: (row) => <DecidePanel row={row} />,
  rowTone: (row) => (row.overdueFlag === "Y" ? "late" : null),
  rowActions: (row, { show }) => [{ ...opening, handler: () => openOrShow(row, show) }],
  toolbar: ({ viewer }) =>
    viewer.may("btnBatchPass")
      ? [
          {
            label: ["批量同意", "Approve selected"],
            icon: CheckCheck,
            needSelection: "many",
            disabled: (rows) => rows.some((row) => row.batchFlag !== "Y") && oneByOne,
            handler: ({ rows }) => passAll(rows),
          },
        ]
      : [],
});

/** How many tasks wait for me. */
function useTaskCount(): number | undefined {
  const load = useLoad("insidePending:tasks", async () => {
    const { page: at, data } = await entityCall.page(bpmTodo, { pageIndex: 1, pageRows: 1, list: "myUpcoming" });
    return at?.count ?? data.length;
  });
  useChanged(bpmTodo.name, load.again);
  return load.data ?? undefined;
}

const title = ["内部待办", "Document to-dos"] as const;

/** What waits for a colleague: to-dos of documents, and tasks of approvals read live from the workflow. */
export default function InsidePendingPage() {
  const say = useText();
  const count = useTaskCount();
  const lists = useMemo(
    () => [
      {
        key: "business",
        label: ["业务待办", "To-dos"] as const,
        draw: () => <PendingList entity={insidePending} waiting />,
      },
      {
        key: "tasks",
        label: ["审批任务", "Approval tasks"] as const,
        count,
        draw: () => <ListPage entity={bpmTodo} list="myUpcoming" slots={taskSlots} />,
      },
    ],
    [count],
  );
  return (
    <Ground>
      <h1 className="pg-sr">{say(title)}</h1>
      <TabbedLists label={title} lists={lists} />
    </Ground>
  );
}
