import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { FileChartColumn } from "lucide-react";
import { openFrom } from "./parts/open.tsx";

const read = (row: Row, { viewer }: ListContext): void => openFrom(viewer, "localeInspectDetail", row["id"], row["inspectNo"]);

/** Visits; their report is one press away. */
export const slots: ListSlots = {
  cells: { totalScore: { least: 2 }, releasedScore: { least: 2 } },
  rowActions: (row, context) => [{ label: ["报告", "Report"], icon: FileChartColumn, handler: () => read(row, context) }],
};
