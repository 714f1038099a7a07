import type { ListSlots } from "#kernel/web/page/slots.ts";

/** Applications with how far their introduction is. */
export const slots: ListSlots = {
  cells: { doneNodes: { render: (row) => `${String(row["doneNodes"] ?? 0)} / ${String(row["allNodes"] ?? 0)}` } },
};
