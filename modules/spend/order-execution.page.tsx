import { useText } from "#kernel/web/language.ts";
import { showChain } from "#modules/demand/web.tsx";
import { Waypoints } from "lucide-react";
import { figure, SpendFrame, toOrder } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPurchaseReport", title: ["订单执行明细", "Order execution details"] };

/** Every line of the orders asked for, with what became of it. */
export default function OrderExecutionPage() {
  const say = useText();
  return (
    <SpendFrame
      report="execution"
      sentence={(shown) => (
        <>
          {say([`${figure(shown.reply.figures.lines)} 行，订单金额 `, `${figure(shown.reply.figures.lines)} lines worth `])}
          <b>{shown.money(shown.reply.figures.amount)}</b>
          {say(["，已收 ", ", received "])}
          <b>{shown.money(shown.reply.figures.received)}</b>
          {say(["，未交 ", ", open "])}
          <b>{shown.money(shown.reply.figures.open)}</b>
          {say(["，逾期 ", ", overdue "])}
          <b className={Number(shown.reply.figures.late) > 0 ? "rp-warm" : "rp-good"}>{figure(shown.reply.figures.late)}</b>
          {say([" 行。", " lines."])}
        </>
      )}
      opens={toOrder}
      rowActions={(row) => [
        {
          label: ["单据链", "Document chain"],
          icon: Waypoints,
          handler: () => showChain({ docType: "SrmPurOrderHeader", docId: row.orderId, orderLineId: row.orderLineId }),
        },
      ]}
    />
  );
}
