import { toast } from "#kernel/web/message.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { openPage } from "#kernel/web/router.ts";
import { standingOf } from "#kernel/web/tabs.ts";
import { taskPlace } from "./wire.tsx";
import type { MatterRow } from "./rows.ts";

/** The page the bill type names for a document, else the one its entity has. */
function pageOf(row: MatterRow): string {
  const pages = targetOf(String(row.bizEntity ?? ""))?.pages;
  return String(row.formRoute || (pages?.edit ?? pages?.list ?? ""));
}

/** Does the current responsibility open the document's own page? Whoever is asked without it reads the document beside the task. */
export const hasPage = (row: MatterRow): boolean => pageOf(row) !== "" && standingOf(`/main/${pageOf(row)}`) === "open";

/** Opens the document a row is about: by its task, by the page the bill type names, or by the page its entity has. */
export async function openDocument(row: MatterRow): Promise<void> {
  const title = String(row.billNum ?? row.bizNo ?? "");
  const taskId = String(row.taskId ?? "");
  try {
    if (!hasPage(row)) {
      if (taskId) return await openPage({ path: "myUpcoming", query: { taskId } });
      return void toast.info(["没有这种单据的页面，内容见审批面板", "You have no page for it; see the approval panel"]);
    }
    if (!taskId) return await openPage({ path: pageOf(row), query: { id: String(row.bizId ?? "") }, title });
    const { route, query } = await taskPlace(taskId);
    await openPage({ path: route, query, title });
  } catch (error) {
    toast.error(error);
  }
}

/** A row of a list of approvals: its document where there is a page for it, else the panel that shows it. */
export const opens = <R extends MatterRow>(row: R, { show }: { show(row: R): void }): void =>
  hasPage(row) ? void openDocument(row) : show(row);
