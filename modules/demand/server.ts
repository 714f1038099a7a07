import { Explanations } from "#kernel/server/constructs/ledger-why.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { planningPrograms } from "./planning.calls.ts";
import { ForecastBooks } from "./server/forecast-book-calls.ts";
import { RequisitionDesk } from "./requisition.calls.ts";
import { demandNeeds } from "./needs.calls.ts";

/** What the area answers and does by itself. */
export const demandSide: Side = {
  code: "demand",
  needs: demandNeeds,
  calls: ({ kernel }) => [
    new Explanations(kernel, qtyLedger).call,
    ...new RequisitionDesk(kernel).calls(),
    ...new ForecastBooks(kernel).calls(),
  ],
  programs: ({ kernel, clock }) => ({ ...planningPrograms(kernel, clock) }),
};
