import { add, cmp, sub } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { UseBar } from "./parts/UseBar.tsx";

const amount = (row: Row, key: string): string => String(row[key] ?? "0");

/** Plans with what of them is used, occupied and open. */
export const slots: ListSlots = {
  columns: [
    {
      key: "use",
      title: ["使用情况", "Use"],
      after: "status",
      width: 150,
      render: (row: Row) => {
        const [whole, used, occ] = [amount(row, "planAmount"), amount(row, "usedAmount"), amount(row, "occupiedAmount")];
        const over = cmp(add(used, occ), whole) > 0;
        return (
          <UseBar
            whole={over ? add(used, occ) : whole}
            label={`${used} + ${occ} / ${whole}`}
            parts={
              over
                ? [
                    { tone: "used", value: whole, label: whole },
                    { tone: "over", value: sub(add(used, occ), whole), label: "" },
                  ]
                : [
                    { tone: "used", value: used, label: used },
                    { tone: "occ", value: occ, label: occ },
                  ]
            }
          />
        );
      },
    },
  ] as never,
  rowTone: (row) =>
    cmp(amount(row, "openAmount"), "0") < 0 && row["status"] === "APPROVED" ? "late" : row["status"] === "CLOSED" ? "muted" : null,
};
