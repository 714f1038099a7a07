import type { ProgramShape } from "#kernel/module.ts";

/** What base data does when its time has come. */
export const basePrograms: Readonly<Record<string, ProgramShape>> = {
  NOTICE_TICK: { label: ["公告定时发布与失效", "Publish and end notices"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  NOTIFICATION_TICK: { label: ["通知单逾期", "Mark overdue notifications"], cron: "*/5 * * * *", overlap: "SKIP", keepDays: 3 },
  NOTICE_REPLY_DUE: { label: ["公告回复到期提醒", "Remind about replies due"], cron: "0 * * * *", overlap: "SKIP", keepDays: 30 },
  PENDING_REMIND: { label: ["待办到期提醒", "Remind about to-dos due"], cron: "0 9 * * *", overlap: "SKIP" },
  TEMPLATE_SUCCEED: { label: ["流程模板新版本接替", "Let newer process templates take over"], cron: "5 * * * *", overlap: "SKIP" },
  // Before the look for missing rates, so that it only finds what nobody brought.
  FX_PULL: { label: ["获取汇率", "Fetch rates"], cron: "30 7 * * *", overlap: "SKIP" },
  FX_MISSING: { label: ["汇率缺失检查", "Find missing rates"], cron: "0 8 * * *", overlap: "SKIP" },
  CATEGORY_NO_BUYER: { label: ["品类缺采购员检查", "Find categories without a buyer"], cron: "0 8 * * 1", overlap: "SKIP" },
};
