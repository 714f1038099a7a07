import { Button, Input, Popover } from "antd";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { call } from "../../call.ts";
import { useText } from "../../language.ts";
import { menuForRoute, useMenus } from "../../menus.ts";
import { toast } from "../../message.ts";
import { useResources } from "../../resources.ts";
import { useLookup } from "../lookup.ts";
import { useLoad } from "./useLoad.ts";

/** Somebody who was told about a document, over one channel. */
interface Told {
  readonly id: string;
  readonly title: string | null;
  readonly eventName: string | null;
  readonly userName: string | null;
  readonly address: string | null;
  readonly channel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly errorText: string | null;
  readonly creationDate: string;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
}

const service = "messageServer/baseMsgInstanceService/";
const tones: Readonly<Record<string, string>> = { READ: "done", DELIVERED: "done", SENT: "done", FAILED: "refused", SUPPRESSED: "ended" };
const resendable = ["SENT", "DELIVERED", "FAILED", "EXPIRED", "CANCELLED"];

/** Whether this person may send messages again: the button of the page of sent messages. */
function useMayResend(): boolean {
  const menu = useMenus((state) => menuForRoute(state.flat, "messageList"));
  const resources = useResources(menu?.menuId, undefined);
  return menu !== undefined && (resources ?? []).some((resource) => resource.resourceCode === "btnResend");
}

interface Props {
  readonly entity: Entity;
  readonly id: string;
}

/** Who was told what about this document, when, by which channel and with what success; nothing where nobody was. */
export function ToldPanel({ entity, id }: Props) {
  const say = useText();
  // a house without messages answers no; the document is none the worse for it
  const load = useLoad(`${entity.name}:${id}`, () =>
    call<readonly Told[]>(`${service}findByBiz`, { bizEntity: entity.name, bizId: id }).then(
      ({ data }) => data ?? [],
      () => [],
    ),
  );
  const list = load.data ?? [];
  const mayResend = useMayResend();
  if (list.length === 0) return null;
  return (
    <section className="pg-block" aria-label={say(["通知记录", "Messages"])}>
      <h3 className="pg-h3">
        {say(["通知记录", "Messages"])} <span className="pg-count">{list.length}</span>
      </h3>
      <ul className="pg-told">
        {list.map((row) => (
          <li key={row.id}>
            <Line one={row} again={mayResend && resendable.includes(row.status) ? load.again : null} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ one, again }: { readonly one: Told; readonly again: (() => void) | null }) {
  const say = useText();
  const channels = useLookup("MSG_CHANNEL");
  const states = useLookup("MSG_DELIVERY_STATUS");
  const reasons = useLookup("MSG_SUPPRESS");
  const when = one.readAt ?? one.deliveredAt ?? one.sentAt ?? one.creationDate;
  return (
    <>
      <span className="pg-told-who">
        <b>{one.userName ?? one.address ?? say(["未知", "unknown"])}</b>
        <small title={one.title ?? ""}>{one.title ?? one.eventName}</small>
        {one.reason ? <small>{reasons.meaning(one.reason)}</small> : one.errorText ? <small>{one.errorText}</small> : null}
      </span>
      <span className="pg-told-how">
        <span className={`pg-status pg-tone-${tones[one.status] ?? "waiting"}`}>{states.meaning(one.status)}</span>
        <small>
          {channels.meaning(one.channel)} · <time dateTime={when}>{when.slice(5, 16)}</time>
        </small>
      </span>
      {again ? <Again id={one.id} done={again} /> : null}
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
      await call(`${service}resend`, { deliveryId: id, reason: reason.trim() });
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
            placeholder={say(["为什么再发一次", "Reason for repeating"])}
            aria-label={say(["为什么再发一次", "Reason for repeating"])}
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
