import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { WordsPreview } from "./WordsPreview.tsx";
import type { Row } from "#kernel/page-document.ts";
import { refs } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { PickInput } from "#kernel/web/page/field/PickInput.tsx";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Checkbox, Input, Modal } from "antd";
import { Send } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { msgInstance } from "../instance.entity.ts";
import { ChannelMark, channelOrder } from "./channels.tsx";
import { instanceService } from "./instances.tsx";

/** A message somebody writes by hand. */
export interface Written {
  readonly msgKind: string;
  readonly channels: readonly string[];
  readonly userIds: readonly string[];
  readonly supplierIds: readonly string[];
  readonly receiveIds: readonly string[];
  readonly titleCn: string;
  readonly titleEn: string;
  readonly contentCn: string | null;
  readonly contentEn: string | null;
  readonly plannedAt: string | null;
}

export const blank: Written = {
  msgKind: "BUSINESS",
  channels: ["SITE"],
  userIds: [],
  supplierIds: [],
  receiveIds: [],
  titleCn: "",
  titleEn: "",
  contentCn: null,
  contentEn: null,
  plannedAt: null,
};

const target = {
  users: refs("BaseUsers", "用户", "Users"),
  suppliers: refs("SrmSupInfo", "供应商", "Suppliers"),
  groups: refs("BaseMsgReceive", "接收组", "Groups"),
};

const nobody = JSON.stringify({ userIds: [], supplierIds: [], receiveIds: [] });

/** How many a message would reach, counted while its receivers are chosen. */
interface Reach {
  readonly count: number;
  readonly needsCheck: boolean;
}

/** Why a second person must look at it before it leaves. */
function checkReasons({ channels, supplierIds }: Written, reach: Reach | null): readonly Text[] {
  const outside = channels.some((channel) => channel !== "SITE");
  return [
    ...(channels.includes("SMS") ? [["手工短信", "Custom SMS"] as Text] : []),
    ...(outside && supplierIds.length > 0 ? [["发给外部供应商", "it goes to suppliers"] as Text] : []),
    ...(reach?.needsCheck ? [[`接收人达 ${reach.count} 人`, `${reach.count} receivers`] as Text] : []),
  ];
}

function Part({ label, wide, children }: { readonly label: Text; readonly wide?: boolean; readonly children: ReactNode }) {
  const say = useText();
  return (
    <div className={`pg-cell${wide ? " pg-span-2" : ""}`}>
      <span className="pg-label">{say(label)}</span>
      {children}
    </div>
  );
}

/** What will happen on sending: it arrives, or a checker looks first and why. */
function Hint({ error, reasons, reach }: { readonly error: string; readonly reasons: readonly Text[]; readonly reach: Reach | null }) {
  const say = useText();
  const people = reach ? say([`${reach.count} 人，`, `${reach.count} people. `]) : "";
  return (
    <Inline as="span" grow role="status">
      {error ? (
        <span className="pc-bad">{error}</span>
      ) : reasons.length > 0 ? (
        <Mark tone="warning">
          {say([
            `须由审核员放行后发出：${reasons.map((reason) => reason[0]).join("、")}`,
            `A checker must release it: ${reasons.map((reason) => reason[1]).join(", ")}`,
          ])}
        </Mark>
      ) : (
        `${people}${say(["发送后立即到达", "Arrives immediately."])}`
      )}
    </Inline>
  );
}

/** Writes a message to people, suppliers and groups, sees it as they will, and sends it or hands it to a checker. */
export function Compose({ first = blank, close }: { readonly first?: Written; close(): void }) {
  const say = useText();
  const [written, setWritten] = useState(first);
  const { busy, error, run } = useWork();
  const put = (patch: Partial<Written>): void => setWritten((now) => ({ ...now, ...patch }));
  const { channels, userIds, supplierIds, receiveIds } = written;
  const receivers = { userIds, supplierIds, receiveIds };
  const asked = JSON.stringify(receivers);
  const reach = useLoad(asked, async () =>
    asked === nobody ? null : (await call<Reach>(`${instanceService}countReceivers`, { receivers: JSON.parse(asked) as Row })).data,
  ).data;
  const reasons = checkReasons(written, reach);
  const ready = (written.titleCn || written.titleEn) && channels.length > 0 && userIds.length + supplierIds.length + receiveIds.length > 0;
  const send = (): Promise<void> =>
    run(async () => {
      const { userIds: _users, supplierIds: _suppliers, receiveIds: _groups, ...rest } = written;
      const { data } = await call<Row>(`${instanceService}sendManual`, { ...rest, receivers });
      tellChanged({ entity: msgInstance.name, id: String(data.id) });
      toast.success(
        data.status === "CHECKING"
          ? ["已提交，等待审核后发出", "Submitted. It is sent once released"]
          : [`已发送 ${String(data.instanceNum ?? "")}`, `Sent ${String(data.instanceNum ?? "")}`],
      );
      close();
    });
  return (
    <Modal
      open
      width={960}
      title={say(["写消息", "New message"])}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <Hint error={error} reasons={reasons} reach={reach} />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" icon={<Send size={14} />} loading={busy} disabled={!ready} onClick={() => void send()}>
            {reasons.length > 0 ? say(["提交审核", "Submit"]) : say(["发送", "Send"])}
          </Button>
        </div>
      }
    >
      <div className="pg-form pg-form-2">
        <Part label={target.users.label}>
          <RefsInput field={target.users} value={userIds} label={say(["用户", "Users"])} change={(ids) => put({ userIds: ids })} />
        </Part>
        {targetOf("SrmSupInfo") === undefined ? null : (
          <Part label={target.suppliers.label}>
            <RefsInput
              field={target.suppliers}
              value={supplierIds}
              label={say(["供应商", "Suppliers"])}
              change={(ids) => put({ supplierIds: ids })}
            />
          </Part>
        )}
        <Part label={target.groups.label}>
          <RefsInput
            field={target.groups}
            value={receiveIds}
            label={say(["接收组", "Groups"])}
            change={(ids) => put({ receiveIds: ids })}
          />
        </Part>
        <Part label={["类别", "Kind"]}>
          <PickInput
            field={msgInstance.fields.msgKind}
            row={{}}
            value={written.msgKind}
            label={say(["类别", "Kind"])}
            change={(code) => put({ msgKind: String(code ?? "BUSINESS") })}
          />
        </Part>
        <Part label={["计划时间", "Planned at"]}>
          <DateInput kind="datetime" value={written.plannedAt} change={(plannedAt) => put({ plannedAt })} />
        </Part>
        <Part label={["渠道", "Channels"]} wide>
          <Checkbox.Group
            value={[...channels]}
            onChange={(codes) => put({ channels: codes as string[] })}
            options={channelOrder.map((value) => ({ value, label: <ChannelMark channel={value} /> }))}
          />
        </Part>
        <Half language="CN" written={written} put={put} />
        <Half language="EN" written={written} put={put} />
      </div>
    </Modal>
  );
}

const words = {
  CN: {
    title: ["标题（中文）", "Title, Chinese"],
    content: ["内容（中文）", "Content, Chinese"],
    preview: ["中文读者看到", "What Chinese readers see"],
  },
  EN: {
    title: ["标题（英文）", "Title, English"],
    content: ["内容（英文）", "Content, English"],
    preview: ["英文读者看到", "What English readers see"],
  },
} as const;

/** One language: what is written, and under it what its readers get; a language left empty reads the other. */
function Half({
  language,
  written,
  put,
}: {
  readonly language: "CN" | "EN";
  readonly written: Written;
  put(patch: Partial<Written>): void;
}) {
  const say = useText();
  const cn = language === "CN";
  const own = cn ? { title: written.titleCn, content: written.contentCn } : { title: written.titleEn, content: written.contentEn };
  const other = cn ? { title: written.titleEn, content: written.contentEn } : { title: written.titleCn, content: written.contentCn };
  return (
    <Stack gap="xs">
      <label>
        <span className="pg-label">{say(words[language].title)}</span>
        <Input
          value={own.title}
          maxLength={300}
          onChange={(event) => put(cn ? { titleCn: event.target.value } : { titleEn: event.target.value })}
        />
      </label>
      <label>
        <span className="pg-label">{say(words[language].content)}</span>
        <Input.TextArea
          value={own.content ?? ""}
          maxLength={20_000}
          autoSize={{ minRows: 5, maxRows: 12 }}
          onChange={(event) => put(cn ? { contentCn: event.target.value || null } : { contentEn: event.target.value || null })}
        />
      </label>
      <WordsPreview
        language={language}
        name={say(words[language].preview)}
        title={own.title || other.title}
        content={own.content ?? other.content}
      />
    </Stack>
  );
}
