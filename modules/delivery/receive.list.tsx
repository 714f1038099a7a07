import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { FileDown, Undo2 } from "lucide-react";
import { chainAction } from "./parts/Papers.tsx";
import { fetchPaper, startWriteOff, textOf } from "./parts/start.tsx";

const actions = (row: Row, context: ListContext): readonly RowAction[] => {
  const isPosted = ["POSTED", "INSPECTING"].includes(textOf(row["status"]));
  return [
    ...(isPosted && context.viewer.may("btnToWriteOff")
      ? [{ label: ["转冲销退货", "Reverse or return"] as const, icon: Undo2, handler: () => startWriteOff(textOf(row["id"])) }]
      : []),
    ...(isPosted && context.viewer.may("btnPrint")
      ? [
          {
            label: ["收货单 PDF", "Slip as PDF"] as const,
            icon: FileDown,
            handler: () => fetchPaper("srmPurReceiveRestful/printPdf", { id: row["id"] }),
          },
        ]
      : []),
    chainAction(row, context),
  ];
};

export const slots: ListSlots = {
  rowActions: actions,
  rowTone: (row) => (row["status"] === "INSPECTING" ? "soon" : null),
};
