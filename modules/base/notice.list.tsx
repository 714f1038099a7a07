import type { Seen } from "#kernel/seen.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { openPage } from "#kernel/web/router.ts";
import type { notice } from "./notice.entity.ts";
import { ChartNoAxesColumn, Eye } from "lucide-react";

/** The page it opens keeps the rights of this list's menu. */
const go = (path: string, row: Seen<typeof notice>, { viewer }: Pick<ListContext, "viewer">): void => {
  const { menuId } = viewer as PageViewer;
  void openPage({ path, query: { id: String(row.id) }, title: String(row.noticeNo), ...(menuId ? { menuId } : {}) });
};
const rate = (row: Seen<typeof notice>): string =>
  Number(row.receiverCount) > 0 ? `${((Number(row.viewCount) * 100) / Number(row.receiverCount)).toFixed(1)}%` : "–";

/** Notices with how far they have reached. */
export const slots: ListSlots<typeof notice> = {
  cells: { title: { width: 280 } },
  columns: [{ key: "viewRate", title: ["阅读率", "Reading rate"], width: 90, align: "right", after: "viewCount", render: rate }],
  rowActions: (row, context) => [
    { label: ["预览", "Preview"], icon: Eye, handler: () => go("notice/noticePreview", row, context) },
    ...(row.status === "PUBLISHED"
      ? [
          {
            label: ["阅读统计", "Reading figures"] as const,
            icon: ChartNoAxesColumn,
            resourceCode: "btnViewStat",
            handler: () => go("notice/noticeDesc", row, context),
          },
        ]
      : []),
  ],
};
