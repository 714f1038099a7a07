import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, ReportFrame } from "#kernel/web/part/ReportFrame.tsx";
import { financeReports, type FinanceReport } from "./reports.ts";
import type { ItemReply } from "./transaction/report.ts";

export const page = { route: "rcnItemTransactionInfoList", title: ["物料对账", "Reconciliation by item"] };

/** What was received of each item from each supplier in a month. */
export default function ItemReportPage() {
  const say = useText();
  return (
    <ReportFrame<FinanceReport, ItemReply>
      desk={financeReports}
      report="item"
      sentence={({ reply: { figures } }) => (
        <>
          <b>{figure(figures.items)}</b>
          {say([` 种物料，${figure(figures.suppliers)} 家供应商。`, ` items from ${figure(figures.suppliers)} suppliers.`])}
        </>
      )}
      charts={({ reply: { groups } }) => (
        <ChartFrame
          question={say(["哪些物料金额最大", "Items with the largest amounts"])}
          answer={groups.top.map((row) => `${row.name} ${figure(row.amount)}`).join(say(["，", ", "]))}
          drawing={{
            shape: "bars",
            labels: groups.top.map((row) => row.name),
            series: [{ label: say(["未税金额", "Total excl. tax"]), tone: "dark", values: groups.top.map((row) => Number(row.amount)) }],
          }}
        />
      )}
    />
  );
}
