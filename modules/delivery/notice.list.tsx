import type { ListSlots } from "#kernel/web/page/slots.ts";
import { chainAction } from "./parts/Papers.tsx";

export const slots: ListSlots = { rowActions: (row, context) => [chainAction(row, context)] };
