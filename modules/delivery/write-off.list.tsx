import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { FileDown } from "lucide-react";
import { chainAction } from "./parts/Papers.tsx";
import { fetchPaper } from "./parts/start.tsx";

const actions = (row: Row, context: ListContext): readonly RowAction[] => [
  ...(row["status"] === "POSTED" && context.viewer.may("btnPrint")
    ? [
        {
          label: ["退货单 PDF", "Return slip as PDF"] as const,
          icon: FileDown,
          handler: () => fetchPaper("srmPurWriteOffRestful/printPdf", { id: row["id"] }),
        },
      ]
    : []),
  chainAction(row, context),
];

export const slots: ListSlots = { rowActions: actions };
