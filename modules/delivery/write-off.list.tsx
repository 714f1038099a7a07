import type { ListSlots } from "#kernel/web/page/slots.ts";
import { paperActions, writeOffPapers } from "./parts/Papers.tsx";
import type { writeOff } from "./write-off.entity.ts";

export const slots: ListSlots<typeof writeOff> = { rowActions: (row, context) => paperActions(writeOffPapers, row, context) };
