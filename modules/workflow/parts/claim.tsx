import { useState } from "react";
import { toast } from "#kernel/web/message.ts";
import { openDocument } from "./places.tsx";
import { tellMoved } from "./sheetStore.tsx";
import { tasks } from "./wire.tsx";
import type { TodoRow } from "./rows.ts";

/** Takes a task that is open to a group; its document opens at once. */
export function useClaim(again: () => void): { readonly busy: string | null; claim(row: TodoRow): Promise<void> } {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    async claim(row) {
      setBusy(String(row.taskId));
      try {
        await tasks.claim(String(row.taskId));
        toast.success([`已认领 ${String(row.billNum)}`, `${String(row.billNum)} is yours`]);
        tellMoved(String(row.bizEntity), String(row.bizId));
        await openDocument(row);
      } catch (error) {
        toast.error(error);
      } finally {
        setBusy(null);
        again();
      }
    },
  };
}
