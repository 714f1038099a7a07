import type { Setting } from "#kernel/module.ts";

const hours: Setting["levels"] = ["SITE", "ORG"];

/** When an organisation works; which days, its calendar says. */
export const workflowSettings: Readonly<Record<string, Setting>> = {
  BPM_WORK_FROM: { label: ["上班时间", "Working hours from"], type: "TEXT", initial: "09:00", levels: hours, hint: ["时:分", "hh:mm"] },
  BPM_WORK_TO: { label: ["下班时间", "Working hours to"], type: "TEXT", initial: "18:00", levels: hours, hint: ["时:分", "hh:mm"] },
  BPM_MAIL_LINK_HOURS: {
    label: ["邮件审批链接有效小时数", "Validity of approval links in e-mails (hours)"],
    type: "INT",
    initial: "0",
    levels: ["SITE", "ORG"],
    least: 0,
    most: 168,
    hint: ["0 表示邮件里不带审批链接", "0: e-mails carry no such link"],
  },
  BPM_STUCK_DAYS: {
    label: ["流程停滞天数", "Days until a process counts as stuck"],
    type: "INT",
    initial: "7",
    levels: ["SITE"],
    least: 1,
    most: 365,
  },
};
