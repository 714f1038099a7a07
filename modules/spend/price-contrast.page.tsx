import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purOrderPriceContrastReport", title: ["采购价格对比", "Price comparison"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const rows = shown.reply.groups["rows"] ?? [];
  return (
    <ChartFrame
      question={say(["多家供货的物料均价", "Average prices of items with several suppliers"])}
      answer={rows
        .map((row) => `${`${String(row["itemName"]).split(" ")[0]} ${String(row["supplierName"])}`} ${figure(row["average"])}`)
        .join(say(["，", ", "]))}
      drawing={{
        shape: "bars",
        labels: rows.map((row) => `${String(row["itemName"]).split(" ")[0]} ${String(row["supplierName"])}`),
        series: [{ label: say(["均价", "Average"]), tone: "dark", labelled: true, values: rows.map((row) => Number(row["average"])) }],
      }}
    />
  );
}

/** What the same item costs at different suppliers. */
export default function PriceContrastPage() {
  const say = useText();
  return (
    <SpendFrame
      report="contrast"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `比较了 ${figure(figures["items"])} 种物料，其中 ${figure(figures["several"])} 种有多家供货；全按最低均价可省 `,
            `${figure(figures["items"])} items compared, ${figure(figures["several"])} of them from several suppliers; at the lowest averages `,
          ])}
          <b>{figure(figures["saving"])}</b>
          {say(["。", " would be saved."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
