import type { Seen } from "#kernel/seen.ts";
import { add, cmp, sub } from "#kernel/decimal.ts";
import { shareOf } from "#kernel/page-format.ts";
import { SplitBar } from "#kernel/web/block/Bar.tsx";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { procurementPlan } from "./procurement-plan.entity.ts";

const amount = (row: Seen<typeof procurementPlan>, key: "planAmount" | "usedAmount" | "occupiedAmount" | "openAmount"): string =>
  String(row[key] ?? "0");

/** Plans with what of them is used, occupied and open. */
export const slots: ListSlots<typeof procurementPlan> = {
  columns: [
    {
      key: "use",
      title: ["使用情况", "Use"],
      after: "status",
      width: 150,
      render: (row: Seen<typeof procurementPlan>) => {
        const [whole, used, occ] = [amount(row, "planAmount"), amount(row, "usedAmount"), amount(row, "occupiedAmount")];
        const taken = add(used, occ);
        const isOver = cmp(taken, whole) > 0;
        return (
          <SplitBar
            label={`${used} + ${occ} / ${whole}`}
            parts={
              isOver
                ? [
                    { key: "used", tone: "info", percent: shareOf(whole, taken) },
                    { key: "over", tone: "error", percent: shareOf(sub(taken, whole), taken) },
                  ]
                : [
                    { key: "used", tone: "info", percent: shareOf(used, whole) },
                    { key: "occupied", tone: "info", pale: true, percent: shareOf(occ, whole) },
                  ]
            }
          />
        );
      },
    },
  ],
  rowTone: (row) =>
    cmp(amount(row, "openAmount"), "0") < 0 && row.status === "APPROVED" ? "late" : row.status === "CLOSED" ? "muted" : null,
};
