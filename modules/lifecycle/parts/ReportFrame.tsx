import type { Row } from "#kernel/report.ts";
import { today } from "#kernel/web/part/day.ts";
import { ReportFrame as Frame, type ReportProps } from "#kernel/web/part/ReportFrame.tsx";
import { supplierReports, type ReportName } from "../report.ts";

export { figure, useWords, type Shown } from "#kernel/web/part/ReportFrame.tsx";

/** What the server takes where nothing is chosen, said in the filters: this year, today, the last twelve months. */
const begins: Readonly<Record<ReportName, () => Row>> = {
  statusScatter: () => ({ asOfDate: today() }),
  noTransaction: () => ({}),
  introduceQty: () => ({ from: monthsBack(11), to: today().slice(0, 7) }),
  introduceExit: () => ({ year: today().slice(0, 4) }),
  mainSupplier: () => ({}),
  purchaseAmount: () => ({ year: today().slice(0, 4) }),
};

function monthsBack(months: number): string {
  const at = Number(today().slice(0, 4)) * 12 + Number(today().slice(5, 7)) - 1 - months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
}

/** A report of the supplier area. */
export const ReportFrame = (props: ReportProps<ReportName>) => <Frame desk={supplierReports} begin={begins[props.report]()} {...props} />;
