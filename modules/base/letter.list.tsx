import type { Row } from "#kernel/page-document.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import { Eye, Inbox } from "lucide-react";

/** Letters with the answers that came back. */
export const slots: ListSlots = {
  cells: { title: { width: 280 } },
  rowActions: (row: Row) => [
    row["status"] === "DRAFT"
      ? {
          label: ["预览", "Preview"],
          icon: Eye,
          handler: () => openPage({ path: "notification/notificationPreview", query: { id: String(row["id"]) } }),
        }
      : {
          label: ["回执", "Answers"],
          icon: Inbox,
          handler: () => openPage({ path: "notification/notificationDesc", query: { letter: String(row["id"]) } }),
        },
  ],
};
