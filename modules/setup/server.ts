import type { Side } from "#kernel/server/install/side.ts";
import { setupNeeds } from "./needs.calls.ts";
import { setupCalls } from "./setup.calls.ts";

/** What the set-up assistant answers and does. */
export const setupSide: Side = { code: "setup", needs: setupNeeds, calls: ({ kernel, gate }) => setupCalls(kernel, gate) };
