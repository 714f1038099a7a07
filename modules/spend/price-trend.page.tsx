import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "PurItemInquiryTrendReport", title: ["物料价格走势", "Price trend of items"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const months = shown.reply.groups["months"] ?? [];
  const items = shown.reply.groups["items"] ?? [];
  const tones = ["dark", "blue", "good", "warm", "grey"] as const;
  return (
    <ChartFrame
      question={say(["价格指数怎样变化（首月 = 100）", "How the index moved (first month = 100)"])}
      answer={items.map((row) => String(row["name"])).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: months.map((row) => String(row["month"])),
        series: items.map((one, i) => ({
          label: String(one["name"]),
          tone: tones[i]!,
          line: true,
          joined: true,
          values: (one["values"] as (string | null)[]).map((value) => (value === null ? null : Number(value))),
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
            `${figure(figures["items"])} 种物料在 ${figure(figures["months"])} 个月里的订单价格。`,
            `Ordered prices of ${figure(figures["items"])} items over ${figure(figures["months"])} months.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
