import type { Entity } from "#kernel/entity.ts";
import type { Lookup, Setting } from "#kernel/module.ts";
import { backExport, importJob, importTemplate } from "./excel.entity.ts";
import { fileEntities, fileLookups, fileSettings } from "./file.entity.ts";
import {
  button,
  menu,
  menuRole,
  resource,
  resourceRole,
  respCategory,
  respMaterial,
  respOrg,
  responsibility,
  respRole,
  role,
  sodRule,
} from "./grant.entity.ts";
import { operateLog, systemLog } from "./log.entity.ts";
import { lookupType, lookupValue } from "./lookup.entity.ts";
import { moduleState } from "./module.entity.ts";
import { numberRule } from "./number.entity.ts";
import { calendar, calendarDay, organization } from "./organization.entity.ts";
import { userCategoryPermit, userMaterialPermit, userOrgPermit, userResp } from "./permit.entity.ts";
import { favourite, homeWidget, menuOpening, tableConfig, tableSearch, userConsent, userPreference } from "./preference.entity.ts";
import { signCertificate } from "./signing.entity.ts";
import { gateEntities, gateLookups, gateSettings } from "./session.entity.ts";
import { transactionCompen } from "./compen.entity.ts";
import { interfaceLog, outsideLookups, tripartiteLog } from "./outside-log.entity.ts";
import { scheduleEntities, scheduleLookups } from "./schedule.entity.ts";
import { profile, profileValue } from "./setting.entity.ts";
import { insidePending, supplierPending, todoLookups } from "./todo.entity.ts";
import { passwordHistory, user, userAuthorisation, userRelation } from "./user.entity.ts";

/** The tables the kernel itself stands on, lines included. */
export const platformEntities: readonly Entity[] = [
  ...[organization, calendar, calendarDay],
  ...[user, passwordHistory, userResp, userOrgPermit, userCategoryPermit, userMaterialPermit, userRelation, userAuthorisation],
  ...[role, menu, button, resource, menuRole, resourceRole, responsibility, respRole, respOrg, respCategory, respMaterial, sodRule],
  ...[lookupType, lookupValue, profile, profileValue, numberRule, moduleState],
  ...[userPreference, tableSearch, tableConfig, favourite, homeWidget, menuOpening, userConsent],
  ...[systemLog, operateLog, importTemplate, importJob, backExport],
  ...[insidePending, supplierPending],
  ...[...scheduleEntities, transactionCompen, interfaceLog, tripartiteLog],
  ...gateEntities,
  signCertificate,
  ...fileEntities,
];

/** Lookups and settings that the gate and the attachments declare beside their code. */
export const platformLookups: Readonly<Record<string, Lookup>> = {
  ...gateLookups,
  ...fileLookups,
  ...todoLookups,
  ...scheduleLookups,
  ...outsideLookups,
};
export const platformSettings: Readonly<Record<string, Setting>> = { ...gateSettings, ...fileSettings };

export { platformPrograms } from "./programs.ts";
