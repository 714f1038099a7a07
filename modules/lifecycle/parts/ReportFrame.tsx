import { ReportFrame as Frame, type ReportProps } from "#kernel/web/part/ReportFrame.tsx";
import { supplierReports, type ReportName } from "../report.ts";

export { figure, useWords, type Shown } from "#kernel/web/part/ReportFrame.tsx";

/** A report of the supplier area. */
export const ReportFrame = (props: ReportProps<ReportName>) => <Frame desk={supplierReports} {...props} />;
