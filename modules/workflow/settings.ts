import type { Setting } from "#kernel/module.ts";

const hours: Setting["levels"] = ["SITE", "ORG"];

/** When an organisation works; which days, its calendar says. */
export const workflowSettings: Readonly<Record<string, Setting>> = {
  BPM_WORK_FROM: { label: ["上班时间", "Working hours from"], type: "TEXT", initial: "09:00", levels: hours, hint: ["时:分", "hh:mm"] },
  BPM_WORK_TO: { label: ["下班时间", "Working hours to"], type: "TEXT", initial: "18:00", levels: hours, hint: ["时:分", "hh:mm"] },
  BPM_STUCK_DAYS: {
    label: ["流程停滞天数", "Days after which a process counts as stuck"],
    type: "INT",
    initial: "7",
    levels: ["SITE"],
    least: 1,
    most: 365,
  },
};
