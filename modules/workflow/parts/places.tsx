import type { Row } from "#kernel/page-document.ts";
import { toast } from "#kernel/web/message.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { openPage } from "#kernel/web/router.ts";
import { taskPlace } from "./wire.tsx";

/** Opens the document a row is about: by its task, by the page the bill type names, or by the page its entity has. */
export async function openDocument(row: Row): Promise<void> {
  const title = String(row["billNum"] ?? row["bizNo"] ?? "");
  const id = String(row["bizId"] ?? "");
  try {
    if (row["taskId"]) {
      const { route, query } = await taskPlace(String(row["taskId"]));
      return await openPage({ path: route, query, title });
    }
    const pages = targetOf(String(row["bizEntity"] ?? ""))?.pages;
    const route = String(row["formRoute"] || (pages?.edit ?? pages?.list ?? ""));
    if (route) return await openPage({ path: route, query: { id }, title });
    toast.info(["这种单据没有自己的页面", "Documents of this kind have no page of their own"]);
  } catch (error) {
    toast.error(error);
  }
}
