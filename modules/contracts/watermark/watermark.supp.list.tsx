import type { ListSlots } from "#kernel/web/page/slots.ts";
import { Preview } from "./Preview.tsx";
import type { watermark } from "./watermark.entity.ts";

export const slots: ListSlots<typeof watermark> = {
  start: { audience: "SUPP" },
  sidePanel: (row) => <Preview id={String(row.id)} name={String(row.name)} />,
};
