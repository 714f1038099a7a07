import type { Setting } from "#kernel/module.ts";

/** What identity sources and partner systems are bound by. */
export const accessSettings: Readonly<Record<string, Setting>> = {
  SSO_BREAK_GLASS: {
    label: ["单点登录应急账号", "Emergency account"],
    type: "TEXT",
    initial: "admin",
    levels: ["SITE"],
    hint: ["仅单点登录时，只有这个账号可用密码登录", "Where only single sign-on is allowed, only this account can use its password"],
  },
  OAUTH_SECRET_DAYS: {
    label: ["应用密钥有效天数", "Secret validity (days)"],
    type: "INT",
    initial: "365",
    levels: ["SITE"],
    least: 0,
    most: 3650,
    hint: ["0 表示不到期", "0 means it never expires"],
  },
};
