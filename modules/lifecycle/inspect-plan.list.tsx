import type { ListSlots } from "#kernel/web/page/slots.ts";
import { CalendarDays } from "lucide-react";
import { openFrom } from "./parts/open.tsx";
import type { inspectPlan } from "./plan.entity.ts";

/** Plans; a running one is watched by months. */
export const slots: ListSlots<typeof inspectPlan> = {
  cells: { doneRate: { cellType: "progress" } },
  rowActions: (row, { viewer }) => [
    {
      label: ["进度", "Progress"],
      icon: CalendarDays,
      handler: () => openFrom(viewer, "inspectPlanDetail", row.id, row.planNo),
    },
  ],
};
