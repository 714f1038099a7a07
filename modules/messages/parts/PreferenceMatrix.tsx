import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useSession } from "#kernel/web/session.ts";
import { Button, Select, TimePicker } from "antd";
import dayjs from "dayjs";
import { Lock, Send } from "lucide-react";
import { useState } from "react";
import { channels, choiceOf, defaultChoice, isLocked, kinds } from "../preference.ts";
import type { Choice, Matrix } from "../preference.ts";
import { msgPreference } from "../source.entity.ts";
import { ChannelMark } from "./channels.tsx";
import { KindMark } from "./kinds.tsx";
import "./messages.css";

const words: Readonly<Record<Choice, Text>> = { ON: ["即时", "At once"], DIGEST: ["汇总", "Digest"], OFF: ["关闭", "Off"] };
const whyLocked = (kind: string): Text =>
  kind === "SYSTEM"
    ? ["账号与安全的消息不能关闭", "Messages about your account and its safety cannot be stopped"]
    : ["待办总会进入收件箱", "What waits for you always stands in the inbox"];

/** What a person may choose on a channel; an inbox and a phone collect nothing. */
const choicesOn = (channel: string): readonly Choice[] =>
  channel === "SITE" || channel === "SMS" ? ["ON", "OFF"] : ["ON", "DIGEST", "OFF"];

const save = async (row: Row | null, patch: Row): Promise<Row> => {
  const body = row?.["id"] ? { id: row["id"], versionNum: row["versionNum"], ...patch } : { matrix: {}, ...patch };
  return (await entityCall.save(msgPreference, body)).document;
};

/** Kind by channel: at once, once a day, or not at all; with one's own quiet hours and a test to see it work. */
export function PreferenceMatrix() {
  const say = useText();
  const load = useLoad("preferences", async () => (await entityCall.page(msgPreference, { pageIndex: 1, pageRows: 1 })).data);
  return (
    <section className="ms-own" aria-labelledby="own-messages">
      <h2 id="own-messages">{say(["消息", "Messages"])}</h2>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rows) => <Chosen first={rows[0] ?? null} />}
      </PanelState>
    </section>
  );
}

function Chosen({ first }: { readonly first: Row | null }) {
  const say = useText();
  const supplier = useSession((state) => Boolean(state.record?.user.supplierName) || state.record?.user.userType === "SUPPLIER");
  const [row, setRow] = useState(first);
  const matrix = (row?.["matrix"] ?? {}) as Matrix;
  const keep = (patch: Row): void => {
    setRow((now) => ({ ...now, ...patch }));
    save(row, patch).then(setRow, (error: unknown) => {
      setRow(row);
      toast.error(error);
    });
  };
  const choose = (kind: string, channel: string, choice: Choice): void => {
    const { [channel]: _, ...others } = matrix[kind] ?? {};
    const mine = choice === defaultChoice(kind, channel, supplier) ? others : { ...others, [channel]: choice };
    keep({ matrix: { ...matrix, [kind]: mine } });
  };
  const time = (key: "quietFrom" | "quietTo" | "digestTime", label: Text) => (
    <TimePicker
      size="small"
      format="HH:mm"
      minuteStep={15}
      needConfirm={false}
      value={row?.[key] ? dayjs(`2000-01-01 ${String(row[key])}`) : null}
      placeholder={key === "digestTime" ? "18:00" : say(["默认", "default"])}
      aria-label={say(label)}
      onChange={(at) => keep({ [key]: at ? at.format("HH:mm") : null })}
    />
  );
  return (
    <>
      <div className="ms-matrix-box">
        <table className="ms-matrix">
          <thead>
            <tr>
              <th scope="col">{say(["类别", "Kind"])}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  <ChannelMark channel={channel} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  <KindMark kind={kind} />
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <Cell
                      kind={kind}
                      channel={channel}
                      choice={choiceOf(matrix, kind, channel, supplier)}
                      own={matrix[kind]?.[channel] !== undefined}
                      choose={(choice) => choose(kind, channel, choice)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="ms-own-line">
        <span>
          {say(["免打扰", "Quiet hours"])} {time("quietFrom", ["免打扰开始", "Quiet from"])} – {time("quietTo", ["免打扰结束", "Quiet to"])}
        </span>
        <span>
          {say(["每日汇总", "Daily digest at"])} {time("digestTime", ["汇总时间", "Digest time"])}
        </span>
        <TestToMe />
        <PageLink href="/main/msgTd">{say(["我退订的", "What I unsubscribed from"])}</PageLink>
      </div>
      <p className="pc-note">
        {say([
          "免打扰时短信和聊天消息等到天亮；招标、法务等强制消息不受上面的选择影响。",
          "During quiet hours SMS and chat wait; tenders, legal and other mandatory messages come regardless.",
        ])}
      </p>
    </>
  );
}

interface CellProps {
  readonly kind: string;
  readonly channel: string;
  readonly choice: Choice;
  /** Chosen by the person, not the house's default. */
  readonly own: boolean;
  choose(choice: Choice): void;
}

function Cell({ kind, channel, choice, own, choose }: CellProps) {
  const say = useText();
  if (isLocked(kind, channel))
    return (
      <span className="ms-locked" title={say(whyLocked(kind))}>
        <Lock size={12} aria-hidden /> {say(words[choice])}
        <span className="pg-sr">{say(whyLocked(kind))}</span>
      </span>
    );
  return (
    <Select<Choice>
      size="small"
      variant="borderless"
      className={`ms-choice${own ? " ms-choice-own" : ""}`}
      data-choice={choice}
      value={choice}
      aria-label={`${kind} ${channel}`}
      options={choicesOn(channel).map((value) => ({ value, label: say(words[value]) }))}
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
      await call("messageServer/baseMsgBoxService/sendTest");
      toast.success(["已发出测试消息，请看铃和邮箱", "A test message is on its way; look at the bell and your mail"]);
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
