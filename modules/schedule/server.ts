import type { Side } from "#kernel/server/install/side.ts";
import { cacheCalls } from "./cache.calls.ts";
import { resendCalls, settleCalls } from "./resend.calls.ts";
import { scheduleCalls } from "./schedule.calls.ts";
import { scheduleNeeds } from "./needs.calls.ts";

/** The calls of the scheduler and of the boards over memory. */
export const scheduleSide: Side = {
  code: "schedule",
  needs: scheduleNeeds,
  calls: ({ kernel }) => [...scheduleCalls(kernel), ...cacheCalls(kernel), ...resendCalls(kernel), ...settleCalls(kernel)],
};
