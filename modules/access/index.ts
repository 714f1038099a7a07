import { module } from "#kernel/module.ts";
import { api, apiImport, resourceApi } from "./api.entity.ts";
import { apiRules } from "./api.rules.ts";
import { accessLookups } from "./lookups.ts";
import { accessMenus } from "./menus.ts";
import { oauthApi, oauthApp, oauthToken } from "./oauth.entity.ts";
import { oauthRules } from "./oauth.rules.ts";
import { accessRoles } from "./roles.ts";
import { accessSettings } from "./settings.ts";
import { sso, userSsoLink } from "./sso.entity.ts";
import { ssoRules } from "./sso.rules.ts";

/** The outside doors: identity sources people sign in through, partner systems that call by themselves, and the register of calls. */
export const access = module("access", "接入管理", "Access", {
  entities: [sso, userSsoLink, api, resourceApi, apiImport, oauthApp, oauthApi, oauthToken],
  rules: [...ssoRules, ...apiRules, ...oauthRules],
  menus: accessMenus,
  lookups: accessLookups,
  settings: accessSettings,
  roles: accessRoles,
  programs: { SECRET_EXPIRE_WARN: { label: ["应用密钥到期提醒", "Warn before secrets expire"], cron: "0 8 * * *", overlap: "SKIP" } },
  events: {
    SECRET_EXPIRING: {
      label: ["应用密钥即将到期", "App secret expires soon"],
      kind: "WARNING",
      carries: {
        id: ["编号", "Id"],
        app: ["应用", "App"],
        date: ["到期日", "Expires on"],
        days: ["剩余天数", "Days left"],
        ownerUserId: ["负责人", "Owner"],
      },
      tells: {
        title: ["应用${app}密钥将于${date}到期", "Secret of ${app} expires on ${date}"],
        channels: ["EMAIL"],
        to: [{ value: "ownerUserId" }],
        route: "baseOauthAppList?id=${id}",
      },
    },
  },
});

export { api } from "./api.entity.ts";
export { oauthApp } from "./oauth.entity.ts";
