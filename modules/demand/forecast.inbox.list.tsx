import { serverNow } from "#kernel/web/clock.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";

const isWaiting = (status: unknown): boolean => status === "PUBLISHED" || status === "REFUSED";

/** The supplier's forecasts: unread ones stand out, those whose deadline is near or past too. */
export const slots: ListSlots = {
  rowTone: (row) => {
    if (!isWaiting(row["status"])) return null;
    const left = Date.parse(String(row["replyDeadline"])) - new Date(serverNow()).getTime();
    if (left < 0) return "late";
    if (left < 2 * 86_400_000) return "soon";
    return row["readFlag"] === "N" ? "new" : null;
  },
};
