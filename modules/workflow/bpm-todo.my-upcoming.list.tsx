import { Button, Input } from "antd";
import { CheckCheck, Inbox } from "lucide-react";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { hasPage, openDocument } from "./parts/places.tsx";
import { tellMoved } from "./parts/sheetStore.tsx";
import { TaskDock } from "./parts/TaskDock.tsx";
import { TaskCards } from "./parts/TaskCards.tsx";
import { groupsOf, TaskTable } from "./parts/TaskTable.tsx";
import { useTasks, useWanted } from "./parts/useTasks.tsx";
import { tasks as verbs } from "./parts/wire.tsx";
import "./parts/tasks.css";

type View = "all" | "overdue" | "delegated" | "urged";
const views: Readonly<Record<View, { readonly label: readonly [string, string]; readonly fits: (row: Row) => boolean }>> = {
  all: { label: ["全部", "All"], fits: () => true },
  overdue: { label: ["已超期", "Overdue"], fits: (row) => row["overdueFlag"] === "Y" },
  delegated: { label: ["代他人", "On behalf"], fits: (row) => (row["fromUserId"] ?? null) !== null },
  urged: { label: ["被催办", "Reminded"], fits: (row) => Number(row["urgeCount"] ?? 0) > 0 },
};

/** What waits for my decision, by the kind of document; decided beside the list or in the document. */
export default function MyTasksPage() {
  return (
    <OwnPage>
      <MyTasks />
    </OwnPage>
  );
}

function MyTasks() {
  const say = useText();
  const title = usePageTitle(["我的待办", "My tasks"]);
  const narrow = useNarrow();
  const load = useTasks("myUpcoming");
  const [view, setView] = useState<View>("all");
  const [shown, setShown] = useState<Row | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const all = load.data?.rows ?? [];
  const rows = all.filter(views[view].fits);
  const groups = groupsOf(rows);
  const overdue = all.filter(views.overdue.fits).length;
  const flat = groups.flatMap((group) => group.rows);
  const at = flat.findIndex((row) => row["taskId"] === shown?.["taskId"]);
  const step = (by: 1 | -1): void => setShown(flat[Math.max(0, Math.min(flat.length - 1, at + by))] ?? null);
  useKey("J", ["下一件", "Next"], () => step(1), { off: flat.length === 0 });
  useKey("K", ["上一件", "Previous"], () => step(-1), { off: flat.length === 0 });
  useKey("Escape", ["关闭右侧面板", "Close the panel"], () => setShown(null), { off: shown === null });
  const current = shown === null ? null : (flat.find((row) => row["taskId"] === shown["taskId"]) ?? null);
  useWanted("myUpcoming", load, setShown);
  const open = (row: Row): void => (hasPage(row) ? void openDocument(row) : setShown(row));
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
      side={current ? <TaskDock key={String(current["taskId"])} row={current} close={() => setShown(null)} /> : null}
    >
      <TabBar
        label={["待办视图", "Views"]}
        now={view}
        tabs={(Object.keys(views) as View[]).map((key) => {
          const count = all.filter(views[key].fits).length;
          return { key, label: views[key].label, count, bad: key === "overdue" && count > 0 };
        })}
        choose={(key) => setView(key as View)}
      />
      <div className="wf-strip">
        <SearchBox text={load.keyword} label={say(["单号、主题", "Number or subject"])} change={load.search} />
        {picked.size > 0 ? (
          <Chosen
            rows={flat.filter((row) => picked.has(String(row["taskId"])))}
            clear={() => setPicked(new Set())}
            told={setSaid}
            again={load.again}
          />
        ) : null}
      </div>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() =>
          rows.length === 0 ? (
            <div className="wf-empty">
              <Blank
                icon={Inbox}
                title={
                  view === "all" && !load.keyword
                    ? say(["没有等您处理的审批", "No approvals waiting for you"])
                    : say(["没有符合的待办", "No such task"])
                }
                text={say(["新的审批到来时会出现在这里，并有消息提醒。", "New approvals appear here, and you are notified of each."])}
              />
            </div>
          ) : narrow ? (
            <TaskCards
              groups={groups}
              open={open}
              act={(row) => (
                <Button type="primary" onClick={() => open(row)}>
                  {say(["去审批", "Decide"])}
                </Button>
              )}
            />
          ) : (
            <TaskTable
              groups={groups}
              picked={picked}
              shown={current ? String(current["taskId"]) : null}
              said={said}
              pick={(ids, on) => setPicked((now) => (on ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))))}
              show={setShown}
              open={open}
            />
          )
        }
      </PanelState>
    </PageFrame>
  );
}

interface ChosenProps {
  readonly rows: readonly Row[];
  clear(): void;
  told(said: ReadonlyMap<string, string>): void;
  again(): void;
}

/** Passes many at once; each answers for itself, and what was refused says why on its row. */
function Chosen({ rows, clear, told, again }: ChosenProps) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const [comment, setComment] = useState("");
  const pass = (): Promise<void> =>
    work.run(async () => {
      const answers = await verbs.batchPass(
        rows.map((row) => String(row["taskId"])),
        comment,
      );
      const bad = answers.filter((one) => one.status === "E");
      told(new Map(bad.map((one) => [one.taskId, one.msg ?? ""])));
      const good = answers.length - bad.length;
      if (bad.length > 0)
        toast.warning([`${good} 件已同意，${bad.length} 件没有，原因见行上`, `${good} approved, ${bad.length} refused, see the rows`]);
      else toast.success([`已同意 ${good} 件`, `${good} approved`]);
      clear();
      for (const row of rows) tellMoved(String(row["bizEntity"]), String(row["bizId"]));
      again();
    });
  return (
    <span className="wf-chosen">
      <b>{say([`已选 ${rows.length} 件`, `${rows.length} chosen`])}</b>
      {viewer.may("btnBatchPass") ? (
        <>
          <Input
            size="small"
            value={comment}
            placeholder={say(["共同的意见（可不填）", "A comment for all"])}
            aria-label={say(["意见", "Comment"])}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button size="small" type="primary" icon={<CheckCheck size={14} />} loading={work.busy} onClick={() => void pass()}>
            {say(["批量同意", "Approve selected"])}
          </Button>
        </>
      ) : null}
      <Button size="small" type="text" onClick={clear}>
        {say(["取消选择", "Clear"])}
      </Button>
      {work.error ? <span className="pc-bad">{work.error}</span> : null}
    </span>
  );
}
