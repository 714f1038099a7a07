import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { ShareBar } from "#kernel/web/block/Bar.tsx";
import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import type { Viewer } from "#kernel/page-action.ts";
import { Button, Input } from "antd";
import { KeyRound, Send } from "lucide-react";
import { useState } from "react";
import { msgLog } from "../instance.entity.ts";
import { msgSource } from "../source.entity.ts";
import { Asking } from "./WhoGets.tsx";

const service = "messageServer/baseMsgSourceCfgService/";
const states = {
  states: { UP: ["正常", "Up", "done"], DEGRADED: ["降级", "Degraded", "waiting"], DOWN: ["不可用", "Down", "refused"] },
} as unknown as Entity;

/** The health of a source as a tag. */
export const SourceState = ({ state, enabled }: { readonly state: unknown; readonly enabled: boolean }) => {
  const say = useText();
  return enabled ? (
    <StatusTag entity={states} code={state} />
  ) : (
    <span className="pg-status pg-tone-ended">{say(["停用", "Disabled"])}</span>
  );
};

/** How much of the day's limit is used, as a bar and in figures; near the end it is amber. */
export function Used({ used, limit }: { readonly used: unknown; readonly limit: unknown }) {
  const say = useText();
  const [now, most] = [Number(used ?? 0), Number(limit ?? 0)];
  if (most === 0) return <span className="pg-figure">{now}</span>;
  const words = say([`今日 ${now} / ${most}`, `${now} of ${most} today`]);
  return <ShareBar percent={(now / most) * 100} tone={now >= most * 0.9 ? "warning" : "success"} label={words} text={`${now}/${most}`} />;
}

/** A source beside the list: its health, the last answers, a test, and its secret, which goes in and never comes out. */
export function SourcePanel({ row, viewer }: { readonly row: Seen<typeof msgSource>; readonly viewer: Viewer }) {
  const say = useText();
  const id = String(row.id);
  const tries = useRows(msgLog, { sourceId: [id], pageRows: 5 });
  return (
    <>
      <Facts entity={msgSource} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["健康", "Health"])} <SourceState state={row.state} enabled={row.enabledFlag === "Y"} />
        </h3>
        {row.lastError ? <p className="pc-bad">{String(row.lastError)}</p> : null}
        <PanelState load={tries} empty={say(["还没有发送记录。", "Nothing sent through it yet."])} isEmpty={(list) => list.length === 0}>
          {(list) => (
            <ItemList>
              {list.map((attempt) => (
                <Item
                  key={String(attempt.id)}
                  title={
                    <Mark tone={attempt.result === "FAILED" ? "error" : "success"}>
                      {attempt.result === "FAILED" ? say(["失败", "Failed"]) : say(["接受", "Accepted"])}
                    </Mark>
                  }
                  note={String(attempt.providerCode ?? "")}
                  end={
                    <>
                      <span className="pg-figure">{attempt.ms === null ? "–" : `${String(attempt.ms)} ms`}</span>
                      <time className="pg-faint">{String(attempt.at).slice(5, 16)}</time>
                    </>
                  }
                />
              ))}
            </ItemList>
          )}
        </PanelState>
      </section>
      {viewer.may("btnTest") ? <TestSend id={id} channel={String(row.channel)} /> : null}
      {viewer.may("btnSave") && row.provider !== "SITE" ? <Secret id={id} has={row.hasSecret === "Y"} /> : null}
    </>
  );
}

function TestSend({ id, channel }: { readonly id: string; readonly channel: string }) {
  const say = useText();
  const [to, setTo] = useState("");
  const { busy, error, run } = useWork();
  const send = (): Promise<void> =>
    run(async () => {
      await call(`${service}test`, { id, ...(to.trim() ? { address: to.trim() } : {}) });
      tellChanged({ entity: msgSource.name, id });
      tellChanged({ entity: msgLog.name, id });
      toast.success(["测试消息已被接受", "The test message was accepted"]);
    });
  return (
    <section className="pg-block">
      <h3 className="pg-h3">{say(["测试发送", "Test send"])}</h3>
      <Asking error={error}>
        <Inline noWrap>
          <Input
            value={to}
            placeholder={
              channel === "SITE"
                ? say(["发到您自己的收件箱", "Sent to your own inbox"])
                : say(["留空发到您自己的地址", "Empty: to your own address"])
            }
            disabled={channel === "SITE"}
            aria-label={say(["接收地址", "Address"])}
            onChange={(event) => setTo(event.target.value)}
          />
          <Button icon={<Send size={14} />} loading={busy} onClick={() => void send()}>
            {say(["发送", "Send"])}
          </Button>
        </Inline>
      </Asking>
    </section>
  );
}

function Secret({ id, has }: { readonly id: string; readonly has: boolean }) {
  const say = useText();
  const [secret, setSecret] = useState("");
  const { busy, error, run } = useWork();
  const save = (): Promise<void> =>
    run(async () => {
      await call(`${service}setSecret`, { id, secret });
      setSecret("");
      toast.success(["密钥已保存", "The secret is saved"]);
    });
  return (
    <section className="pg-block">
      <h3 className="pg-h3">
        {say(["密钥", "Secret"])} <span className="pg-count">{has ? say(["已设置", "set"]) : say(["未设置", "not set"])}</span>
      </h3>
      <Asking error={error}>
        <Inline noWrap>
          <Input.Password
            value={secret}
            autoComplete="new-password"
            placeholder={has ? say(["填写则更换", "Enter to replace"]) : say(["写入后不再显示", "Never shown again"])}
            aria-label={say(["密钥", "Secret"])}
            onChange={(event) => setSecret(event.target.value)}
          />
          <Button icon={<KeyRound size={14} />} loading={busy} disabled={secret === ""} onClick={() => void save()}>
            {say(["保存", "Save"])}
          </Button>
        </Inline>
      </Asking>
    </section>
  );
}
