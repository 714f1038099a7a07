import type { Waiting, Widget } from "#kernel/module.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { letterReceiver } from "./letter.entity.ts";
import { notice, noticeViewer } from "./notice.entity.ts";

/** Published texts for this reader, unread ones first. */
const notices = (audience: Widget["audience"]): Widget => ({
  code: "NOTICES",
  label: ["公告", "Notices"],
  audience,
  type: "NOTICE",
  route: "notice/noticeMore",
  counts: { entity: notice, view: "published" },
  notice: {
    title: "title",
    date: "publishDate",
    pinned: ["topFlag", "topUntil"],
    opens: ["notice/noticeDesc", "id"],
    readings: [noticeViewer, "noticeId"],
  },
  seq: 130,
});

/** What the week brings, from every list the reader has. */
const agendaOf = (audience: Widget["audience"]): Widget => ({
  code: "AGENDA",
  label: ["今天与未来 7 天", "Today and the next 7 days"],
  audience,
  type: "CALENDAR",
  seq: 140,
});

/** What home shows of base data: what waits, and what is to be answered. */
export const baseWidgets: readonly Widget[] = [
  notices("INTERNAL"),
  notices("SUPPLIER"),
  {
    code: "TODO_MATTER",
    label: ["待处理事项", "Tasks"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "insidePendingList",
    counts: { entity: insidePending, list: "open" },
    late: "dueDate",
    seq: 15,
  },
  {
    code: "MY_TODO",
    label: ["我的待办", "My to-dos"],
    audience: "INTERNAL",
    type: "TODO",
    route: "myUpcoming",
    seq: 12,
    span: 2,
  },
  {
    code: "SUPPLIER_TODO",
    label: ["待贵司处理", "Waiting for your company"],
    audience: "SUPPLIER",
    type: "TODO",
    route: "supplierPendingList",
    seq: 15,
    span: 2,
  },
  agendaOf("INTERNAL"),
  agendaOf("SUPPLIER"),
  {
    code: "INSIDE_URGENT",
    label: ["紧急待办", "Urgent to-dos"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "insidePendingList",
    counts: { entity: insidePending, view: "urgent", list: "open" },
    seq: 110,
  },
  {
    code: "LETTERS_INSIDE",
    label: ["待回复的通知", "Notifications to answer"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "notification/notificationMore",
    counts: { entity: letterReceiver, view: "toAnswer", list: "more" },
    seq: 120,
  },
  {
    code: "SUPPLIER_URGENT",
    label: ["紧急待办", "Urgent to-dos"],
    audience: "SUPPLIER",
    type: "FIGURE",
    route: "supplierPendingList",
    counts: { entity: supplierPending, view: "urgent", list: "open" },
    seq: 110,
  },
  {
    code: "LETTERS_SUPPLIER",
    label: ["待回复的通知", "Notifications to answer"],
    audience: "SUPPLIER",
    type: "FIGURE",
    route: "notification/notificationMore",
    counts: { entity: letterReceiver, view: "toAnswer", list: "more" },
    seq: 120,
  },
];

const waits: Pick<Waiting, "list" | "kind" | "matter" | "number" | "dueAt" | "opens"> = {
  list: "open",
  kind: "MATTER",
  matter: "title",
  number: "bizNo",
  dueAt: "dueDate",
  opens: ["routePath", "", "routeQuery"],
};

/** What documents ask of people, on either side. */
export const baseWaiting: readonly Waiting[] = [
  { ...waits, audience: "INTERNAL", route: "insidePendingList", entity: insidePending, from: "supplierId" },
  { ...waits, audience: "SUPPLIER", route: "supplierPendingList", entity: supplierPending, from: "orgId" },
];
