import { useMemo } from "react";
import { readAs } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { insidePending } from "#kernel/platform/todo.entity.ts";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { openPage } from "#kernel/web/router.ts";
import { standingOf } from "#kernel/web/tabs.ts";
import type { TodoRow } from "./rows.ts";
import { useTasks, type Tasks } from "./useTasks.tsx";

const most = 500;

/** A to-do of a document beside the tasks of approvals. */
export const isMatter = (row: TodoRow): boolean => row["matter"] === true;

/** A to-do in the words of a task, so that both stand in one list. */
function asTask(row: Seen<typeof insidePending>, kindName: (code: string) => string): TodoRow {
  const due = readTime(row.dueDate);
  return {
    ...row,
    matter: true,
    taskId: row.id,
    kind: row.userId ? "ASSIGNED" : "GROUP",
    billNum: row.bizNo ?? "",
    subject: row.title,
    billTypeCode: `MATTER:${String(row.pendingType)}`,
    billTypeName: kindName(String(row.pendingType)),
    starterUserName: row.supplierName ?? "",
    nodeName: "",
    arrivedAt: row.arrivalDate,
    overdueFlag: due !== null && due !== undefined && due < serverNow() ? "Y" : "N",
    batchFlag: "N",
  };
}

/** The page a to-do leads to. */
export const openMatter = (row: TodoRow): void =>
  void openPage({
    path: `${String(row.routePath)}?${String(row.routeQuery ?? "")}`,
    title: String(row.billNum || row.subject || ""),
  });

/** Everything that waits for me: tasks of approvals, mine, lent and of my groups, and what documents ask of me. */
export function useTodos(): Tasks {
  const tasks = useTasks("mine");
  const language = useLanguage((state) => state.language);
  const kinds = useLookup("PENDING_TYPE");
  const { keyword } = tasks;
  const reads = standingOf("/main/insidePendingList") === "open";
  const matters = useLoad(`matters:${keyword}:${reads}`, async () => {
    if (!reads) return { rows: [] as readonly Seen<typeof insidePending>[], count: 0 };
    const asked = { pageIndex: 1, pageRows: most, list: "open", ...(keyword.trim() ? { keyword: keyword.trim() } : {}) };
    const reply = await entityCall.page(insidePending, asked);
    return { rows: reply.data, count: reply.page?.count ?? reply.data.length };
  });
  useChanged(insidePending.name, matters.again);
  const data = useMemo(() => {
    if (!tasks.data || !matters.data) return null;
    const words = matters.data.rows.map((row) => asTask(readAs(insidePending, row, language), kinds.meaning));
    return { rows: [...tasks.data.rows, ...words], count: tasks.data.count + matters.data.count };
  }, [tasks.data, matters.data, language, kinds.meaning]);
  return {
    ...tasks,
    data,
    error: tasks.error || matters.error,
    loading: tasks.loading || matters.loading,
    again: () => {
      tasks.again();
      matters.again();
    },
  };
}
