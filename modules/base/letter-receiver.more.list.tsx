import type { Seen } from "#kernel/seen.ts";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { letterReceiver } from "./letter.entity.ts";
import { AskedList } from "./parts/AskedList.tsx";

const open = (row: Seen<typeof letterReceiver>): void =>
  void openPage({ path: "notification/notificationDesc", query: { id: String(row.id) }, title: String(row.notificationNo) });
const isOpen = (row: Seen<typeof letterReceiver>): boolean =>
  ["UNREAD", "RETURNED", "OVERDUE"].includes(String(row.ackStatus)) || (row.ackStatus === "READ" && row.ackMode !== "READ");
const isLate = (row: Seen<typeof letterReceiver>): boolean => isOpen(row) && (readTime(row.replyDueDate) ?? Infinity) < serverNow();

const slots = listSlots<typeof letterReceiver>({
  cells: {
    title: { width: 340, linkTag: true, onClick: open, href: (row) => `/main/notification/notificationDesc?id=${String(row.id)}` },
    replyDueDate: { alert: (row) => (isLate(row) ? { level: "error", text: ["已逾期", "Overdue"] } : null) },
  },
  hideNew: true,
});

/** Letters to me: a press opens the letter with the answer it asks for. */
export default function LettersToMe() {
  const narrow = useNarrow();
  return (
    <Ground>
      {narrow ? (
        <AskedList
          entity={letterReceiver}
          list="more"
          title={["收到的通知", "My notifications"]}
          empty={["没有通知", "No notifications"]}
          kind={["notificationType", "NOTIFICATION_TYPE"]}
          due="replyDueDate"
          isOpen={isOpen}
          open={open}
        />
      ) : (
        <ListPage entity={letterReceiver} list="more" slots={slots} />
      )}
    </Ground>
  );
}
