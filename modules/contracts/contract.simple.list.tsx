import type { ListSlots } from "#kernel/web/page/slots.ts";
import type { contract } from "./contract.entity.ts";

/** Small contracts begin with the quick form alone. */
export const slots: ListSlots<typeof contract> = { hideNew: true };
