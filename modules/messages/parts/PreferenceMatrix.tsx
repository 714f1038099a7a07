import { Section } from "#kernel/web/block/Section.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Button, Select, TimePicker } from "antd";
import dayjs from "dayjs";
import { Lock, Send } from "lucide-react";
import { useEffect, useState } from "react";
import type { Choice } from "../preference.ts";
import { ChannelMark } from "./channels.tsx";
import { KindMark } from "./kinds.tsx";

const words: Readonly<Record<Choice, Text>> = { ON: ["即时", "At once"], DIGEST: ["汇总", "Digest"], OFF: ["关闭", "Off"] };
const whyLocked = (kind: string): Text =>
  kind === "SYSTEM"
    ? ["账号与安全的消息不能关闭", "Account and security messages cannot be turned off"]
    : ["待办总会进入收件箱", "Tasks always appear in your inbox"];

/** One square of the matrix: what holds, what the house would choose, and what may be chosen. */
interface OwnCell {
  readonly channel: string;
  readonly choice: Choice;
  readonly initial: Choice;
  readonly locked: boolean;
  readonly choices: readonly Choice[];
}

type OwnMatrix = readonly { readonly kind: string; readonly cells: readonly OwnCell[] }[];

interface Own {
  readonly matrix: OwnMatrix;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly quietDefault: string | null;
  readonly preferredLanguage: "CN" | "EN";
  readonly digestTime: string | null;
  /** What cannot be stopped, and why. */
  readonly mandatory: readonly { readonly msgCfgCode: string; readonly name: string; readonly reason: string | null }[];
}

const service = "messageServer/baseMsgPreferenceService/";

/** Kind by channel: at once, once a day, or not at all; with one's own quiet hours and a test to see it work. */
export function PreferenceMatrix({ drawn }: { drawn(): void }) {
  const say = useText();
  const load = useLoad("preferences", async () => (await call<Own>(`${service}findMine`)).data);
  return (
    <Section title={say(["消息", "Messages"])}>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(own) => <Chosen first={own} drawn={drawn} />}
      </PanelState>
    </Section>
  );
}

const bodyOf = ({ matrix, quietFrom, quietTo, digestTime, preferredLanguage }: Own): object => ({
  matrix: Object.fromEntries(
    matrix.map(({ kind, cells }) => [
      kind,
      Object.fromEntries(cells.filter((cell) => !cell.locked).map((cell) => [cell.channel, cell.choice])),
    ]),
  ),
  quietFrom,
  quietTo,
  digestTime,
  preferredLanguage,
});

/** The matrix with another choice in one square. */
const withChoice = (matrix: OwnMatrix, kind: string, channel: string, choice: Choice): OwnMatrix =>
  matrix.map((row) =>
    row.kind === kind ? { kind, cells: row.cells.map((cell) => (cell.channel === channel ? { ...cell, choice } : cell)) } : row,
  );

function Chosen({ first, drawn }: { readonly first: Own; drawn(): void }) {
  const say = useText();
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(drawn, []);
  const [own, setOwn] = useState(first);
  const keep = (patch: Partial<Own>): void => {
    const next = { ...own, ...patch };
    setOwn(next);
    call<Own>(`${service}save`, bodyOf(next)).then(
      ({ data }) => setOwn(data),
      (error: unknown) => {
        setOwn(own);
        toast.error(error);
      },
    );
  };
  const [quietFrom, quietTo] = (own.quietDefault ?? "").split("-");
  const time = (key: "quietFrom" | "quietTo" | "digestTime", label: Text, otherwise: string | undefined) => (
    <TimePicker
      size="small"
      style={{ width: 92 }}
      format="HH:mm"
      minuteStep={15}
      needConfirm={false}
      value={own[key] ? dayjs(`2000-01-01 ${own[key]}`) : null}
      placeholder={otherwise || say(["默认", "default"])}
      aria-label={say(label)}
      onChange={(at) => keep({ [key]: at ? at.format("HH:mm") : null })}
    />
  );
  return (
    <>
      <PlainTable
        label={say(["消息偏好", "Message preferences"])}
        rows={own.matrix}
        rowKey={({ kind }) => kind}
        columns={[
          { key: "kind", title: say(["类别", "Kind"]), noWrap: true, cell: ({ kind }) => <KindMark kind={kind} /> },
          ...(own.matrix[0]?.cells ?? []).map(({ channel }) => ({
            key: channel,
            title: <ChannelMark channel={channel} />,
            noWrap: true,
            cell: ({ kind, cells }: OwnMatrix[number]) => (
              <Cell
                kind={kind}
                cell={cells.find((cell) => cell.channel === channel)!}
                choose={(choice) => keep({ matrix: withChoice(own.matrix, kind, channel, choice) })}
              />
            ),
          })),
        ]}
      />
      <Inline gap="l">
        <span>
          {say(["免打扰", "Quiet hours"])} {time("quietFrom", ["免打扰开始", "Quiet from"], quietFrom)} –{" "}
          {time("quietTo", ["免打扰结束", "Quiet to"], quietTo)}
        </span>
        <span>
          {say(["每日汇总", "Daily digest at"])} {time("digestTime", ["汇总时间", "Digest time"], "18:00")}
        </span>
        <span>
          {say(["消息语言", "Language of messages"])}{" "}
          <Select
            size="small"
            value={own.preferredLanguage}
            aria-label={say(["消息语言", "Language of messages"])}
            options={[
              { value: "CN", label: "中文" },
              { value: "EN", label: "English" },
            ]}
            onChange={(preferredLanguage) => keep({ preferredLanguage })}
          />
        </span>
        <TestToMe />
        <PageLink href="/main/msgTd">{say(["我退订的", "My unsubscriptions"])}</PageLink>
      </Inline>
      <p className="pc-note">
        {say([
          "免打扰时短信和聊天消息等到时段结束；招标、法务等强制消息不受上面的选择影响。",
          "SMS and chat messages wait during quiet hours; tenders, legal and other mandatory messages are sent anyway.",
        ])}
      </p>
      <Mandatory list={own.mandatory} />
    </>
  );
}

/** What comes whatever one chooses, each with its reason. */
function Mandatory({ list }: { readonly list: Own["mandatory"] }) {
  const say = useText();
  if (list.length === 0) return null;
  return (
    <details className="pc-note">
      <summary>{say([`${list.length} 种消息不能关闭`, `${list.length} kinds of messages cannot be turned off`])}</summary>
      <ItemList>
        {list.map(({ msgCfgCode, name, reason }) => (
          <Item key={msgCfgCode} title={name} note={reason} />
        ))}
      </ItemList>
    </details>
  );
}

interface CellProps {
  readonly kind: string;
  readonly cell: OwnCell;
  choose(choice: Choice): void;
}

function Cell({ kind, cell: { channel, choice, initial, locked, choices }, choose }: CellProps) {
  const say = useText();
  const kindNames = useLookup("MSG_KIND");
  const channelNames = useLookup("MSG_CHANNEL");
  if (locked)
    return (
      <Mark tone="neutral" icon={Lock} tip={say(whyLocked(kind))}>
        {say(words[choice])}
        <span className="pg-sr">{say(whyLocked(kind))}</span>
      </Mark>
    );
  return (
    <Select<Choice>
      size="small"
      variant="borderless"
      style={{ width: 96, marginLeft: -8, fontWeight: choice === initial ? 400 : 600 }}
      value={choice}
      aria-label={`${kindNames.meaning(kind)} ${channelNames.meaning(channel)}`}
      options={choices.map((value) => ({ value, label: say(words[value]) }))}
      onChange={choose}
    />
  );
}

function TestToMe() {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(`${service}test`);
      toast.success(["已发出测试消息，请看铃和邮箱", "Test message sent. Check the bell and your e-mail"]);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon={<Send size={13} />} loading={busy} onClick={() => void test()}>
      {say(["给我发一条测试", "Send me a test"])}
    </Button>
  );
}
