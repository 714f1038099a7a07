import type { Row } from "#kernel/page-document.ts";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";

const open = (row: Row): void =>
  void openPage({ path: "notification/notificationDesc", query: { id: String(row["id"]) }, title: String(row["notificationNo"]) });
const isLate = (row: Row): boolean =>
  ["UNREAD", "READ", "RETURNED", "OVERDUE"].includes(String(row["ackStatus"])) && (readTime(row["replyDueDate"]) ?? Infinity) < serverNow();

/** Letters to me: a press opens the letter with the answer it asks for. */
export const slots: ListSlots = {
  cells: {
    title: { width: 340, linkTag: true, onClick: open, href: (row) => `/main/notification/notificationDesc?id=${String(row["id"])}` },
    replyDueDate: { alert: (row) => (isLate(row) ? { level: "error", text: ["已逾期", "Overdue"] } : null) },
  },
  hideNew: true,
};
