import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { openPage } from "#kernel/web/router.ts";
import { Columns2 } from "lucide-react";
import type { supplierChange } from "./change.entity.ts";
import { ChangeBrief } from "./parts/ChangeBrief.tsx";

/** Change requests, each with its comparison. */
export const slots: ListSlots<typeof supplierChange> = {
  sidePanel: (row) => <ChangeBrief row={row} />,
  rowActions: (row, { viewer }) => [
    {
      label: ["变更对照", "Comparison"],
      icon: Columns2,
      handler: () => {
        const { menuId } = viewer as PageViewer;
        void openPage({ path: "dhangeInfodetailed", query: { id: String(row.id) }, ...(menuId ? { menuId } : {}) });
      },
    },
  ],
};
