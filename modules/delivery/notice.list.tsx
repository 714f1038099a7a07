import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { notice } from "./notice.entity.ts";
import { noticePapers, paperActions } from "./parts/Papers.tsx";

export const slots: ListSlots<typeof notice> = { rowActions: (row, context) => paperActions(noticePapers, row, context) };
