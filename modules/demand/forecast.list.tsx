import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { Button, Picked } from "#kernel/web/table/types.ts";
import { FileDown } from "lucide-react";
import { BookWindow, takeBook } from "./parts/ForecastBook.tsx";
import { UseBar } from "./parts/UseBar.tsx";

/** Workbooks as planners keep them: a period a column. */
const tools = ({ viewer }: ListContext): readonly Button[] =>
  viewer.may("btnExport")
    ? [
        {
          label: ["按时段导出", "Export by period"],
          icon: FileDown,
          needSelection: "many",
          handler: ({ rows }: Picked) => takeBook(rows.map((row) => String(row["id"]))),
        },
      ]
    : [];

/** Forecasts with how many of their lines are answered. */
export const slots: ListSlots = {
  toolbar: tools,
  imports: (way) => <BookWindow {...way} />,
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
