import { serverNow, readTime } from "#kernel/web/clock.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { msOf } from "#kernel/time.ts";
import { bookTools } from "./parts/ForecastBook.tsx";
import type { forecast } from "./forecast.entity.ts";

const isWaiting = (status: unknown): boolean => status === "PUBLISHED" || status === "REFUSED";

/** The supplier's forecasts: unread ones stand out, those whose deadline is near or past too. */
export const slots: ListSlots<typeof forecast> = {
  toolbar: bookTools,
  rowTone: (row) => {
    if (!isWaiting(row.status)) return null;
    const left = (readTime(row.replyDeadline) ?? Infinity) - serverNow();
    if (left < 0) return "late";
    if (left < msOf({ days: 2 })) return "soon";
    return row.readFlag === "N" ? "new" : null;
  },
};
