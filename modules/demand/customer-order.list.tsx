import { ShareBar } from "#kernel/web/block/Bar.tsx";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { customerOrder } from "./customer-order.entity.ts";

/** Customer orders coloured by risk, with how far each is covered. */
export const slots: ListSlots<typeof customerOrder> = {
  rowTone: (row) => {
    if (row.status === "CLOSED" || row.status === "CANCELLED") return "muted";
    return row.riskLevel === "RED" ? "late" : row.riskLevel === "AMBER" ? "soon" : row.status === "COVERED" ? "done" : null;
  },
  cells: {
    coverRate: {
      width: 140,
      render: (row) => {
        const rate = String(row.coverRate ?? "0");
        return <ShareBar percent={Math.round(Number(rate))} tone="success" label={`${rate}%`} />;
      },
    },
  },
};
