import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ChannelMark } from "./parts/channels.tsx";
import "./parts/messages.css";

export const slots = listSlots({
  hideNew: true,
  cells: { channel: { render: (row) => <ChannelMark channel={String(row["channel"])} /> } },
});
