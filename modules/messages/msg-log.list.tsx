import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { RotateCw } from "lucide-react";
import { msgDelivery, msgLog } from "./instance.entity.ts";
import { msgOutbox } from "./outbox.entity.ts";
import { ChannelMark } from "./parts/channels.tsx";

export const page = { route: "msgLog", title: ["发送日志", "Delivery log"] };

/** What was said to the provider and what it answered, with the delivery it was about. */
function Try({ row }: { readonly row: Seen<typeof msgLog> }) {
  const say = useText();
  const whole = useLoad(String(row.id), () => entityCall.find(msgLog, String(row.id)));
  const delivery = useLoad(String(row.deliveryId), () => entityCall.find(msgDelivery, String(row.deliveryId)));
  return (
    <>
      <Facts entity={msgLog} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">{say(["请求与应答", "Request and answer"])}</h3>
        <PanelState load={whole} empty="" isEmpty={() => false}>
          {(found) => (
            <>
              <pre className="pg-json">{String(found.requestMasked ?? "–")}</pre>
              <pre className="pg-json">{String(found.responseMasked ?? "–")}</pre>
            </>
          )}
        </PanelState>
      </section>
      <section className="pg-block">
        <h3 className="pg-h3">{say(["投递", "Delivery"])}</h3>
        <PanelState load={delivery} empty="" isEmpty={() => false}>
          {(found) => <Facts entity={msgDelivery} row={found} audience="internal" />}
        </PanelState>
      </section>
    </>
  );
}

const again = async (row: Seen<typeof msgLog>): Promise<void> => {
  await call("messageServer/baseMsgLogService/retry", { deliveryId: row.deliveryId });
  tellChanged({ entity: msgLog.name, id: String(row.id) });
  toast.success(["已安排重发", "It will be tried again"]);
};

const tries = listSlots<typeof msgLog>({
  hideNew: true,
  cells: {
    deliveryId: {
      width: 280,
      render: (row) => (
        <span className="pg-named">
          {String(row.deliveryCode ?? "–")} <span className="pg-code">{String(row.deliveryName ?? "")}</span>
        </span>
      ),
    },
    channel: { render: (row) => <ChannelMark channel={String(row.channel)} /> },
    result: { alert: (row) => (row.result === "FAILED" ? { level: "error", text: ["发送失败", "It failed"] } : null) },
  },
  rowActions: (row, { viewer }) =>
    row.result === "FAILED" && viewer.may("btnRetry")
      ? [{ label: ["重发", "Retry"], icon: RotateCw, handler: () => void again(row).catch(toast.error) }]
      : [],
  sidePanel: (row) => <Try key={String(row.id)} row={row} />,
});

const tellAgain = async (row: Seen<typeof msgOutbox>): Promise<void> => {
  const { data } = await call<{ readonly error: string | null }>("messageServer/baseMsgOutboxService/retry", { id: row.id });
  tellChanged({ entity: msgOutbox.name, id: String(row.id), ...(data.error === null ? { gone: true } : {}) });
  if (data.error === null) toast.success(["已处理", "Processed"]);
  else toast.warning([`仍未成功：${data.error}`, `It failed again: ${data.error}`]);
};

const untold = listSlots<typeof msgOutbox>({
  hideNew: true,
  cells: { lastError: { width: 360 }, tryCount: { isSummary: false }, no: { isSummary: false } },
  rowTone: () => "late",
  rowActions: (row, { viewer }) =>
    viewer.may("btnRetry")
      ? [{ label: ["立即处理", "Send again now"], icon: RotateCw, handler: () => void tellAgain(row).catch(toast.error) }]
      : [],
  sidePanel: (row) => (
    <>
      <p className="pg-error">{String(row.lastError ?? "")}</p>
      <Facts entity={{ ...msgOutbox, list: (msgOutbox.list ?? []).filter((key) => key !== "lastError") }} row={row} audience="internal" />
    </>
  ),
});

const lists = [
  { key: "tries", label: ["投递", "Deliveries"], draw: () => <ListPage entity={msgLog} slots={tries} /> },
  { key: "events", label: ["未处理事件", "Unprocessed events"], draw: () => <ListPage entity={msgOutbox} slots={untold} /> },
] as const;

/** Every try to deliver, and the events behind them that could not be told at all. */
export default function DeliveryLogPage() {
  const say = useText();
  return (
    <Ground>
      <h1 className="pg-sr">{say(["发送日志", "Delivery log"])}</h1>
      <TabbedLists label={["发送日志", "Delivery log"]} lists={lists} />
    </Ground>
  );
}
