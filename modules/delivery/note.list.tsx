import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { note } from "./note.entity.ts";
import { notePapers, paperActions } from "./parts/Papers.tsx";
import { Shippable } from "./parts/Shippable.tsx";

export const slots: ListSlots<typeof note> = {
  head: ({ viewer }) => (viewer.audience === "supplier" && viewer.may("btnAdd") ? <Shippable /> : null),
  rowActions: (row, context) => paperActions(notePapers, row, context),
};
