import type { Side } from "#kernel/server/side.ts";
import { adminSide } from "./admin/server.ts";
import { rulesSide } from "./rules/server.ts";

/** The server halves of all modules, in the order of the modules. */
export const sides: readonly Side[] = [adminSide, rulesSide];
