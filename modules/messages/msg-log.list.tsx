import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { RotateCw } from "lucide-react";
import { msgDelivery, msgLog } from "./instance.entity.ts";
import { ChannelMark } from "./parts/channels.tsx";
import "./parts/messages.css";

/** What was said to the provider and what it answered, with the delivery it was about. */
function Try({ row }: { readonly row: Row }) {
  const say = useText();
  const whole = useLoad(String(row["id"]), () => entityCall.find(msgLog, String(row["id"])));
  const delivery = useLoad(String(row["deliveryId"]), () => entityCall.find(msgDelivery, String(row["deliveryId"])));
  return (
    <>
      <Facts entity={msgLog} row={row} audience="internal" />
      <section className="pg-block">
        <h3 className="pg-h3">{say(["请求与应答", "Request and answer"])}</h3>
        <PanelState load={whole} empty="" isEmpty={() => false}>
          {(found) => (
            <>
              <pre className="pg-json">{String(found["requestMasked"] ?? "–")}</pre>
              <pre className="pg-json">{String(found["responseMasked"] ?? "–")}</pre>
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

const again = async (row: Row): Promise<void> => {
  await call("messageServer/baseMsgLogService/retry", { deliveryId: row["deliveryId"] });
  tellChanged({ entity: msgLog.name, id: String(row["id"]) });
  toast.success(["已安排重发", "It will be tried again"]);
};

export const slots = listSlots({
  hideNew: true,
  cells: {
    deliveryId: {
      width: 280,
      render: (row) => (
        <span className="pg-named">
          {String(row["deliveryCode"] ?? "–")} <span className="pg-code">{String(row["deliveryName"] ?? "")}</span>
        </span>
      ),
    },
    channel: { render: (row) => <ChannelMark channel={String(row["channel"])} /> },
    result: { alert: (row) => (row["result"] === "FAILED" ? { level: "error", text: ["发送失败", "It failed"] } : null) },
  },
  rowActions: (row, { viewer }) =>
    row["result"] === "FAILED" && viewer.may("btnRetry")
      ? [{ label: ["重发", "Retry"], icon: RotateCw, handler: () => void again(row).catch(toast.error) }]
      : [],
  sidePanel: (row) => <Try key={String(row["id"])} row={row} />,
});
