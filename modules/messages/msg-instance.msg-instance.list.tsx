import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Funnel } from "./parts/Funnel.tsx";
import { Progress } from "./parts/Progress.tsx";
import type { msgInstance } from "./instance.entity.ts";

export const slots = listSlots<typeof msgInstance>({
  hideNew: true,
  cells: {
    instanceNum: { width: 180 },
    totalCount: { columnsDisplay: "N" },
    failedCount: { columnsDisplay: "N" },
    sentCount: { width: 150, render: (row) => <Progress row={row} /> },
  },
  sidePanel: (row) => <Funnel id={String(row.id)} version={row.versionNum} brief />,
});
