import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, linesOf, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "PurItemInquiryTrendReport", title: ["物料价格走势", "Price trend of items"] };

function Charts({ shown }: { readonly shown: Shown<"priceTrend"> }) {
  const say = useText();
  const months = shown.reply.groups.months;
  const items = shown.reply.groups.items;
  const tones = ["dark", "blue", "good", "warm", "grey"] as const;
  const numbers = (values: readonly (string | null)[]) => values.map((value) => (value === null ? null : Number(value)));
  const [only, ...others] = items;
  if (only && others.length === 0)
    return (
      <ChartFrame
        question={say([`${only.name} 的协议价与订单价`, `Agreed and ordered prices of ${only.name}`])}
        answer={months.map((row) => row.month).join(say(["，", ", "]))}
        drawing={{
          shape: "columns",
          near: true,
          labels: months.map((row) => row.month),
          series: [
            { label: say(["订单均价", "Ordered"]), tone: "dark", line: true, joined: true, values: numbers(only.ordered) },
            { label: say(["最低订单价", "Lowest ordered"]), tone: "good", line: true, joined: true, values: numbers(only.least) },
            { label: say(["协议价", "Agreed"]), tone: "warm", line: true, joined: true, values: numbers(only.agreed) },
          ],
        }}
      />
    );
  // Months in which none of them was ordered have no index.
  const drawn = months.map((_, i) => i).filter((i) => items.some((candidate) => candidate.values[i] !== null));
  return (
    <ChartFrame
      question={say(["价格指数怎样变化（首月 = 100）", "Price index (first month = 100)"])}
      answer={items.map((row) => row.name).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        near: true,
        labels: drawn.map((at) => String(months[at]!.month)),
        series: items.map((entry, i) => ({
          label: entry.name,
          tone: tones[i]!,
          line: true,
          joined: true,
          values: drawn.map((at) => numbers(entry.values)[at]!),
        })),
      }}
    />
  );
}

/** How prices of items moved, month by month. */
export default function PriceTrendPage() {
  const say = useText();
  return (
    <SpendFrame
      report="priceTrend"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `${figure(figures.items)} 种物料在 ${figure(figures.months)} 个月里的协议价与订单价。`,
            `Agreed and ordered prices of ${figure(figures.items)} items over ${figure(figures.months)} months.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row, key) => {
        if (key === "agreed") return row.agreed ? { path: "purAgreementList", query: { "lines.itemId": row.itemId } } : null;
        return row.drill ? linesOf(row.drill) : null;
      }}
    />
  );
}
