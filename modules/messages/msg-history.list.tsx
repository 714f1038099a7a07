import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { msgHistory } from "./box.entity.ts";
import { ChannelMark } from "./parts/channels.tsx";
import { Reports } from "./parts/Reports.tsx";

const slots = listSlots<typeof msgHistory>({
  hideNew: true,
  cells: { channel: { render: (row) => <ChannelMark channel={String(row.channel)} /> } },
});

/** What was sent long ago, and what all the sending comes to. */
export default function HistoryPage() {
  const viewer = useViewer();
  const rows = <ListPage entity={msgHistory} slots={slots} />;
  return (
    <OwnPage>
      {viewer.may("btnExport") ? (
        <TabbedLists
          label={["消息历史", "Message history"]}
          lists={[
            { key: "rows", label: ["记录", "Records"], draw: () => rows },
            { key: "reports", label: ["报表", "Reports"], draw: () => <Reports /> },
          ]}
        />
      ) : (
        rows
      )}
    </OwnPage>
  );
}
