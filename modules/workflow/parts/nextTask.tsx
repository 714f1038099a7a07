import { useKey } from "#kernel/web/keys.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { bpmTodo } from "../todo.entity.ts";
import { openDocument } from "./places.tsx";

/** How many other tasks wait for me, and the way to the next one. */
export function useNextTask(taskId: string): { readonly left: number; go(): void } {
  const load = useLoad(`next:${taskId}`, async () => {
    const reply = await entityCall.page(bpmTodo, { pageIndex: 1, pageRows: 20, list: "mine" });
    const others = reply.data.filter((row) => row.taskId !== taskId);
    return { others, count: (reply.page?.count ?? reply.data.length) - (reply.data.length - others.length) };
  });
  const [next] = load.data?.others ?? [];
  const go = (): void => void (next && openDocument(next));
  useKey("J", ["下一件待办", "Next task"], go, { off: !next });
  return { left: load.data?.count ?? 0, go };
}
