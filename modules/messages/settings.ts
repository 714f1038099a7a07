import type { Setting } from "#kernel/module.ts";

/** What messaging obeys. */
export const messageSettings: Readonly<Record<string, Setting>> = {
  QUIET_HOURS: {
    label: ["免打扰时段", "Quiet hours"],
    type: "TEXT",
    initial: "22:00-07:30",
    levels: ["SITE", "ORG"],
    hint: ["短信和聊天消息在此时段等待", "SMS and chat messages wait during these hours"],
  },
  MSG_MASS_CHECK: {
    label: ["群发审核起点人数", "Receivers to check"],
    type: "INT",
    initial: "200",
    levels: ["SITE"],
    least: 1,
    most: 20000,
  },
  MSG_SMS_MAX_PARTS: { label: ["短信最多条数", "Maximum SMS parts"], type: "INT", initial: "3", levels: ["SITE"], least: 1, most: 10 },
  MSG_HTTP_ALLOW: {
    label: ["消息接口允许的主机", "Hosts message sources may call"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    hint: ["逗号分隔", "Comma-separated"],
  },
  MSG_LIVE_DAYS: {
    label: ["投递保留天数", "Delivery retention (days)"],
    type: "INT",
    initial: "90",
    levels: ["SITE"],
    least: 30,
    most: 365,
  },
  MSG_HISTORY_YEARS: {
    label: ["消息历史年数", "Years of message history"],
    type: "INT",
    initial: "3",
    levels: ["SITE"],
    least: 1,
    most: 30,
  },
};
