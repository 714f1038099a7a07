import type { Call } from "#kernel/server/http/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { onPages } from "#kernel/server/http/need.ts";
import { Reports } from "#kernel/server/find/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { supplierReports } from "./report.ts";
import { mainSupplier, purchaseAmount } from "./server/report-spend.ts";
import { introduceExit, introduceQty, monthsAsked, noTransaction, statusScatter, tracksSince } from "./server/report-standing.ts";

const work = { statusScatter, noTransaction, introduceQty, introduceExit, mainSupplier, purchaseAmount };

/** The reports of the supplier area. */
export function reportCalls(kernel: Kernel): Call[] {
  const reports = new Reports(kernel, supplierReports, { branchOf, permitsOf }, work, {
    introduceQty: { spanOf: monthsAsked, sinceOf: tracksSince },
  });
  return [
    ...reports.calls(),
    // The same figures under the name other systems know for the months.
    {
      service: "srmServer",
      path: "v1/srmSupReportRestful/getSupplierIntroduceAndQuitQtyByMonth",
      guard: "session",
      perMinute: 120,
      input: { fields: supplierReports.shapes.introduceExit.filters, reads: true },
      needs: onPages(supplierReports.shapes.introduceExit.route),
      handle: async (ctx, body) => (await reports.answer(ctx, "introduceExit", body)).rows,
    },
  ];
}
