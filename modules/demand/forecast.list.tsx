import type { ListSlots } from "#kernel/web/page/slots.ts";
import { UseBar } from "./parts/UseBar.tsx";

/** Forecasts with how many of their lines are answered. */
export const slots: ListSlots = {
  cells: {
    repliedCount: {
      width: 150,
      render: (row) => {
        const [done, all] = [String(row["repliedCount"] ?? 0), String(row["lineCount"] ?? 0)];
        return (
          <span className="ub-text">
            <UseBar parts={[{ tone: "done", value: done, label: done }]} whole={all} label={`${done} / ${all}`} />
            {done}/{all}
          </span>
        );
      },
    },
  },
  rowTone: (row) => (row["status"] === "PUBLISHED" && row["lateFlag"] === "Y" ? "late" : row["status"] === "REFUSED" ? "held" : null),
};
