import type { ProgramShape } from "#kernel/module.ts";

/** What the workflow does by the clock. */
export const workflowPrograms: Readonly<Record<string, ProgramShape>> = {
  BPM_TIMEOUT: { label: ["流程定时与超时", "Timers and time limits of processes"], cron: "* * * * *", overlap: "SKIP", keepDays: 3 },
  BPM_URGE: { label: ["流程催办提醒", "Reminders of waiting tasks"], cron: "*/10 * * * *", overlap: "SKIP", keepDays: 7 },
  BPM_SEATS: {
    label: ["候选人与处理人刷新", "Refresh task candidates"],
    cron: "*/5 * * * *",
    overlap: "SKIP",
    keepDays: 7,
  },
};
