import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, ReportFrame, useWords, type Shown as ShownOf } from "#kernel/web/part/ReportFrame.tsx";
import { financeReports, type FinanceReport } from "./reports.ts";
import type { OrderLineReply } from "./transaction/report.ts";

export const page = { route: "rcnPurTransactionInfoList", title: ["订单行对账", "Reconciliation by order line"] };

type Shown = ShownOf<OrderLineReply>;

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const stepName = useWords("RCN_BLOCKING");
  const { steps } = shown.reply.groups;
  return (
    <ChartFrame
      question={say(["为什么还没有付款", "Why it is not paid"])}
      answer={steps.map(({ step, lines }) => `${stepName(step)} ${figure(lines)}`).join(say(["，", ", "]))}
      drawing={{
        shape: "bars",
        labels: steps.map(({ step }) => stepName(step)),
        series: [{ label: say(["订单行", "Order lines"]), tone: "dark", labelled: true, values: steps.map(({ lines }) => lines) }],
      }}
    />
  );
}

/** Every order line with what was received, reconciled, invoiced and paid. */
export default function OrderLineReportPage() {
  const say = useText();
  return (
    <ReportFrame<FinanceReport, OrderLineReply>
      desk={financeReports}
      report="orderLine"
      sentence={({ reply: { figures } }) => (
        <>
          {say([`${figure(figures.lines)} 个订单行，未付清 `, `${figure(figures.lines)} order lines, not paid: `])}
          <b>{figure(figures.waiting)}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => ({ path: "purOrderManage/purchaseOrderEdit", query: { id: row.orderId }, title: row.orderNum })}
    />
  );
}
