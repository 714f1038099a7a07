import type { ListSlots } from "#kernel/web/page/slots.ts";
import { ClipboardCheck } from "lucide-react";
import { openFrom } from "./parts/open.tsx";
import type { scoreSheet } from "./score.entity.ts";

/** My sheets; what is open is scored from here. */
export const slots: ListSlots<typeof scoreSheet> = {
  hideNew: true,
  cells: { status: { width: 124 }, progress: { cellType: "progress" }, myScore: { least: 2 } },
  rowTone: (row) => (row.status === "RETURNED" ? "late" : null),
  rowActions: (row, { viewer }) =>
    row.status === "SUBMITTED"
      ? []
      : [{ label: ["评分", "Score"], icon: ClipboardCheck, handler: () => openFrom(viewer, "slcScoreEdit", row.id, row.inspectNo) }],
};
