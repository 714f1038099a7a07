import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, ReportFrame } from "#kernel/web/part/ReportFrame.tsx";
import { financeReports, type FinanceReport } from "./reports.ts";
import type { BoardReply } from "./statement/report.ts";

export const page = { route: "accountStmtReport", title: ["对账月报", "Statement board"] };

/** What was open, received, returned and reconciled of each supplier in a month. */
export default function StatementBoardPage() {
  const say = useText();
  return (
    <ReportFrame<FinanceReport, BoardReply>
      desk={financeReports}
      report="board"
      sentence={({ reply: { figures } }) => (
        <>
          {say([`${figures.period}：`, `${figures.period}: `])}
          <b>{figure(figures.suppliers)}</b>
          {say([" 家供应商有待对账或已对账的事务。", " suppliers with transactions to reconcile or reconciled."])}
        </>
      )}
      charts={({ reply: { groups } }) => (
        <ChartFrame
          question={say(["哪些供应商未对账最多", "Suppliers with the most to reconcile"])}
          answer={groups.parts.map((row) => `${row.name} ${figure(row.closing)}`).join(say(["，", ", "]))}
          drawing={{
            shape: "bars",
            labels: groups.parts.map((row) => row.name),
            series: [
              { label: say(["期末未对账", "Closing"]), tone: "dark", values: groups.parts.map((row) => Number(row.closing)) },
              {
                label: say(["本期对账", "Reconciled in the month"]),
                tone: "pale",
                values: groups.parts.map((row) => Number(row.reconciled)),
              },
            ],
          }}
        />
      )}
      opens={(row) => ({ path: "rcnTransactionInfoList", query: { supplierId: row.supplierId, view: "open" }, title: row.supplierName })}
    />
  );
}
