import type { ListSlots } from "#kernel/web/page/slots.ts";
import { Shippable } from "./parts/Shippable.tsx";

export const slots: ListSlots = {
  head: ({ viewer }) => (viewer.audience === "supplier" && viewer.may("btnAdd") ? <Shippable /> : null),
};
