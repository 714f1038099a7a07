import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ChannelMark } from "./parts/channels.tsx";
import { SourcePanel, SourceState, Used } from "./parts/SourcePanel.tsx";
import type { msgSource } from "./source.entity.ts";

export const slots = listSlots<typeof msgSource>({
  cells: {
    channel: { render: (row) => <ChannelMark channel={String(row.channel)} /> },
    state: { render: (row) => <SourceState state={row.state} enabled={row.enabledFlag === "Y"} /> },
    sentToday: {
      title: ["今日 / 上限", "Today / limit"],
      width: 150,
      render: (row) => <Used used={row.sentToday} limit={row.dailyLimit} />,
    },
  },
  rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
  sidePanel: (row, { viewer }) => <SourcePanel key={String(row.id)} row={row} viewer={viewer} />,
});
