import { Button, Input, Popover } from "antd";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { call } from "../../call.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { useLookup } from "../lookup.ts";
import { useLoad } from "./useLoad.ts";

/** Somebody who was told about a document, over one channel. */
interface Told {
  readonly deliveryId: string;
  readonly title: string | null;
  readonly displayName: string | null;
  readonly supplierName?: string | null;
  readonly channel: string;
  readonly status: string;
  readonly reason?: string | null;
  readonly at: string | null;
  readonly readAt?: string | null;
  readonly mayResend?: boolean;
}

const service = "messageServer/baseMsgInstanceService/";
const tones: Readonly<Record<string, string>> = { READ: "done", DELIVERED: "done", SENT: "done", FAILED: "refused", SUPPRESSED: "ended" };

interface Props {
  readonly entity: Entity;
  readonly id: string;
}

/** Who was told what about this document, when, by which channel and with what success; nothing where nobody was. */
export function ToldPanel({ entity, id }: Props) {
  const say = useText();
  // a house without messages answers no; the document is none the worse for it
  const load = useLoad(`${entity.name}:${id}`, () =>
    call<readonly Told[]>(`${service}findByDocument`, { bizEntity: entity.name, bizId: id }).then(
      ({ data }) => data ?? [],
      () => [],
    ),
  );
  const list = load.data ?? [];
  if (list.length === 0) return null;
  return (
    <section className="pg-block" aria-label={say(["通知记录", "Messages"])}>
      <h3 className="pg-h3">
        {say(["通知记录", "Messages"])} <span className="pg-count">{list.length}</span>
      </h3>
      <ul className="pg-told">
        {list.map((one) => (
          <li key={one.deliveryId}>
            <Line one={one} done={load.again} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ one, done }: { readonly one: Told; done(): void }) {
  const say = useText();
  const channels = useLookup("MSG_CHANNEL");
  const states = useLookup("MSG_DELIVERY_STATUS");
  const reasons = useLookup("MSG_SUPPRESS");
  const when = one.readAt ?? one.at;
  return (
    <>
      <span className="pg-told-who">
        <b>{one.displayName ?? say(["未知", "unknown"])}</b>
        {one.supplierName ? <small>{one.supplierName}</small> : null}
        <small>{one.title}</small>
      </span>
      <span className="pg-told-how">
        <span className={`pg-status pg-tone-${tones[one.status] ?? "waiting"}`}>{states.meaning(one.status)}</span>
        <small>
          {channels.meaning(one.channel)}
          {when ? ` · ${when.slice(5, 16)}` : ""}
        </small>
        {one.reason ? <small>{reasons.meaning(one.reason)}</small> : null}
      </span>
      {one.mayResend ? <Again id={one.deliveryId} done={done} /> : null}
    </>
  );
}

/** Sends it once more; the reason is kept with it. */
function Again({ id, done }: { readonly id: string; done(): void }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const send = async (): Promise<void> => {
    try {
      await call(`${service}doResend`, { deliveryId: id, reason: reason.trim() });
      toast.success(["已再次发送", "Sent again"]);
      setOpen(false);
      done();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      content={
        <div className="pg-told-again">
          <Input
            autoFocus
            value={reason}
            maxLength={200}
            placeholder={say(["为什么再发一次", "Why once more"])}
            aria-label={say(["为什么再发一次", "Why once more"])}
            onChange={(event) => setReason(event.target.value)}
            onPressEnter={() => reason.trim() && void send()}
          />
          <Button type="primary" disabled={reason.trim() === ""} onClick={() => void send()}>
            {say(["再次发送", "Send again"])}
          </Button>
        </div>
      }
    >
      <button type="button" className="s-icon-btn" aria-label={say(["再次发送", "Send again"])} title={say(["再次发送", "Send again"])}>
        <RotateCw size={14} aria-hidden />
      </button>
    </Popover>
  );
}
