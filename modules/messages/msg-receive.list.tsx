import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ReceiveTest } from "./parts/ReceiveTest.tsx";
import { ReceiveValue } from "./parts/ReceiveValue.tsx";
import type { msgReceive } from "./config.entity.ts";

export const slots = listSlots<typeof msgReceive>({
  cells: { receiveCode: { width: 240 } },
  sidePanel: (row, { viewer }) => <ReceiveTest key={String(row.id)} row={row} mayTest={viewer.may("btnTest")} />,
  fields: { value: (model) => <ReceiveValue model={model} /> },
});
