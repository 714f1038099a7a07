import type { Side } from "#kernel/server/side.ts";
import { blacklistPrograms } from "./blacklist.calls.ts";
import { introductionCalls, introductionPrograms } from "./introduction.calls.ts";

/** What the supplier area answers and does by itself. */
export const supplierSide: Side = {
  code: "supplier",
  calls: ({ kernel }) => [...introductionCalls(kernel)],
  programs: ({ kernel, clock }) => ({ ...blacklistPrograms(kernel, clock), ...introductionPrograms(kernel, clock) }),
};
