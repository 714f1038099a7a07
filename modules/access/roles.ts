import type { RoleShape } from "#kernel/module.ts";

type Grants = RoleShape["grants"];

const more = (cn: string, en: string, grants: Grants): RoleShape => ({ label: [cn, en], audience: "INTERNAL", grants });

/** Who keeps the outside doors: the system's administrators all, developers the calls, security looks on. */
export const accessRoles: Readonly<Record<string, RoleShape>> = {
  SYS_ADMIN: more("系统管理员", "System administrator", ["baseSSO", "apiManager", "baseOauthAppList"]),
  SEC_ADMIN: more("安全管理员", "Security administrator", [["baseSSO"], ["apiManager"], ["baseOauthAppList", "btnRevoke"]]),
  DEV_ADMIN: more("开发管理员", "Developer administrator", ["apiManager"]),
  INT_ADMIN: more("集成管理员", "Integration administrator", ["baseOauthAppList", ["apiManager", "btnTry"]]),
  AUDITOR: more("审计", "Auditor", [["baseSSO"], ["apiManager", "btnExport"], ["baseOauthAppList"]]),
};
