import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { FileDown, Tags } from "lucide-react";
import { note } from "./note.entity.ts";
import { chainAction } from "./parts/Papers.tsx";
import { Shippable } from "./parts/Shippable.tsx";
import { fetchPaper, textOf } from "./parts/start.tsx";

const actions = (row: Row, context: ListContext): readonly RowAction[] => [
  ...(context.viewer.may("btnPrint")
    ? [
        {
          label: ["送货单 PDF", "Note as PDF"] as const,
          icon: FileDown,
          handler: () => fetchPaper("srmPurDeliveryNoteRestful/printPdf", { id: row["id"] }, { entity: note.name, id: textOf(row["id"]) }),
        },
      ]
    : []),
  ...(context.viewer.may("btnPrintBarcode") && Number(row["totalBoxes"] ?? 0) > 0
    ? [
        {
          label: ["条码标签 PDF", "Labels as PDF"] as const,
          icon: Tags,
          handler: () => fetchPaper("srmPurBarcodeRestful/printLabels", { noteId: row["id"] }),
        },
      ]
    : []),
  chainAction(row, context),
];

export const slots: ListSlots = {
  head: ({ viewer }) => (viewer.audience === "supplier" && viewer.may("btnAdd") ? <Shippable /> : null),
  rowActions: actions,
};
