import type { Setting } from "#kernel/module.ts";

/** What identity sources and partner systems are bound by. */
export const accessSettings: Readonly<Record<string, Setting>> = {
  SSO_BREAK_GLASS: {
    label: ["单点登录应急账号", "Emergency account"],
    type: "TEXT",
    initial: "admin",
    levels: ["SITE"],
    hint: ["仅单点登录时，只有这个账号可用密码登录", "Where only single sign-on is allowed, this account alone may use its password"],
  },
  SSO_PRIVATE_HOSTS: {
    label: ["允许访问的内网主机", "Private hosts that may be called"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    hint: ["身份源在内网时填主机名，逗号分隔", "Names of identity sources inside the own network, separated by commas"],
  },
  OAUTH_SECRET_DAYS: {
    label: ["应用密钥有效天数", "Days a secret is valid"],
    type: "INT",
    initial: "365",
    levels: ["SITE"],
    least: 0,
    most: 3650,
    hint: ["0 表示不到期", "0 means it never expires"],
  },
};
