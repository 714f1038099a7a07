import { InspectionReport } from "./parts/InspectionReport.tsx";

export const page = { route: "localeInspectDetail", title: ["考察报告", "Inspection report"], keepAlive: false };

/** The report of an inspection as a page. */
export default function InspectionReportPage() {
  return <InspectionReport />;
}
