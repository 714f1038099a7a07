import { module } from "#kernel/module.ts";
import { platformEntities, platformLookups, platformPrograms, platformSettings } from "#kernel/platform/index.ts";
import { buttons } from "./buttons.ts";
import { delegationRules } from "./delegation.rules.ts";
import { department } from "./department.entity.ts";
import { departmentRules } from "./department.rules.ts";
import { adminEvents } from "./events.ts";
import { grantRules } from "./grant.rules.ts";
import { job } from "./job.entity.ts";
import { lookupUses } from "./lookup-uses.ts";
import { lookupRules } from "./lookup.rules.ts";
import { adminLookups } from "./lookups.ts";
import { menuRules } from "./menu.rules.ts";
import { adminMenus } from "./menus.ts";
import { numberRules } from "./number.rules.ts";
import { organizationRules } from "./organization.rules.ts";
import { permitRules } from "./permit.rules.ts";
import { person, personHandover } from "./person.entity.ts";
import { personRules } from "./person.rules.ts";
import { position, positionAllot, positionLevel, positionLevelLimit } from "./position.entity.ts";
import { positionRules } from "./position.rules.ts";
import { responsibilityRules } from "./responsibility.rules.ts";
import { roleRules } from "./role.rules.ts";
import { adminPrograms } from "./programs.ts";
import { adminRoles } from "./roles.ts";
import { settingRules } from "./setting.rules.ts";
import { adminSettings } from "./settings.ts";
import { userRules } from "./user.rules.ts";
import { widgetRules } from "./widget.rules.ts";
import { adminWidgets } from "./widgets.ts";
import { adminRemedies } from "./remedies.ts";

/** Who exists, what each may see and do, and how the system is set. */
export const admin = module("admin", "系统管理", "Administration", {
  remedies: adminRemedies,
  entities: [...platformEntities, department, job, positionLevel, positionLevelLimit, position, positionAllot, person, personHandover],
  rules: [
    ...[
      ...userRules,
      ...grantRules,
      ...permitRules,
      ...roleRules,
      ...responsibilityRules,
      ...menuRules,
      ...organizationRules,
      ...lookupRules,
    ],
    ...[...settingRules, ...widgetRules, ...numberRules, ...departmentRules, ...positionRules, ...personRules, ...delegationRules],
  ],
  answers: [lookupUses],
  menus: adminMenus,
  lookups: { ...platformLookups, ...adminLookups },
  settings: { ...platformSettings, ...adminSettings },
  roles: adminRoles,
  buttons,
  widgets: adminWidgets,
  events: adminEvents,
  informs: {
    BaseUserResp: {
      doConfirm: { nobody: "Told to the security administrators (GRANT_CHANGED); the person sees the new responsibility at once" },
      doGrant: { nobody: "Told to the security administrators (GRANT_CHANGED); whoever asked sees it in the own account" },
      doReject: { nobody: "Whoever asked sees the refusal in the own account" },
      doAccept: { nobody: "The supplier's administrators follow it in their list of users" },
      doDecline: { nobody: "The supplier's administrators follow it in their list of users" },
    },
  },
  programs: { ...platformPrograms, ...adminPrograms },
});

export { mayActFor } from "./delegation.rules.ts";
export { department } from "./department.entity.ts";
export { root, rootOrder, type RootCode } from "./folders.ts";
export { job } from "./job.entity.ts";
export { handedOver, leftBehind, type LeftBehind } from "./left-behind.ts";
export { person } from "./person.entity.ts";
export { position, positionAllot, positionLevel } from "./position.entity.ts";
export {
  heldByPerson,
  openInOrganization,
  postedInOrganization,
  spoken,
  total,
  usesOfLookup,
  type Burden,
  type Held,
} from "./questions.ts";
