import type { ListSlots } from "#kernel/web/page/slots.ts";
import { note } from "./note.entity.ts";
import { Shippable } from "./parts/Shippable.tsx";

export const slots: ListSlots = {
  head: ({ viewer }) => (viewer.audience === "supplier" && viewer.may(note.name, "btnAdd") ? <Shippable /> : null),
};
