import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useId, useState } from "react";
import { msgHistory } from "./box.entity.ts";
import { ChannelMark } from "./parts/channels.tsx";
import { Reports } from "./parts/Reports.tsx";
import "./parts/messages.css";

const tabs = [
  { key: "rows", label: ["记录", "Records"] },
  { key: "reports", label: ["报表", "Reports"] },
] as const;

const slots = listSlots({
  hideNew: true,
  cells: { channel: { render: (row) => <ChannelMark channel={String(row["channel"])} /> } },
});

/** What was sent long ago, and what all the sending comes to. */
export default function HistoryPage() {
  const panel = useId();
  const viewer = useViewer();
  const [now, setNow] = useState<string>("rows");
  return (
    <OwnPage>
      <div className="ms-history">
        {viewer.may("btnExport") ? (
          <TabBar tabs={tabs} now={now} label={["消息历史", "Message history"]} panel={panel} choose={setNow} />
        ) : null}
        <div id={panel} role="tabpanel" className="ms-history-body">
          {now === "reports" ? <Reports /> : <ListPage entity={msgHistory} slots={slots} />}
        </div>
      </div>
    </OwnPage>
  );
}
