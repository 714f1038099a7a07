import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ChannelList } from "./parts/channels.tsx";
import { CheckPanel } from "./parts/CheckPanel.tsx";
import type { msgInstance } from "./instance.entity.ts";

export const slots = listSlots<typeof msgInstance>({
  hideNew: true,
  cells: {
    instanceNum: { width: 180 },
    title: { width: 280 },
    channels: { width: 110, render: (row) => <ChannelList value={row.channels} /> },
  },
  sidePanel: (row) => <CheckPanel key={String(row.id)} row={row} />,
});
