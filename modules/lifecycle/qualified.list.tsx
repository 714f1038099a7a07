import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { qualified } from "./qualified.entity.ts";

/** Applications with how far their introduction is. */
export const slots: ListSlots<typeof qualified> = {
  cells: { doneNodes: { render: (row) => `${row.doneNodes ?? 0} / ${row.allNodes ?? 0}` } },
};
