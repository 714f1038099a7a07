import type { Side } from "#kernel/server/side.ts";
import { agreementCalls, agreementPrograms } from "./agreement.calls.ts";
import { aslCalls, aslPrograms } from "./asl.calls.ts";
import { priceNeeds } from "./needs.calls.ts";

/** What the area answers and does by itself. */
export const priceSide: Side = {
  code: "price",
  needs: priceNeeds,
  calls: ({ kernel }) => [...aslCalls(kernel), ...agreementCalls(kernel)],
  programs: ({ kernel, clock }) => ({ ...aslPrograms(kernel, clock), ...agreementPrograms(kernel, clock) }),
};
