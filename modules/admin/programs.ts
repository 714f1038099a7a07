import type { ProgramShape } from "#kernel/module.ts";

/** What administration does when its time has come. */
export const adminPrograms: Readonly<Record<string, ProgramShape>> = {
  DELEGATION_TICK: { label: ["委托生效与到期", "Start and end delegations"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  LOCK_TICK: { label: ["账号锁定标记", "Mark locked accounts"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  LEAVE_DISABLE: { label: ["离职停用账号", "Disable accounts of leavers"], cron: "*/15 * * * *", overlap: "SKIP", keepDays: 30 },
  POSITION_MOVE: { label: ["岗位调整生效", "Apply moves of positions"], cron: "*/15 * * * *", overlap: "SKIP", keepDays: 30 },
  UNUSED_CHECK: { label: ["未使用账号检查", "Find unused accounts"], cron: "20 0 * * *", overlap: "SKIP" },
  LOG_ARCHIVE: { label: ["过期日志清理", "Remove expired logs"], cron: "50 2 * * *", overlap: "SKIP" },
  SOD_CHECK: { label: ["不相容职责检查", "Check separation of duties"], cron: "10 1 * * *", overlap: "SKIP" },
  LOG_CHAIN_CHECK: { label: ["日志链校验", "Check the journal's chain"], cron: "40 1 * * *", overlap: "SKIP" },
};
