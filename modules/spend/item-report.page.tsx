import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderItemReport", title: ["物料采购分析", "Items bought"] };

function Charts({ shown }: { readonly shown: Shown<"item"> }) {
  const say = useText();
  const rows = shown.reply.groups.rows;
  return (
    <ChartFrame
      question={say(["哪些物料花钱最多", "Top items by spend"])}
      answer={rows.map((row) => `${row.itemName} ${figure(row.amount)}`).join(say(["，", ", "]))}
      choose={opensLines(rows)}
      drawing={{
        shape: "bars",
        labels: rows.map((row) => row.itemName),
        series: [{ label: say(["金额", "Amount"]), tone: "dark", values: rows.map((row) => Number(row.amount)) }],
      }}
    />
  );
}

/** What each item cost, from how many, and how long it took. */
export default function ItemReportPage() {
  const say = useText();
  return (
    <SpendFrame
      report="item"
      sentence={(shown) => (
        <>
          {say([`${figure(shown.reply.figures.items)} 种物料共 `, `${figure(shown.reply.figures.items)} items worth `])}
          <b>{shown.money(shown.reply.figures.total)}</b>
          {say([
            `，A 类 ${figure(shown.reply.figures.classA)} 种，平均到货周期 `,
            `, ${figure(shown.reply.figures.classA)} of them class A, average lead time `,
          ])}
          <b>{figure(shown.reply.figures.leadDays)}</b>
          {say([" 天。", " days."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
