import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purOrderSumPriceStatReport", title: ["采购金额统计", "Spend over time"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const periods = shown.reply.groups["periods"] ?? [];
  const top = (shown.reply.groups["names"] ?? []).slice(0, 5);
  const tones = ["dark", "blue", "good", "warm", "pale"] as const;
  const cell = (period: unknown, id: unknown): number =>
    Number(shown.reply.rows.find((row) => row["period"] === period && (row["id"] ?? "") === id)?.["amount"] ?? 0);
  const rest = (period: unknown, amount: unknown): number => Number(amount) - top.reduce((all, one) => all + cell(period, one["id"]), 0);
  return (
    <ChartFrame
      question={say(["各期买了多少，前五名各占多少", "Spend by month, top five suppliers"])}
      answer={periods.map((row) => `${String(row["period"])} ${figure(row["amount"])}`).join(say(["，", ", "]))}
      choose={opensLines(periods)}
      drawing={{
        shape: "columns",
        labels: periods.map((row) => String(row["period"])),
        series: [
          ...top.map((one, i) => ({
            label: String(one["name"]),
            tone: tones[i]!,
            stack: "all",
            values: periods.map((row) => cell(row["period"], one["id"])),
          })),
          { label: say(["其他", "Others"]), tone: "grey", stack: "all", values: periods.map((row) => rest(row["period"], row["amount"])) },
        ],
      }}
    />
  );
}

/** How much was ordered, when and laid out by what. */
export default function OrderStatPage() {
  const say = useText();
  return (
    <SpendFrame
      report="stat"
      sentence={(shown) => (
        <>
          {say(["共 ", "Total spend "])}
          <b>{shown.money(shown.reply.figures["total"])}</b>
          {say([
            `，${figure(shown.reply.figures["orders"])} 张订单 ${figure(shown.reply.figures["lines"])} 行，平均每单 `,
            ` · ${figure(shown.reply.figures["orders"])} orders · ${figure(shown.reply.figures["lines"])} lines · average order `,
          ])}
          <b>{shown.money(shown.reply.figures["average"])}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
