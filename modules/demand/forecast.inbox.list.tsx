import { serverNow, readTime } from "#kernel/web/clock.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { msOf } from "#kernel/time.ts";
import { FileDown } from "lucide-react";
import { takeBook } from "./parts/ForecastBook.tsx";

const isWaiting = (status: unknown): boolean => status === "PUBLISHED" || status === "REFUSED";

/** The supplier's forecasts: unread ones stand out, those whose deadline is near or past too. */
export const slots: ListSlots = {
  toolbar: ({ viewer }) =>
    viewer.may("btnExport")
      ? [
          {
            ...{ label: ["按时段导出", "Export by period"], icon: FileDown, needSelection: "many" },
            handler: ({ rows }) => takeBook(rows.map((row) => String(row["id"]))),
          },
        ]
      : [],
  rowTone: (row) => {
    if (!isWaiting(row["status"])) return null;
    const left = (readTime(row["replyDeadline"]) ?? Infinity) - serverNow();
    if (left < 0) return "late";
    if (left < msOf({ days: 2 })) return "soon";
    return row["readFlag"] === "N" ? "new" : null;
  },
};
