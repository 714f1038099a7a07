import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ReceiveTest } from "./parts/ReceiveTest.tsx";
import { ReceiveValue } from "./parts/ReceiveValue.tsx";
import "./parts/messages.css";

export const slots = listSlots({
  cells: { receiveCode: { width: 240 } },
  sidePanel: (row, { viewer }) => <ReceiveTest key={String(row["id"])} row={row} mayTest={viewer.may("btnTest")} />,
  fields: { value: (model) => <ReceiveValue model={model} /> },
});
