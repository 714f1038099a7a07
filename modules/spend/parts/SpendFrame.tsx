import type { Row } from "#kernel/report.ts";
import { today } from "#kernel/web/part/day.ts";
import { ReportFrame, type ReportProps, type Target } from "#kernel/web/part/ReportFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import { spendReports, type ReportName } from "../report.ts";

export { figure, useWords, type Shown } from "#kernel/web/part/ReportFrame.tsx";

const lines = "orderPurchaseReport";
const edit = "purOrderManage/purchaseOrderEdit";
type Asked = Record<string, string>;

/** Where a figure leads: the lines that sum to it, unless it is about one document. */
export const linesOf = (drill: unknown): Target => ({ path: lines, query: (drill ?? {}) as Asked });
export const toLines = (row: Row): Target => linesOf(row["drill"]);
export const toOrder = (row: Row): Target => ({ path: edit, query: { id: String(row["orderId"]) }, title: String(row["orderNum"]) });

/** A mark of a chart that is pressed opens the lines behind it. */
export const opensLines =
  (rows: readonly Row[]) =>
  (index: number): void => {
    const drill = rows[index]?.["drill"];
    if (drill) void openPage(linesOf(drill));
  };

type Props = Omit<ReportProps<ReportName>, "charts" | "begin"> & Partial<Pick<ReportProps, "charts">>;

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
