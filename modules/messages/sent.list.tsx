import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Button } from "antd";
import { Copy, PencilLine } from "lucide-react";
import { useMemo, useState } from "react";
import { msgInstance } from "./instance.entity.ts";
import { ChannelList } from "./parts/channels.tsx";
import { blank, Compose } from "./parts/compose.tsx";
import type { Written } from "./parts/compose.tsx";
import { Funnel } from "./parts/Funnel.tsx";
import { KindMark } from "./parts/kinds.tsx";
import { Progress } from "./parts/Progress.tsx";

export const page = { route: "messageList", title: ["已发消息", "Sent messages"] };

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A message that was sent, as the beginning of another. */
async function copied(row: Seen<typeof msgInstance>): Promise<Written> {
  const found = await entityCall.find(msgInstance, String(row.id));
  const payload = found.payload ?? {};
  const receivers = payload.receivers ?? {};
  return {
    ...blank,
    msgKind: text(found.msgKind) || "BUSINESS",
    channels: list(found.channels),
    userIds: list(receivers.userIds),
    supplierIds: list(receivers.supplierIds),
    receiveIds: list(receivers.receiveIds),
    titleCn: text(found.title),
    titleEn: text(found.titleEn),
    contentCn: text(payload.contentCn) || null,
    contentEn: text(payload.contentEn) || null,
  };
}

/** What was sent, by hand or by an event, and how far it came; a new one begins here. */
export default function SentPage() {
  const say = useText();
  const viewer = useViewer();
  const [writing, setWriting] = useState<Written | null>(null);
  const mayCompose = viewer.may("btnCompose");
  const mayCopy = viewer.may("btnCopy");
  const slots = useMemo(
    () =>
      listSlots<typeof msgInstance>({
        hideNew: true,
        buttons: () =>
          mayCompose ? (
            <Button type="primary" icon={<PencilLine size={14} />} onClick={() => setWriting(blank)}>
              {say(["写消息", "Compose"])}
            </Button>
          ) : null,
        cells: {
          title: { width: 270 },
          senderUserId: { width: 150 },
          sentAt: { width: 116 },
          totalCount: { columnsDisplay: "N" },
          msgKind: { width: 108, render: (row) => <KindMark kind={row.msgKind} /> },
          channels: { width: 96, render: (row) => <ChannelList value={row.channels} /> },
          sentCount: { title: ["已送达", "Reached"], width: 150, render: (row) => <Progress row={row} /> },
        },
        rowTone: (row) => (row.status === "CANCELLED" || row.status === "EXPIRED" ? "muted" : null),
        rowActions: (row) =>
          mayCopy && row.manualFlag !== "N"
            ? [{ label: ["复制", "Copy"] as const, icon: Copy, handler: () => void copied(row).then(setWriting) }]
            : [],
        sidePanel: (row) => <Funnel id={String(row.id)} version={row.versionNum} brief />,
      }),
    [say, mayCompose, mayCopy],
  );
  return (
    <Ground>
      <ListPage entity={msgInstance} list="messageList" slots={slots} />
      {writing ? <Compose first={writing} close={() => setWriting(null)} /> : null}
    </Ground>
  );
}
