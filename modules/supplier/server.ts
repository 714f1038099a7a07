import type { Side } from "#kernel/server/side.ts";
import { blacklistPrograms } from "./blacklist.calls.ts";

/** What the supplier area answers and does by itself. */
export const supplierSide: Side = {
  code: "supplier",
  programs: ({ kernel, clock }) => ({ ...blacklistPrograms(kernel, clock) }),
};
