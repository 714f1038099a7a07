import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type RowOf, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purOrderPriceContrastReport", title: ["采购价格对比", "Price comparison"] };

/** An item's name without the code that follows it: a bar has little room. */
const nameIn = (row: RowOf<"contrast">): string => row.itemName.replace(/ \S+$/, "");

function Charts({ shown }: { readonly shown: Shown<"contrast"> }) {
  const say = useText();
  const rows = shown.reply.groups.rows;
  const [months, lines] = [shown.reply.groups.months, shown.reply.groups.lines];
  const label = (row: (typeof rows)[number]): string => `${nameIn(row)} · ${row.supplierName}`;
  const tones = ["dark", "warm", "good", "blue", "pale", "grey"] as const;
  const first = months[0]?.itemName ?? "";
  return (
    <>
      <ChartFrame
        question={say(["多家供货的物料：均价比最低高多少", "Multi-source items: how far above the lowest average"])}
        answer={rows.map((row) => `${label(row)} ${figure(row.gap, "%")}`).join(say(["，", ", "]))}
        choose={opensLines(rows)}
        drawing={{
          shape: "bars",
          labels: rows.map(label),
          // prices of different items share no axis; how far each is above the lowest does
          series: [
            {
              label: say(["与最低差", "Gap"]),
              tone: "dark",
              labelled: true,
              percent: true,
              values: rows.map((row) => Number(row.gap ?? 0)),
            },
          ],
        }}
      />
      <ChartFrame
        question={say([`${first} 各家价格的走势`, `Price of ${first} by supplier`])}
        answer={lines.map((line) => line.name).join(say(["，", ", "]))}
        choose={opensLines(months)}
        drawing={{
          shape: "columns",
          near: true,
          labels: months.map((row) => row.month),
          series: lines.map((line, i) => ({
            label: line.name,
            tone: tones[i % tones.length]!,
            line: true,
            joined: true,
            values: line.values.map((price) => (price === null ? null : Number(price))),
          })),
        }}
      />
    </>
  );
}

/** What the same item costs at different suppliers. */
export default function PriceContrastPage() {
  const say = useText();
  return (
    <SpendFrame
      report="contrast"
      sentence={(shown) => (
        <>
          {say([
            `比较了 ${figure(shown.reply.figures.items)} 种物料，其中 ${figure(shown.reply.figures.several)} 种有多家供货；全按最低均价可省 `,
            `${figure(shown.reply.figures.items)} items compared, ${figure(shown.reply.figures.several)} of them from several suppliers; at the lowest averages `,
          ])}
          <b>{shown.money(shown.reply.figures.saving)}</b>
          {say(["。", " could be saved."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
