import type { ListSlots } from "#kernel/web/page/slots.ts";
import { UseBar } from "./parts/UseBar.tsx";

/** Customer orders coloured by risk, with how far each is covered. */
export const slots: ListSlots = {
  rowTone: (row) => {
    if (row["status"] === "CLOSED" || row["status"] === "CANCELLED") return "muted";
    return row["riskLevel"] === "RED" ? "late" : row["riskLevel"] === "AMBER" ? "soon" : row["status"] === "COVERED" ? "done" : null;
  },
  cells: {
    coverRate: {
      width: 140,
      render: (row) => {
        const rate = String(row["coverRate"] ?? "0");
        return (
          <span className="ub-text">
            <UseBar parts={[{ tone: "done", value: rate, label: rate }]} whole="100" label={`${rate}%`} />
            {Math.round(Number(rate))}%
          </span>
        );
      },
    },
  },
};
