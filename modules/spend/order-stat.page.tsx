import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purOrderSumPriceStatReport", title: ["采购金额统计", "Spend over time"] };

function Charts({ shown }: { readonly shown: Shown<"stat"> }) {
  const say = useText();
  const periods = shown.reply.groups.periods;
  const top = shown.reply.groups.names.slice(0, 5);
  const tones = ["dark", "blue", "good", "warm", "pale"] as const;
  const cell = (period: unknown, id: unknown): number =>
    Number(shown.reply.rows.find((row) => row.period === period && (row.id ?? "") === id)?.amount ?? 0);
  const rest = (period: unknown, amount: unknown): number => Number(amount) - top.reduce((all, row) => all + cell(period, row.id), 0);
  const others = periods.map((row) => rest(row.period, row.amount));
  return (
    <ChartFrame
      question={say(["各期买了多少，前五名各占多少", "Spend by month, top five suppliers"])}
      answer={periods.map((row) => `${row.period} ${figure(row.amount)}`).join(say(["，", ", "]))}
      choose={opensLines(periods)}
      drawing={{
        shape: "columns",
        labels: periods.map((row) => row.period),
        series: [
          ...top.map((entry, i) => ({
            label: entry.name,
            tone: tones[i]!,
            stack: "all",
            values: periods.map((row) => cell(row.period, entry.id)),
          })),
          ...(others.some((value) => value !== 0)
            ? [{ label: say(["其他", "Others"]), tone: "grey" as const, stack: "all", values: others }]
            : []),
        ],
      }}
    />
  );
}

/** So many of what is counted, in English. */
const counted = (n: unknown, what: string): string => `${figure(n)} ${what}${String(n) === "1" ? "" : "s"}`;

/** How much was ordered, when and laid out by what. */
export default function OrderStatPage() {
  const say = useText();
  return (
    <SpendFrame
      report="stat"
      sentence={(shown) => (
        <>
          {say(["共 ", "Total spend "])}
          <b>{shown.money(shown.reply.figures.total)}</b>
          {say([
            `，${figure(shown.reply.figures.orders)} 张订单 ${figure(shown.reply.figures.lines)} 行，平均每单 `,
            ` · ${counted(shown.reply.figures.orders, "order")} · ${counted(shown.reply.figures.lines, "line")} · average order `,
          ])}
          <b>{shown.money(shown.reply.figures.average)}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
