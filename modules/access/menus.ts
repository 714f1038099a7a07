import { folder, page, type MenuFolder } from "#kernel/module.ts";
import { resource, responsibility } from "#kernel/platform/grant.entity.ts";
import { interfaceLog } from "#kernel/platform/outside-log.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { root } from "#modules/admin/index.ts";
import { api, apiImport, resourceApi } from "./api.entity.ts";
import { oauthApp, oauthToken } from "./oauth.entity.ts";
import { sso, userSsoLink } from "./sso.entity.ts";

/** The outside doors, among the system settings. */
export const accessMenus: readonly MenuFolder[] = [
  root("ADMIN", [
    folder("ADMIN_SETTING", "系统设置", "System settings", [
      page("baseSSO", "单点登录", "Single sign-on", {
        entities: [sso, userSsoLink],
        reads: [user, responsibility],
        buttons: ["btnAdd", "btnSave", "btnTest", "btnEnable", "btnDelete"],
        children: ["baseSSOEdit"],
      }),
      page("apiManager", "接口管理", "API manager", {
        entities: [api, resourceApi, apiImport],
        reads: [resource, oauthApp, interfaceLog],
        buttons: ["btnAdd", "btnImportDef", "btnSave", "btnTry", "btnEnable", "btnDelete", "btnExport"],
        children: ["apiListEdit"],
      }),
      page("baseOauthAppList", "开放应用", "OAuth apps", {
        entities: [oauthApp, oauthToken],
        reads: [user, api],
        buttons: ["btnAdd", "btnSave", "btnRotate", "btnRevoke"],
      }),
    ]),
  ]),
];
