import type { Row } from "#kernel/page-document.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { FileDown, Undo2 } from "lucide-react";
import { fetchPaper, textOf } from "./parts/start.tsx";

let started = 0;

/** Opens a write-off of this receipt; which of its lines and how much is chosen there. */
function start(row: Row): void {
  const from = `undo-${++started}`;
  handOver(`copy:${from}`, { writeOffType: "RETURN_REPLACE", receiveNums: row["receiveNum"] });
  void openPage({ path: "writeOffEdit", query: { from } });
}

const actions = (row: Row, { viewer }: ListContext): readonly RowAction[] => {
  const isPosted = ["POSTED", "INSPECTING"].includes(textOf(row["status"]));
  return [
    ...(isPosted && viewer.may("btnToWriteOff")
      ? [{ label: ["转冲销退货", "To write-off"] as const, icon: Undo2, handler: () => start(row) }]
      : []),
    ...(isPosted && viewer.may("btnPrint")
      ? [
          {
            label: ["收货单 PDF", "Slip as PDF"] as const,
            icon: FileDown,
            handler: () => fetchPaper("srmPurReceiveRestful/printPdf", { id: row["id"] }),
          },
        ]
      : []),
  ];
};

export const slots: ListSlots = {
  rowActions: actions,
  rowTone: (row) => (row["status"] === "INSPECTING" ? "soon" : null),
};
