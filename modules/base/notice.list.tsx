import type { Row } from "#kernel/page-document.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import { ChartNoAxesColumn, Eye } from "lucide-react";

const go = (path: string, row: Row): void => void openPage({ path, query: { id: String(row["id"]) }, title: String(row["noticeNo"]) });
const rate = (row: Row): string =>
  Number(row["receiverCount"]) > 0 ? `${((Number(row["viewCount"]) * 100) / Number(row["receiverCount"])).toFixed(1)}%` : "–";

/** Notices with how far they have reached. */
export const slots: ListSlots = {
  cells: { title: { width: 280 } },
  columns: [{ key: "viewRate", title: ["阅读率", "Reading rate"], width: 90, align: "right", after: "viewCount", render: rate }],
  rowActions: (row) => [
    { label: ["预览", "Preview"], icon: Eye, handler: () => go("notice/noticePreview", row) },
    ...(row["status"] === "PUBLISHED"
      ? [
          {
            label: ["阅读统计", "Reading figures"] as const,
            icon: ChartNoAxesColumn,
            resourceCode: "btnViewStat",
            handler: () => go("notice/noticeDesc", row),
          },
        ]
      : []),
  ],
};
