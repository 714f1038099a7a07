import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useStore } from "zustand";
import { msgTemplate, type msgCfg } from "../config.entity.ts";
import type { msgEvent } from "../event.entity.ts";
import { ChannelMark, channelsOf } from "./channels.tsx";
import { Rendered } from "./Rendered.tsx";
import { sampleOf, useEvent } from "./variables.tsx";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The newest template of a code on a channel, whole: the published one, or its draft while none is. */
async function newest(code: string, channel: string): Promise<Seen<typeof msgTemplate> | null> {
  const { data } = await entityCall.page(msgTemplate, { templateCode: code, channel, pageIndex: 1, pageRows: 50 });
  const own = data.filter((row) => row.templateCode === code && row.channel === channel);
  const found = own.find((row) => row.status === "PUBLISHED") ?? own[0];
  return found ? entityCall.find(msgTemplate, String(found.id)) : null;
}

/** Every channel as its readers get it, Chinese and English side by side. */
export function ConfigPreviews({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const event = useEvent(doc.eventId).data;
  const codes = (doc.templateCodes ?? {}) as Readonly<Record<string, string>>;
  const channels = channelsOf(doc.channels);
  return (
    <section className="pg-section" aria-label={say(["预览", "Previews"])} data-section="previews">
      <h2 className="pg-h2">{say(["预览", "Previews"])}</h2>
      {channels.length === 0 ? <p className="pg-faint">{say(["选了渠道就能看到。", "Choose channels to see them."])}</p> : null}
      {channels.map((channel) => (
        <ChannelPreview key={channel} channel={channel} code={codes[channel] ?? ""} event={event} />
      ))}
    </section>
  );
}

function ChannelPreview({
  channel,
  code,
  event,
}: {
  readonly channel: string;
  readonly code: string;
  readonly event: Seen<typeof msgEvent> | null;
}) {
  const say = useText();
  const load = useLoad(`${channel}:${code}`, () => (code === "" ? Promise.resolve(null) : newest(code, channel)));
  return (
    <Stack gap="xs">
      <h3 className="pg-h3">
        <ChannelMark channel={channel} /> <span className="pg-code">{code}</span>
        {load.data ? (
          <span className="pg-h3-end">
            <PageLink href={`/main/msgTempleCfg?id=${String(load.data.id)}`}>{say(["打开模板", "Open the template"])}</PageLink>
          </span>
        ) : null}
      </h3>
      <PanelState
        load={load}
        isEmpty={(found) => found === null}
        empty={
          code === ""
            ? say(["还没有选模板：这个渠道发不出去。", "No template chosen: nothing is sent on this channel."])
            : say([`没有找到模板 ${code}。`, `Template ${code} was not found.`])
        }
      >
        {(found) => (
          <Columns of={2} gap="l">
            {(["CN", "EN"] as const).map((language) => (
              <Rendered
                key={language}
                channel={channel}
                language={language}
                title={text(found![language === "CN" ? "titleCn" : "titleEn"])}
                content={text(found![language === "CN" ? "contentCn" : "contentEn"])}
                values={sampleOf(event, found!.sampleJson, language)}
              />
            ))}
          </Columns>
        )}
      </PanelState>
    </Stack>
  );
}
