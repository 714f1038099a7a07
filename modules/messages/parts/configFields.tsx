import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Form } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Input, InputNumber, Select } from "antd";
import { Plus, X } from "lucide-react";
import { useStore } from "zustand";
import { conditionFault } from "../condition.ts";
import { msgTemplate } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { msgSource } from "../source.entity.ts";
import { ChannelMark, channelOrder, channelsOf } from "./channels.tsx";
import { useEvent, variablesOf } from "./variables.tsx";
import type { msgCfg } from "../config.entity.ts";

const useDoc = (model: EditModel<typeof msgCfg>): Form<typeof msgCfg> => useStore(model.state, (state) => state.doc);

/** For each channel the template it uses; a channel without a source is marked, because nothing would leave. */
export function TemplateCodes({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const doc = useDoc(model);
  const channels = channelsOf(doc.channels);
  const codes = (doc.templateCodes ?? {}) as Readonly<Record<string, string>>;
  const templates = useRows(msgTemplate, { status: ["PUBLISHED", "DRAFT"], pageRows: 500 });
  const sources = useRows(msgSource, { enabledFlag: "Y" });
  const editable = model.editable();
  if (channels.length === 0) return <span className="pg-none">{say(["先选渠道", "Choose channels first"])}</span>;
  return (
    <ItemList>
      {channels.map((channel) => {
        const fitting = (templates.data ?? []).filter((row) => row.channel === channel);
        const names = [...new Set([...fitting.map((row) => String(row.templateCode)), ...(codes[channel] ? [codes[channel]] : [])])];
        const noSource = channel !== "SITE" && sources.data !== null && !sources.data.some((row) => row.channel === channel);
        return (
          <ItemLine key={channel}>
            <ChannelMark channel={channel} />
            {editable ? (
              <Select
                size="small"
                allowClear
                showSearch
                value={codes[channel] ?? null}
                placeholder={say(["选模板", "Choose a template"])}
                aria-label={`${say(["模板", "Template"])} ${channel}`}
                options={names.map((value) => ({ value, label: value }))}
                onChange={(code: string | undefined) =>
                  model.patch({
                    templateCodes: Object.fromEntries(Object.entries({ ...codes, [channel]: code }).filter(([, value]) => value)),
                  })
                }
              />
            ) : (
              <span className="pg-text">{codes[channel] ?? "–"}</span>
            )}
            {noSource ? <Mark tone="error">{say(["没有启用的消息源", "No source is enabled"])}</Mark> : null}
          </ItemLine>
        );
      })}
    </ItemList>
  );
}

type Fallback = { readonly channel: string; readonly unreadHours?: number | null };

/** Where a message goes when the first way failed or stayed unread. */
export function Fallbacks({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const names = useLookup("MSG_CHANNEL");
  const doc = useDoc(model);
  const rows = (Array.isArray(doc.fallbackChannels) ? doc.fallbackChannels : []) as readonly Fallback[];
  const put = (next: readonly Fallback[]): void => model.patch({ fallbackChannels: next.length === 0 ? null : next });
  const editable = model.editable();
  const free = channelOrder.filter((channel) => !rows.some((row) => row.channel === channel));
  return (
    <Stack gap="xs">
      {rows.map((row, at) => (
        <Inline key={row.channel}>
          <ChannelMark channel={row.channel} />
          <InputNumber
            size="small"
            min={1}
            max={720}
            disabled={!editable}
            value={row.unreadHours ?? null}
            placeholder={say(["失败时", "on failure"])}
            suffix={say(["小时未读", "h unread"])}
            aria-label={say(["未读几小时后", "Hours unread"])}
            onChange={(unreadHours) =>
              put(rows.map((fallback, i) => (i === at ? { ...fallback, unreadHours: unreadHours as number | null } : fallback)))
            }
          />
          {editable ? (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say(["去掉", "Remove"])}
              onClick={() => put(rows.filter((_, i) => i !== at))}
            >
              <X size={14} aria-hidden />
            </button>
          ) : null}
        </Inline>
      ))}
      {editable && free.length > 0 ? (
        <Select
          size="small"
          value={null}
          prefix={<Plus size={13} aria-hidden />}
          placeholder={say(["加一个备用渠道", "Add a fallback"])}
          aria-label={say(["加一个备用渠道", "Add a fallback"])}
          options={free.map((value) => ({ value, label: names.meaning(value) }))}
          onChange={(channel: string | null) => channel && put([...rows, { channel }])}
        />
      ) : rows.length === 0 ? (
        <span className="pg-none">–</span>
      ) : null}
    </Stack>
  );
}

/** Which earlier events of the same document this one makes pointless. */
export function CancelledEvents({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const doc = useDoc(model);
  const events = useRows(msgEvent, { pageRows: 1000 });
  const codes = (Array.isArray(doc.cancelsEvents) ? doc.cancelsEvents : []) as readonly string[];
  return (
    <Select
      mode="multiple"
      className="pg-fill"
      maxTagCount="responsive"
      disabled={!model.editable()}
      value={[...codes]}
      placeholder={say(["如：订单取消作废订单发布", "Such as: cancelled cancels published"])}
      aria-label={say(["作废事件", "Cancels events"])}
      options={(events.data ?? []).map((row) => ({
        value: String(row.eventCode),
        label: `${String(row.nameCn)} ${String(row.eventCode)}`,
      }))}
      onChange={(next: string[]) => model.patch({ cancelsEvents: next.length === 0 ? null : next })}
    />
  );
}

/** A condition over what the event carries, checked while it is typed. */
export function Condition({ model }: { readonly model: EditModel<typeof msgCfg> }) {
  const say = useText();
  const doc = useDoc(model);
  const event = useEvent(doc.eventId);
  const text = typeof doc.conditionText === "string" ? doc.conditionText : "";
  const fault =
    text.trim() === ""
      ? null
      : conditionFault(
          text,
          variablesOf(event.data).map((variable) => variable.key),
        );
  return (
    <>
      <Input.TextArea
        className="bk-typed-code"
        value={text}
        readOnly={!model.editable()}
        autoSize={{ minRows: 2, maxRows: 6 }}
        status={fault ? "error" : ""}
        placeholder={say(["留空表示每次都发。例：amount > 50000", "Empty means always. Such as: amount > 50000"])}
        aria-label={say(["触发条件", "Condition"])}
        onChange={(change) => model.patch({ conditionText: change.target.value === "" ? null : change.target.value })}
      />
      {fault ? <span className="pg-error">{say(fault.text)}</span> : null}
    </>
  );
}
