import { useEffect, useMemo, useRef, useState } from "react";
import { readAs } from "#kernel/page-document.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad, type Loaded } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { toast } from "#kernel/web/message.ts";
import { onPush } from "#kernel/web/push.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { bpmTodo } from "../todo.entity.ts";
import type { TodoRow } from "./rows.ts";

const most = 500;

export interface Tasks extends Loaded<{ readonly rows: readonly TodoRow[]; readonly count: number }> {
  readonly keyword: string;
  search(text: string): void;
}

/** The open tasks of approvals I may decide, or those of them that wait for a whole group: nobody works with more than some hundred. */
export function useTasks(list: "mine" | "gtasks"): Tasks {
  const [keyword, setKeyword] = useState("");
  const load = useLoad(`${list}:${keyword}`, async () => {
    const reply = await entityCall.page(bpmTodo, {
      pageIndex: 1,
      pageRows: most,
      list,
      ...(keyword.trim() ? { keyword: keyword.trim() } : {}),
    });
    return { rows: reply.data, count: reply.page?.count ?? reply.data.length };
  });
  useChanged(bpmTodo.name, load.again);
  // A task that arrives is told of at once and stands in the list as soon.
  const { again } = load;
  useEffect(() => onPush("msg", (frame) => frame.data?.kind === "TASK" && again()), [again]);
  const language = useLanguage((state) => state.language);
  const data = useMemo(
    () => load.data && { ...load.data, rows: load.data.rows.map((row) => readAs(bpmTodo, row, language)) },
    [load.data, language],
  );
  return { ...load, data, keyword, search: setKeyword };
}

/** The task a message leads to is shown at once; one that does not wait for a group stands among all, one that is done says so. */
export function useWanted(list: "mine" | "gtasks", load: Tasks, show: (row: TodoRow) => void): void {
  const { taskId, instanceId } = useTab().query;
  const [key, wanted] = taskId ? (["taskId", taskId] as const) : (["instanceId", instanceId ?? ""] as const);
  const asked = useRef(false);
  const rows = load.data?.rows;
  useEffect(() => {
    if (wanted === "" || asked.current || rows === undefined) return;
    asked.current = true;
    const row = rows.find((todoRow) => todoRow[key] === wanted);
    if (row) return show(row);
    const gone = (): void => toast.info(["这件任务已处理或不再由您处理", "That task is done or no longer yours"]);
    if (list === "mine") return gone();
    entityCall.page(bpmTodo, { pageIndex: 1, pageRows: 1, list: "mine", [key]: [wanted] }).then(
      (reply) => (reply.data.length > 0 ? void openPage({ path: "myUpcoming", query: { [key]: wanted } }) : gone()),
      (cause: unknown) => toast.error(cause),
    );
  }, [key, wanted, rows, list, show]);
}
