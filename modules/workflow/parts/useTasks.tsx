import { useMemo, useState } from "react";
import { readAs, type Row } from "#kernel/page-document.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad, type Loaded } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { bpmTodo } from "../todo.entity.ts";

const most = 500;

export interface Tasks extends Loaded<{ readonly rows: readonly Row[]; readonly count: number }> {
  readonly keyword: string;
  search(text: string): void;
}

/** My open tasks of one list, all of them: nobody works with more than some hundred. */
export function useTasks(list: "myUpcoming" | "gtasks"): Tasks {
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
  const language = useLanguage((state) => state.language);
  const data = useMemo(
    () => load.data && { ...load.data, rows: load.data.rows.map((row) => readAs(bpmTodo, row, language)) },
    [load.data, language],
  );
  return { ...load, data, keyword, search: setKeyword };
}
