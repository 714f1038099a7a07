import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { openPage } from "#kernel/web/router.ts";
import type { letter } from "./letter.entity.ts";
import { Eye, Inbox } from "lucide-react";

/** The page it opens keeps the rights of this list's menu. */
const go = (path: string, query: Readonly<Record<string, string>>, { viewer }: Pick<ListContext, "viewer">): void => {
  const { menuId } = viewer as PageViewer;
  void openPage({ path, query, ...(menuId ? { menuId } : {}) });
};

/** Letters with the answers that came back. */
export const slots: ListSlots<typeof letter> = {
  cells: { title: { width: 280 } },
  rowActions: (row, context) => [
    row.status === "DRAFT"
      ? { label: ["预览", "Preview"], icon: Eye, handler: () => go("notification/notificationPreview", { id: String(row.id) }, context) }
      : {
          label: ["回执", "Answers"],
          icon: Inbox,
          handler: () => go("notification/notificationDesc", { letter: String(row.id) }, context),
        },
  ],
};
