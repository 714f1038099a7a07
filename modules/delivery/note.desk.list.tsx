import { textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { Stack } from "#kernel/web/block/layout.tsx";
import { serverNow } from "#kernel/web/clock.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { openPage } from "#kernel/web/router.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { ArrowRightToLine } from "lucide-react";
import { note } from "./note.entity.ts";
import { Arrivals } from "./parts/Arrivals.tsx";
import { notePapers, paperActions } from "./parts/Papers.tsx";
import { ScanField } from "./parts/ScanField.tsx";

const isUnderWay = (row: Seen<typeof note>): boolean => ["SHIPPED", "ARRIVED", "PARTIAL"].includes(textOf(row.status));
/** Past its time and not here yet. */
const isLate = (row: Seen<typeof note>): boolean => row.status === "SHIPPED" && Date.parse(textOf(row.eta).replace(" ", "T")) < serverNow();

async function show(context: ListContext<typeof note>, id: string): Promise<void> {
  context.show(await entityCall.find(note, id));
}

const actions = (row: Seen<typeof note>, context: ListContext<typeof note>): readonly RowAction<Seen<typeof note>>[] => [
  ...(isUnderWay(row) && context.viewer.may("btnToReceive")
    ? [
        {
          label: ["转收货", "To receive"] as const,
          icon: ArrowRightToLine,
          handler: () => openPage({ path: "receiveEdit", query: { id: "new", noteId: textOf(row.id) } }),
        },
      ]
    : []),
  ...paperActions(notePapers, row, context),
];

export const slots: ListSlots<typeof note> = {
  head: (context) => (
    <Stack>
      <ScanField scans={context.viewer.may("btnScan")} found={(row) => (void show(context, textOf(row.noteId)), context.reload())} />
      <Arrivals open={(row) => void show(context, textOf(row.id))} />
    </Stack>
  ),
  hideNew: true,
  rowTone: (row) => (isLate(row) ? "late" : row.status === "ARRIVED" ? "soon" : null),
  rowActions: actions,
};
