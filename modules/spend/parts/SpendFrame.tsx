import type { Row } from "#kernel/report.ts";
import { today } from "#kernel/web/part/day.ts";
import { ReportFrame, type ReportProps, type Shown as ShownOf, type Target } from "#kernel/web/part/ReportFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import type { Drill, SpendReplies } from "../replies.ts";
import { spendReports, type ReportName } from "../report.ts";

export { figure, useWords } from "#kernel/web/part/ReportFrame.tsx";

/** A report with what it answered. */
export type Shown<N extends ReportName> = ShownOf<SpendReplies[N]>;
export type RowOf<N extends ReportName> = SpendReplies[N]["row"];

const lines = "orderPurchaseReport";
const edit = "purOrderManage/purchaseOrderEdit";

/** Where a figure leads: the lines that sum to it, unless it is about one document. */
export const linesOf = (drill: Drill = {}): Target => ({ path: lines, query: drill });
const toLines = ({ drill }: Row & { readonly drill?: Drill }): Target => linesOf(drill);
export const toOrder = (row: { readonly orderId: string; readonly orderNum: string }): Target => ({
  path: edit,
  query: { id: row.orderId },
  title: row.orderNum,
});

/** A mark of a chart that is pressed opens the lines behind it. */
export const opensLines =
  (rows: readonly { readonly drill?: Drill }[]) =>
  (index: number): void => {
    const drill = rows[index]?.drill;
    if (drill) void openPage(linesOf(drill));
  };

type Props<N extends ReportName> = Omit<ReportProps<N, SpendReplies[N]>, "charts" | "begin"> &
  Partial<Pick<ReportProps<N, SpendReplies[N]>, "charts">>;

/** What the server takes where nothing is chosen, said in the filters: the last twelve months, this year, today. */
function begin(): Row {
  const to = today();
  const month = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 12;
  const from = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  return { from, to, year: to.slice(0, 4), asOfDate: to };
}

/** A report of purchasing. */
export const SpendFrame = <N extends ReportName>({ charts = () => null, opens = toLines, ...props }: Props<N>) => (
  <ReportFrame<ReportName, SpendReplies[N]> desk={spendReports} begin={begin()} charts={charts} opens={opens} {...props} />
);
