import { Reports } from "#kernel/server/find/report.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { financeReports } from "./reports.ts";
import { board } from "./server/statement-report.ts";
import { byItems, byOrderLines } from "./server/transaction-reports.ts";

/** What the reports of finance answer. */
export const reportSide: Omit<Side, "code"> = {
  calls: ({ kernel }) =>
    new Reports(kernel, financeReports, { branchOf, permitsOf }, { orderLine: byOrderLines, item: byItems, board }).calls(),
};
