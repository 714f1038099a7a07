import type { Part } from "#kernel/module.ts";
import { clause } from "./clause.entity.ts";
import { clauseRules } from "./clause.rules.ts";
import { libraryLookups } from "./lookups.ts";
import { libraryMenus, libraryRoles } from "./menus.ts";
import { template } from "./template.entity.ts";
import { templateRules } from "./template.rules.ts";

/** Clauses and templates that legal writes and contracts begin with. */
export const library: Part = {
  entities: [clause, template],
  rules: [...clauseRules, ...templateRules],
  lookups: libraryLookups,
  menus: libraryMenus,
  roles: libraryRoles,
};
