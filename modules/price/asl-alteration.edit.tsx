import type { EditSlots } from "#kernel/web/page/slots.ts";
import { AlterImpact } from "./parts/AlterImpact.tsx";
import { AlterSheet } from "./parts/AlterSheet.tsx";
import type { aslAlteration } from "./asl-alteration.entity.ts";

/** An alteration: each line as it is and as it shall be, and what is under way with it. */
export const slots: EditSlots<typeof aslAlteration> = {
  hideSections: ["lines"],
  beforeLines: (model) => (
    <>
      <AlterSheet model={model} />
      <AlterImpact model={model} />
    </>
  ),
  links: [
    { key: "alter", label: ["变更对照", "Before and after"] },
    { key: "impact", label: ["影响", "Impact"] },
  ],
};
