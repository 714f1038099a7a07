import type { Side } from "#kernel/server/install/side.ts";
import { agreementCalls } from "./agreement.calls.ts";
import { aslCalls } from "./asl.calls.ts";
import { priceNeeds } from "./needs.calls.ts";

/** What the area answers and does by itself. */
export const priceSide: Side = {
  code: "price",
  needs: priceNeeds,
  calls: ({ kernel }) => [...aslCalls(kernel), ...agreementCalls(kernel)],
};
