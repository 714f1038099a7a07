import type { Row } from "#kernel/page-document.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { openPage } from "#kernel/web/router.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { ArrowRightToLine, FileDown } from "lucide-react";
import { note } from "./note.entity.ts";
import { Arrivals } from "./parts/Arrivals.tsx";
import { chainAction } from "./parts/Papers.tsx";
import { ScanField } from "./parts/ScanField.tsx";
import { fetchPaper, textOf } from "./parts/start.tsx";
import "./parts/ship.css";

const isUnderWay = (row: Row): boolean => ["SHIPPED", "ARRIVED", "PARTIAL"].includes(textOf(row["status"]));
/** Past its time and not here yet. */
const isLate = (row: Row): boolean => row["status"] === "SHIPPED" && Date.parse(textOf(row["eta"]).replace(" ", "T")) < serverNow();

async function show(context: ListContext, id: string): Promise<void> {
  context.show(await entityCall.find(note, id));
}

const actions = (row: Row, context: ListContext): readonly RowAction[] => [
  ...(isUnderWay(row) && context.viewer.may("btnToReceive")
    ? [
        {
          label: ["转收货", "To receive"] as const,
          icon: ArrowRightToLine,
          handler: () => openPage({ path: "receiveEdit", query: { id: "new", noteId: textOf(row["id"]) } }),
        },
      ]
    : []),
  ...(context.viewer.may("btnPrint")
    ? [
        {
          label: ["送货单 PDF", "Note as PDF"] as const,
          icon: FileDown,
          handler: () => fetchPaper("srmPurDeliveryNoteRestful/printPdf", { id: row["id"] }, { entity: note.name, id: textOf(row["id"]) }),
        },
      ]
    : []),
  chainAction(row, context),
];

export const slots: ListSlots = {
  head: (context) => (
    <div className="sp-desk">
      <ScanField scans={context.viewer.may("btnScan")} found={(row) => (void show(context, textOf(row["noteId"])), context.reload())} />
      <Arrivals open={(row) => void show(context, textOf(row["id"]))} />
    </div>
  ),
  hideNew: true,
  rowTone: (row) => (isLate(row) ? "late" : row["status"] === "ARRIVED" ? "soon" : null),
  rowActions: actions,
};
