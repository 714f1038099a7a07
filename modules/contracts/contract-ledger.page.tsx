import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, ReportFrame, useWords, type Shown as ShownOf } from "#kernel/web/part/ReportFrame.tsx";
import { contractReports, type LedgerReply } from "./execution/report.ts";

export const page = { route: "enhancedContractList", title: ["合同执行台账", "Contract ledger"] };

type Shown = ShownOf<LedgerReply>;
type Named = { readonly name: string; readonly count: number; readonly amount?: string };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const typeName = useWords("CCT_TYPE");
  const answer = (rows: readonly Named[], of: (row: Named) => unknown) =>
    rows.map((row) => `${row.name} ${figure(of(row))}`).join(say(["，", ", "]));
  const money = (row: Named) => row.amount;
  const count = (row: Named) => row.count;
  const { totals, months, types, expiring, plan } = shown.reply.groups;
  const isByType = shown.filter["groupBy"] === "TYPE";
  const bars = (rows: readonly Named[], nameOf: (name: string) => string) => ({
    shape: "bars" as const,
    labels: rows.slice(0, 12).map((row) => nameOf(row.name)),
    series: [
      {
        label: say(["金额", "Amount"]),
        tone: "dark" as const,
        labelled: true as const,
        values: rows.slice(0, 12).map((row) => Number(row.amount)),
      },
    ],
  });
  const columns = (label: string, values: readonly unknown[]) => ({
    label,
    tone: "dark" as const,
    values: values.map(Number),
  });
  return (
    <>
      <ChartFrame
        question={say(["分组合计（本位币）", "Totals by group (base currency)"])}
        answer={answer(totals, money)}
        drawing={bars(totals, isByType ? typeName : String)}
      />
      <ChartFrame question={say(["按合同类型", "By type"])} answer={answer(types, money)} drawing={bars(types, typeName)} />
      <ChartFrame
        question={say(["按生效月份", "By month of effect"])}
        answer={answer(months, money)}
        drawing={{
          shape: "columns",
          labels: months.map((row) => row.name),
          series: [columns(say(["金额", "Amount"]), months.map(money))],
        }}
      />
      <ChartFrame
        question={say(["多少天内到期", "Expiring within days"])}
        answer={answer(expiring, count)}
        drawing={{
          shape: "columns",
          whole: true,
          labels: expiring.map((row) => row.name),
          series: [{ ...columns(say(["份", "Contracts"]), expiring.map(count)), tone: "pale", labelled: true }],
        }}
      />
      <ChartFrame
        question={say(["付款计划", "Payment plan"])}
        answer={plan.map((row) => `${row.month} ${figure(row.due)}`).join(say(["，", ", "]))}
        drawing={{
          shape: "columns",
          labels: plan.map((row) => row.month),
          series: [
            columns(
              say(["应付", "Due"]),
              plan.map((row) => row.due),
            ),
            {
              ...columns(
                say(["已付", "Paid"]),
                plan.map((row) => row.paid),
              ),
              tone: "pale",
            },
          ],
        }}
      />
    </>
  );
}

/** Every contract in force or ended with what became of it. */
export default function ContractLedgerPage() {
  const say = useText();
  return (
    <ReportFrame<"execution", LedgerReply>
      desk={contractReports}
      report="execution"
      sentence={({ reply: { figures }, money }) => (
        <>
          {say(["生效中 ", "In force: "])}
          <b>{figure(figures.running)}</b>
          {say([
            `，共 ${figure(figures.count)} 份，金额 ${money(figures.amount)}；付款逾期 ${figure(figures.overdue)} 份，90 天内到期 ${figure(figures.in90)} 份。`,
            ` of ${figure(figures.count)}, ${money(figures.amount)} in all; ${figure(figures.overdue)} with overdue payments, ${figure(figures.in90)} expire within 90 days.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => ({ path: "contractManage/cctContractEdit", query: { id: row.id }, title: row.contractNum })}
    />
  );
}
