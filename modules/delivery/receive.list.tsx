import type { ListSlots } from "#kernel/web/page/slots.ts";
import { Undo2 } from "lucide-react";
import { paperActions, receivePapers } from "./parts/Papers.tsx";
import { startWriteOff } from "./parts/start.tsx";
import type { receive } from "./receive.entity.ts";

export const slots: ListSlots<typeof receive> = {
  rowActions: (row, context) => [
    ...(["POSTED", "INSPECTING"].includes(String(row.status)) && context.viewer.may("btnToWriteOff")
      ? [{ label: ["转冲销退货", "Reverse or return"] as const, icon: Undo2, handler: () => startWriteOff(row.id) }]
      : []),
    ...paperActions(receivePapers, row, context),
  ],
  rowTone: (row) => (row.status === "INSPECTING" ? "soon" : null),
};
