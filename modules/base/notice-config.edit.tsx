import type { Row } from "#kernel/page-document.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { session } from "#kernel/web/session.ts";
import { Button } from "antd";
import { Eye, Send } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { noticeConfig } from "./reader.entity.ts";

interface Tried {
  readonly variables: readonly { readonly key: string; readonly cn: string; readonly en: string }[];
  readonly rendered: readonly {
    readonly channel: string;
    readonly language: "CN" | "EN";
    readonly title: string;
    readonly content: string;
    readonly missing: readonly string[];
  }[];
}

const keys = ["eventCode", "channels", "titleCn", "titleEn", "bodyCn", "bodyEn"] as const;

/** The rule as its readers would get it, filled with the event's sample, and a way to send it to oneself. */
function TestPanel({ model }: { readonly model: EditModel<typeof noticeConfig> }) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const viewer = useViewer();
  const work = useWork();
  const channel = useLookup("MSG_CHANNEL");
  const doc = useStore(model.state, (state) => state.doc);
  const [tried, setTried] = useState<Tried | null>(null);
  const ready = Boolean(doc.eventCode);
  const ask = (more: Row) =>
    work.run(async () => {
      const draft = Object.fromEntries(keys.map((key) => [key, doc[key]]));
      setTried(
        (await call<Tried>("srmServer/v1/srmBaseNoticeConfigRestful/testSend", { ...(doc.id ? { id: doc.id } : {}), draft, ...more })).data,
      );
    });
  const send = async (): Promise<void> => {
    await ask({ toUserId: session()?.user.userId ?? "" });
    toast.info(["已发给自己，请查看消息", "Sent to yourself; see your messages"]);
  };
  if (!viewer.may("btnTestSend")) return null;
  return (
    <Stack>
      <Inline>
        <Button size="small" icon={<Eye size={13} />} disabled={!ready} loading={work.busy} onClick={() => void ask({})}>
          {say(["预览", "Preview"])}
        </Button>
        <Button size="small" icon={<Send size={13} />} disabled={!ready} loading={work.busy} onClick={() => void send()}>
          {say(["发给我自己", "Send to myself"])}
        </Button>
      </Inline>
      <WorkError of={work} />
      {tried ? null : (
        <p className="pc-note">
          {say(["用事件的示例数据填充，看看读者会收到什么。", "Filled with the event's sample: see what readers would get."])}
        </p>
      )}
      {tried?.rendered.map(({ channel: code, language, title, content, missing }) => (
        <Box key={`${code}.${language}`} title={title} note={`${channel.meaning(code)} · ${language === "EN" ? "English" : "中文"}`}>
          <Words as="p" typed>
            {content.replace(/<[^>]+>/g, " ").trim()}
          </Words>
          {missing.length > 0 ? (
            <Words as="p" tone="error">
              {say([`没有的变量：${missing.join("、")}`, `Not known: ${missing.join(", ")}`])}
            </Words>
          ) : null}
        </Box>
      ))}
      {tried && tried.variables.length > 0 ? (
        <>
          <h3 className="pg-h3">{say(["可用变量", "Variables"])}</h3>
          <FactGrid
            lines
            facts={tried.variables.map(({ key, cn, en }) => ({
              key,
              label: <Words code>{`\${${key}}`}</Words>,
              value: english ? en : cn,
            }))}
          />
        </>
      ) : null}
    </Stack>
  );
}

/** The form of a notice rule with its preview beside it. */
export const slots: EditSlots<typeof noticeConfig> = {
  sidePanel: [{ key: "test", label: ["预览与试发", "Preview and test"], render: (model) => <TestPanel model={model} /> }],
};
