import type { Side } from "#kernel/server/side.ts";
import { AdminWork } from "./work.calls.ts";

/** What administration does by itself. */
export const adminSide: Side = {
  code: "admin",
  start: ({ kernel, gate, clock }) => new AdminWork(kernel, gate, clock).start(),
  programs: ({ kernel, gate, clock }) => new AdminWork(kernel, gate, clock).programs(),
};
