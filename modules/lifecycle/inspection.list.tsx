import type { ListSlots } from "#kernel/web/page/slots.ts";
import { FileChartColumn } from "lucide-react";
import type { inspection } from "./inspect.entity.ts";
import { openFrom } from "./parts/open.tsx";

/** Visits; their report is one press away. */
export const slots: ListSlots<typeof inspection> = {
  cells: { totalScore: { least: 2 }, releasedScore: { least: 2 } },
  rowActions: ({ id, inspectNo }, { viewer }) => [
    {
      label: ["报告", "Report"],
      icon: FileChartColumn,
      handler: () => openFrom(viewer, "localeInspectDetail", id, inspectNo),
    },
  ],
};
