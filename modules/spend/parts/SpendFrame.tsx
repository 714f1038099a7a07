import type { ReactNode } from "react";
import type { Row } from "#kernel/report.ts";
import { today } from "#kernel/web/part/day.ts";
import { ReportFrame, type Shown } from "#kernel/web/part/ReportFrame.tsx";
import { spendReports, type ReportName } from "../report.ts";

export { figure, useWords, type Shown } from "#kernel/web/part/ReportFrame.tsx";

const lines = "orderPurchaseReport";
const edit = "purOrderManage/purchaseOrderEdit";

/** Where a row leads: the lines that sum to it, unless it is about one document. */
export const toLines = (row: Row) => ({ path: lines, query: (row["drill"] ?? {}) as Record<string, string> });
export const toOrder = (row: Row) => ({ path: edit, query: { id: String(row["orderId"]) }, title: String(row["orderNum"]) });

interface Props {
  readonly report: ReportName;
  sentence(shown: Shown): ReactNode;
  charts?(shown: Shown): ReactNode;
  opens?(row: Row): { readonly path: string; readonly query: Record<string, string>; readonly title?: string } | null;
}

/** What the server takes where nothing is chosen, said in the filters: the last twelve months, this year, today. */
function begin(): Row {
  const to = today();
  const month = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 12;
  const from = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  return { from, to, year: to.slice(0, 4), asOfDate: to };
}

/** A report of purchasing. */
export const SpendFrame = ({ charts = () => null, opens = toLines, ...props }: Props) => (
  <ReportFrame desk={spendReports} begin={begin()} charts={charts} opens={opens} {...props} />
);
