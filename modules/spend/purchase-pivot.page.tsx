import { useLanguage, useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { addMonths } from "#kernel/days.ts";
import { figure, linesOf, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPurchaseReport2", title: ["采购透视", "Purchase pivot"] };

const monthName = (month: number, language: string): string =>
  language === "CN"
    ? `${month}月`
    : new Date(`${addMonths("2000-01-01", month - 1)}T00:00:00Z`).toLocaleString("en-US", { month: "short", timeZone: "UTC" });

function Charts({ shown }: { readonly shown: Shown<"pivot"> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const rows = shown.reply.groups.months;
  return (
    <ChartFrame
      question={say(["一年里怎样变化", "Trend over the year"])}
      answer={rows.map((row) => `${row.month} ${figure(row.value)}`).join(say(["，", ", "]))}
      choose={opensLines(rows)}
      drawing={{
        shape: "columns",
        labels: rows.map((row) => monthName(Number(row.month), language)),
        series: [
          {
            label: say(["合计", "Total"]),
            tone: "dark",
            line: true,
            values: rows.map((row) => (row.value === null ? null : Number(row.value))),
          },
        ],
      }}
    />
  );
}

/** One measure of a year with its months across. */
export default function PurchasePivotPage() {
  const say = useText();
  return (
    <SpendFrame
      report="pivot"
      sentence={({ money, reply: { figures } }) => (
        <>
          {figures.total === null
            ? say([`${figures.year} 年，多种单位不合计`, `${figures.year}: several units, not added`])
            : say([`${figures.year} 年合计 `, `${figures.year} total `])}
          {figures.total === null ? null : <b>{figures.isMoney ? money(figures.total) : figure(figures.total)}</b>}
          {figures.first
            ? say([
                `，最大的是 ${figures.first}（${figure(figures.best, "%")}）`,
                `, highest: ${figures.first} (${figure(figures.best, "%")})`,
              ])
            : ""}
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row, key) => linesOf(/^m\d+$/.test(key) ? row.months[Number(key.slice(1)) - 1] : row.drill)}
    />
  );
}
