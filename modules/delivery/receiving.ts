import type { Part, Profiles } from "#kernel/module.ts";
import { financeQtyRules } from "./finance-qty.rules.ts";
import { inboxRules } from "./inbox.rules.ts";
import { inspectRules } from "./inspect.rules.ts";
import { receive } from "./receive.entity.ts";
import { receiveRules } from "./receive.rules.ts";
import { deliveryComing, deliveryWidgets } from "./home.ts";
import { receivingButtons, receivingMenus, receivingRoles } from "./receiving.menus.ts";
import { stockProfiles } from "./receiving.ask.ts";
import { receivingEvents, receivingInforms, receivingTodos } from "./receiving.events.ts";
import { receivingLookups } from "./receiving.words.ts";
import { scanRules } from "./scan.rules.ts";
import { storageInbox } from "./storage-inbox.entity.ts";
import { writeOff } from "./write-off.entity.ts";
import { writeOffRules } from "./write-off.rules.ts";

const profiles: Profiles = {
  PUR_OVER_NOTE: { module: "PUR", label: ["允许超送货单收货", "Allow receipts above the note quantity"], type: "YN", initial: "N" },
};

/** What came in, what went back, and what other systems said of it. */
export const receiving: Part = {
  profiles: { ...profiles, ...stockProfiles },
  entities: [receive, writeOff, storageInbox],
  rules: [...receiveRules, ...inspectRules, ...scanRules, ...writeOffRules, ...financeQtyRules, ...inboxRules],
  lookups: receivingLookups,
  buttons: receivingButtons,
  menus: receivingMenus,
  widgets: deliveryWidgets,
  coming: deliveryComing,
  roles: receivingRoles,
  events: receivingEvents,
  todos: receivingTodos,
  informs: receivingInforms,
  programs: {
    PUR_STORAGE_INBOX: { label: ["处理库存事务接口", "Process warehouse movements"], cron: "* * * * *", overlap: "SKIP", keepDays: 7 },
    PUR_STORAGE_FAILED: { label: ["库存事务失败提醒", "Notify of failed movements"], cron: "5 * * * *", overlap: "SKIP", keepDays: 7 },
  },
};
