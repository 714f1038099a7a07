import { TaskWork } from "./parts/TaskWork.tsx";
import { Button } from "antd";
import { Hand, Inbox } from "lucide-react";
import { useState } from "react";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { hasPage, openDocument } from "./parts/places.tsx";
import { TaskDock } from "./parts/TaskDock.tsx";
import { groupsOf } from "./parts/TaskTable.tsx";
import { useClaim } from "./parts/claim.tsx";
import { useWanted } from "./parts/useTasks.tsx";
import { isOpenToGroup } from "./parts/selection.ts";
import { isMatter, openMatter, useTodos } from "./parts/useTodos.tsx";
import type { TodoRow } from "./parts/rows.ts";

type View = "all" | "overdue" | "approvals" | "group" | "matters" | "delegated" | "urged";
const views: Readonly<Record<View, { readonly label: readonly [string, string]; readonly fits: (row: TodoRow) => boolean }>> = {
  all: { label: ["全部", "All"], fits: () => true },
  overdue: { label: ["已超期", "Overdue"], fits: (row) => row.overdueFlag === "Y" },
  approvals: { label: ["审批", "Approvals"], fits: (row) => !isMatter(row) },
  matters: { label: ["事项", "Other tasks"], fits: isMatter },
  group: { label: ["待认领", "To claim"], fits: isOpenToGroup },
  delegated: { label: ["代他人", "On behalf"], fits: (row) => (row.fromUserId ?? null) !== null },
  urged: { label: ["被催办", "Reminded"], fits: (row) => Number(row.urgeCount ?? 0) > 0 },
};

/** Everything that waits for me, by the kind of document: approvals that are mine, lent to me or open to my groups, and what documents ask. */
export default function MyTasksPage() {
  return (
    <OwnPage>
      <MyTasks />
    </OwnPage>
  );
}

function MyTasks() {
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(["我的待办", "My to-dos"]);
  const load = useTodos();
  const claiming = useClaim(load.again);
  const [view, setView] = useState<View>("all");
  const [shown, setShown] = useState<TodoRow | null>(null);
  const all = load.data?.rows ?? [];
  const rows = all.filter(views[view].fits);
  const groups = groupsOf(rows);
  const overdue = all.filter(views.overdue.fits).length;
  const flat = groups.flatMap((group) => group.rows);
  const decided = flat.filter((row) => !isMatter(row));
  const at = decided.findIndex((row) => row.taskId === shown?.taskId);
  const step = (by: 1 | -1): void => setShown(decided[Math.max(0, Math.min(decided.length - 1, at + by))] ?? null);
  useKey("J", ["下一件", "Next"], () => step(1), { off: decided.length === 0 });
  useKey("K", ["上一件", "Previous"], () => step(-1), { off: decided.length === 0 });
  useKey("Escape", ["关闭右侧面板", "Close the panel"], () => setShown(null), { off: shown === null });
  const current = shown === null ? null : (flat.find((row) => row.taskId === shown.taskId) ?? null);
  useWanted("mine", load, setShown);
  const show = (row: TodoRow): void => (isMatter(row) ? openMatter(row) : setShown(row));
  const open = (row: TodoRow): void => (isMatter(row) ? openMatter(row) : hasPage(row) ? void openDocument(row) : setShown(row));
  const tabs = (Object.keys(views) as View[]).map((key) => {
    const count = all.filter(views[key].fits).length;
    return { key, label: views[key].label, count, bad: key === "overdue" && count > 0 };
  });
  return (
    <PageFrame
      title={title}
      truth={
        load.data ? (
          <>
            <b>{load.data.count}</b> {say(["件等您处理", load.data.count === 1 ? "task for you" : "tasks for you"])}
            {overdue > 0 ? <span className="pc-bad">{say([`${overdue} 件已超期`, `${overdue} overdue`])}</span> : null}
          </>
        ) : null
      }
      side={
        current ? (
          <TaskDock key={String(current.taskId)} row={current} close={() => setShown(null)}>
            {isOpenToGroup(current) && viewer.may("btnClaim") ? (
              <Button icon={<Hand size={14} />} loading={claiming.busy !== null} onClick={() => void claiming.claim(current)}>
                {say(["认领并打开", "Claim and open"])}
              </Button>
            ) : null}
          </TaskDock>
        ) : null
      }
    >
      <TabBar
        label={["待办视图", "Views"]}
        now={view}
        tabs={tabs.filter(({ key, count }) => key === "all" || key === view || count > 0)}
        choose={(key) => setView(key as View)}
      />
      <TaskWork
        load={load}
        current={current}
        open={open}
        groups={groups}
        show={show}
        act={(row) => (
          <Button type="primary" onClick={() => open(row)}>
            {isMatter(row) ? say(["去处理", "Handle"]) : say(["去审批", "Decide"])}
          </Button>
        )}
        empty={<Nothing all={view === "all" && !load.keyword} />}
      />
    </PageFrame>
  );
}

/** Nothing at all, or nothing that fits. */
function Nothing({ all }: { readonly all: boolean }) {
  const say = useText();
  return (
    <Blank
      icon={Inbox}
      title={all ? say(["没有等您处理的事", "Nothing is waiting for you"]) : say(["没有符合的待办", "No such task"])}
      text={say(["新的待办到来时会出现在这里，并有消息提醒。", "New tasks appear here, and you are notified of each."])}
    />
  );
}
