import { CopyText } from "#kernel/web/block/CopyText.tsx";
import type { Entity } from "#kernel/entity.ts";
import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { Button, Modal } from "antd";
import { Eye, KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { ChannelMark } from "./parts/channels.tsx";
import { Used } from "./parts/SourcePanel.tsx";
import { msgAddress, msgUser } from "./source.entity.ts";

export const page = { route: "msgUser", title: ["消息用户与地址簿", "Address book"] };

const addressStates = {
  states: {
    OK: ["正常", "OK", "done"],
    BOUNCED: ["退信", "Bounced", "refused"],
    INVALID: ["无效", "Invalid", "refused"],
    MUTED: ["停用", "Muted", "ended"],
  },
} as unknown as Entity;

/** The whole address, once, for who may know it. */
async function reveal(row: Seen<typeof msgAddress>): Promise<void> {
  const { data } = await call<{ readonly address: string }>("messageServer/baseMsgUserService/revealAddress", { id: row.id });
  await confirm({ title: data.address, text: [`${String(row.userName ?? "")}`, `${String(row.userName ?? "")}`] });
}

const book = listSlots<typeof msgAddress>({
  cells: {
    channel: { render: (row) => <ChannelMark channel={String(row.channel)} /> },
    state: { render: (row) => <StatusTag entity={addressStates} code={row.state} /> },
  },
  rowTone: (row) => (row.state === "MUTED" ? "muted" : null),
  rowActions: (row, { viewer }) =>
    viewer.may("btnExportFull")
      ? [{ label: ["显示完整地址", "Show the full address"], icon: Eye, handler: () => void reveal(row).catch(toast.error) }]
      : [],
});

/** Modules and apps that may send, with their quotas and keys. */
function Senders() {
  const say = useText();
  const [key, setKey] = useState<string | null>(null);
  const slots = useMemo(
    () =>
      listSlots<typeof msgUser>({
        cells: {
          usedToday: {
            title: ["今日 / 额度", "Today / quota"],
            width: 150,
            render: (row) => <Used used={row.usedToday} limit={row.dailyQuota} />,
          },
        },
        rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
        rowActions: (row, { viewer }) =>
          viewer.may("btnRotate")
            ? [{ label: ["更换密钥", "Rotate key"] as const, icon: KeyRound, handler: () => void rotate(row).then(setKey, toast.error) }]
            : [],
      }),
    [],
  );
  return (
    <>
      <ListPage entity={msgUser} slots={slots} />
      {key === null ? null : (
        <Modal
          open
          title={say(["新密钥，只显示这一次", "New key, shown only once"])}
          onCancel={() => setKey(null)}
          mask={{ closable: false }}
          footer={
            <Button type="primary" onClick={() => setKey(null)}>
              {say(["我已保存", "I have saved it"])}
            </Button>
          }
        >
          <CopyText text={key} label={say(["密钥", "key"])} />
          <p className="pc-note">{say(["旧密钥还可用一天，请在此之前换好。", "The old key works for one more day."])}</p>
        </Modal>
      )}
    </>
  );
}

async function rotate(row: Seen<typeof msgUser>): Promise<string | null> {
  const name = String(row.accountCode);
  const yes = await confirm({ title: [`更换 ${name} 的密钥？`, `Make a new key for ${name}?`], confirm: ["更换", "Rotate"] });
  if (!yes) return null;
  const { data } = await call<{ readonly key: string }>("messageServer/baseMsgUserService/rotate", { id: row.id });
  return data.key;
}

/** Who may send through this house, and where people are reached. */
export default function SendersPage() {
  return (
    <Ground>
      <TabbedLists
        label={["消息用户与地址簿", "Address book"]}
        lists={[
          { key: "senders", label: ["发送方", "Senders"], draw: () => <Senders /> },
          { key: "book", label: ["地址簿", "Address book"], draw: () => <ListPage entity={msgAddress} slots={book} /> },
        ]}
      />
    </Ground>
  );
}
