import type { ProgramShape } from "#kernel/module.ts";

/** What the kernel itself runs beside requests. */
export const platformPrograms: Readonly<Record<string, ProgramShape>> = {
  SESSION_PURGE: { label: ["会话清理", "Purge sessions"], cron: "5 * * * *", overlap: "SKIP", keepDays: 14 },
  NONCE_PURGE: { label: ["防重放记录清理", "Purge nonces"], cron: "*/10 * * * *", overlap: "SKIP", keepDays: 7 },
  FILE_PURGE: { label: ["文件清理", "Purge files"], cron: "30 2 * * *", overlap: "SKIP" },
  FILE_RESCAN: { label: ["文件补扫", "Scan waiting files"], cron: "*/5 * * * *", overlap: "SKIP", keepDays: 7 },
  FILE_TELL: { label: ["文件告警", "Notify about files"], overlap: "PARALLEL", retryDelaySec: 5, keepDays: 30 },
  BACK_EXPORT_RUN: {
    label: ["后台导出", "Background export"],
    overlap: "PARALLEL",
    retries: 2,
    retryDelaySec: 5,
    timeoutSec: 7200,
    keepDays: 30,
  },
  EXPORT_EXPIRE: { label: ["导出文件到期", "Expire exports"], cron: "15 * * * *", overlap: "SKIP", keepDays: 14 },
  REQUEST_PURGE: { label: ["运行记录清理", "Purge requests"], cron: "0 3 * * *", overlap: "SKIP" },
  DUE_DATES: { label: ["到期处理与提醒", "Due dates and reminders"], cron: "*/5 * * * *", overlap: "SKIP", keepDays: 3 },
  COMPEN_RUN: { label: ["事务补偿", "Compensate transactions"], cron: "* * * * *", overlap: "SKIP", misfire: "RUN_ONCE", keepDays: 3 },
};
