import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, linesOf, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purOrderSumPriceRateReport", title: ["采购金额增长", "Spend growth"] };

function Charts({ shown }: { readonly shown: Shown<"rate"> }) {
  const say = useText();
  const rows = shown.reply.groups.months;
  return (
    <ChartFrame
      question={say(["每月金额与环比、同比", "Spend with monthly and yearly growth"])}
      answer={rows.map((row) => `${row.month.slice(5)} ${figure(row.amount)}`).join(say(["，", ", "]))}
      choose={opensLines(rows)}
      drawing={{
        shape: "columns",
        labels: rows.map((row) => row.month.slice(5)),
        series: [
          { label: say(["金额", "Amount"]), tone: "dark", values: rows.map((row) => Number(row.amount)) },
          {
            label: say(["环比", "Month on month"]),
            tone: "blue",
            line: true,
            axis: "right",
            values: rows.map((row) => (row.monthRate === null ? null : Number(row.monthRate))),
          },
          {
            label: say(["同比", "Year on year"]),
            tone: "good",
            line: true,
            axis: "right",
            values: rows.map((row) => (row.yearRate === null ? null : Number(row.yearRate))),
          },
        ],
      }}
    />
  );
}

/** How purchases grew against the month and the year before. */
export default function OrderRatePage() {
  const say = useText();
  return (
    <SpendFrame
      report="rate"
      sentence={(shown) => (
        <>
          {say([`${shown.reply.figures.year} 年累计 `, `${shown.reply.figures.year} to date `])}
          <b>{shown.money(shown.reply.figures.total)}</b>
          {shown.reply.figures.rate === null ? null : (
            <>
              {say(["，同比 ", ", year on year "])}
              <b>{figure(shown.reply.figures.rate, "%")}</b>
            </>
          )}
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row, key) =>
        Number(row[key]) === 0 ? null : linesOf(row[key === "lastMonth" ? "drillMonth" : key === "lastYear" ? "drillYear" : "drill"])
      }
    />
  );
}
