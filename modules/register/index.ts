import { module } from "#kernel/module.ts";
import { registerButtons } from "./buttons.ts";
import { registerCompany } from "./company.entity.ts";
import { companyAnswers, companyRules } from "./company.rules.ts";
import { registerEvents, registerTodos } from "./events.ts";
import { fileRules } from "./file.rules.ts";
import { invite } from "./invite.entity.ts";
import { inviteRules } from "./invite.rules.ts";
import { lead } from "./lead.entity.ts";
import { leadRules } from "./lead.rules.ts";
import { registerLookups } from "./lookups.ts";
import { registerMenus } from "./menus.ts";
import { registrationProfiles } from "./profiles.ts";
import { registerPrograms } from "./programs.ts";
import { register as registration } from "./register.entity.ts";
import { registerRules } from "./register.rules.ts";
import { registerRoles } from "./roles.ts";
import { registerSettings } from "./settings.ts";
import { registerWidgets } from "./widgets.ts";

/** How a company comes to be known: leads, invitations, registration in two stages. */
export const register = module("register", "供应商注册", "Supplier registration", {
  entities: [lead, invite, registration, registerCompany],
  rules: [...registerRules, ...fileRules, ...inviteRules, ...leadRules, ...companyRules],
  answers: companyAnswers,
  profiles: registrationProfiles,
  menus: registerMenus,
  lookups: registerLookups,
  roles: registerRoles,
  buttons: registerButtons,
  widgets: registerWidgets,
  events: registerEvents,
  todos: registerTodos,
  programs: registerPrograms,
  settings: registerSettings,
});

export type * from "./company-data.ts";
export { registerCompany } from "./company.entity.ts";
export { lead } from "./lead.entity.ts";
export { registerQuestions } from "./questions.ts";
export { register as registration } from "./register.entity.ts";
