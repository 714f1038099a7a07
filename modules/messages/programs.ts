import type { ProgramShape } from "#kernel/module.ts";

/** What messaging does when its time has come. */
export const messagePrograms: Readonly<Record<string, ProgramShape>> = {
  MSG_SWEEP: { label: ["消息清理与探测", "Sweep deliveries, probe sources"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  MSG_DIGEST: { label: ["消息汇总", "Send digests"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  MSG_INBOX: { label: ["读取退信邮箱", "Read bounce mailboxes"], cron: "*/5 * * * *", overlap: "SKIP", keepDays: 7 },
  MSG_CHECK_REMIND: { label: ["消息审核提醒", "Remind about messages to check"], cron: "5 * * * *", overlap: "SKIP", keepDays: 30 },
  MSG_REACH_BOOK: { label: ["更新消息地址簿", "Refresh the address book"], cron: "20 */6 * * *", overlap: "SKIP", keepDays: 30 },
  MSG_ARCHIVE: { label: ["消息归档", "Archive messages"], cron: "30 2 * * *", overlap: "SKIP" },
};
