import { module } from "#kernel/module.ts";
import { compenRules } from "./compen.rules.ts";
import { scheduleEvents } from "./events.ts";
import { scheduleMenus } from "./menus.ts";
import { outsideRules } from "./outside-log.rules.ts";
import { programRules } from "./program.rules.ts";
import { requestRules } from "./request.rules.ts";
import { scheduleRoles } from "./roles.ts";
import { scheduleRemedies } from "./remedies.ts";

/** Work beside requests: what runs when, what it said, what went wrong, and what is kept and sent. Its tables are the kernel's. */
export const schedule = module("schedule", "调度与监控", "Scheduling and monitoring", {
  entities: [],
  rules: [...programRules, ...requestRules, ...compenRules, ...outsideRules],
  menus: scheduleMenus,
  remedies: scheduleRemedies,
  events: scheduleEvents,
  roles: scheduleRoles,
});
