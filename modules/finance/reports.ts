import type { ReportDesk } from "#kernel/report.ts";
import { stmtBoard } from "./statement/report.ts";
import { byItem, byOrderLine } from "./transaction/report.ts";

/** The reports of finance stand under one path. */
export type FinanceReport = "orderLine" | "item" | "board";

export const financeReports: ReportDesk<FinanceReport> = {
  path: "srmRcnReportRestful",
  shapes: { orderLine: byOrderLine, item: byItem, board: stmtBoard },
};
