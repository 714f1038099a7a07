import type { EditSlots } from "#kernel/web/page/slots.ts";
import { ChangeSheet } from "./parts/ChangeSheet.tsx";
import type { supplierChange } from "./change.entity.ts";

/** A request to change a supplier's file: the file itself is the form. */
export const slots: EditSlots<typeof supplierChange> = {
  hideSections: ["lines"],
  beforeLines: (model) => <ChangeSheet model={model} />,
};
