import { TaskWork } from "./parts/TaskWork.tsx";
import { Button } from "antd";
import { Hand, UsersRound } from "lucide-react";
import { useState } from "react";
import { useText } from "#kernel/web/language.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useClaim } from "./parts/claim.tsx";
import { hasPage, openDocument } from "./parts/places.tsx";
import { TaskDock } from "./parts/TaskDock.tsx";
import { groupsOf } from "./parts/TaskTable.tsx";
import { useTasks, useWanted } from "./parts/useTasks.tsx";
import type { TodoRow } from "./parts/rows.ts";

/** Tasks my roles and positions may take; taking one opens its document at once. */
export default function GroupTasksPage() {
  return (
    <OwnPage>
      <GroupTasks />
    </OwnPage>
  );
}

function GroupTasks() {
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(["组任务", "Group tasks"]);
  const load = useTasks("gtasks");
  const [shown, setShown] = useState<TodoRow | null>(null);
  const { busy, claim } = useClaim(load.again);
  const rows = load.data?.rows ?? [];
  const current = rows.find((row) => row.taskId === shown?.taskId) ?? null;
  useWanted("gtasks", load, setShown);
  const open = (row: TodoRow): void => (hasPage(row) ? void openDocument(row) : setShown(row));
  const tools = (row: TodoRow) =>
    viewer.may("btnClaim") ? (
      <Button size="small" icon={<Hand size={13} />} loading={busy === row.taskId} onClick={() => void claim(row)}>
        {say(["认领", "Claim"])}
      </Button>
    ) : null;
  return (
    <PageFrame
      title={title}
      truth={
        load.data ? (
          <>
            <b>{load.data.count}</b> {say(["件待认领", "to be claimed"])}{" "}
            <span>{say(["认领后由您审批，别人不再看到", "Claimed tasks are yours alone"])}</span>
          </>
        ) : null
      }
      side={
        current ? (
          <TaskDock key={String(current.taskId)} row={current} acts={false} close={() => setShown(null)}>
            <Button type="primary" icon={<Hand size={14} />} loading={busy !== null} onClick={() => void claim(current)}>
              {say(["认领并打开", "Claim and open"])}
            </Button>
          </TaskDock>
        ) : null
      }
    >
      <TaskWork
        load={load}
        current={current}
        open={open}
        groups={groupsOf(rows)}
        show={setShown}
        tools={tools}
        act={(row) =>
          viewer.may("btnClaim") ? (
            <Button type="primary" loading={busy === row.taskId} onClick={() => void claim(row)}>
              {say(["认领并打开", "Claim and open"])}
            </Button>
          ) : null
        }
        empty={
          <Blank
            icon={UsersRound}
            title={say(["没有待认领的任务", "Nothing to claim"])}
            text={say([
              "交给您所在职责或岗位的任务会出现在这里，谁先认领谁处理。",
              "Tasks for your responsibilities and positions appear here. The first to claim a task handles it.",
            ])}
          />
        }
      />
    </PageFrame>
  );
}
