import type { Widget } from "#kernel/module.ts";
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
    code: "SUPPLIER_TODO",
    label: ["待贵司处理", "Waiting for your company"],
    audience: "SUPPLIER",
    type: "TODO",
    route: "supplierPendingList",
    counts: { entity: supplierPending, list: "open" },
    todo: {
      kind: "MATTER",
      matter: "title",
      number: "bizNo",
      from: "orgId",
      dueAt: "dueDate",
      opens: ["routePath", "", "routeQuery"],
    },
    seq: 15,
    span: 2,
  },
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
