import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, linesOf, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "QualifiedSupplierReport", title: ["合格货源覆盖", "Source coverage"] };

function Charts({ shown }: { readonly shown: Shown<"sources"> }) {
  const say = useText();
  const rows = shown.reply.groups.rows;
  return (
    <ChartFrame
      question={say(["各品类有几家货源", "Sources by category"])}
      answer={rows.map((row) => `${row.name} ${figure(row.items)}`).join(say(["，", ", "]))}
      drawing={{
        shape: "bars",
        whole: true,
        labels: rows.map((row) => row.name),
        series: [
          { label: say(["无货源", "None"]), tone: "warm", stack: "all", values: rows.map((row) => Number(row.none)) },
          { label: say(["一家", "One"]), tone: "pale", stack: "all", values: rows.map((row) => Number(row.single)) },
          { label: say(["两家及以上", "Two or more"]), tone: "dark", stack: "all", values: rows.map((row) => Number(row.several)) },
        ],
      }}
    />
  );
}

/** How well items are covered by approved sources. */
export default function SourceCoveragePage() {
  const say = useText();
  return (
    <SpendFrame
      report="sources"
      sentence={(shown) => (
        <>
          {say([
            `${shown.reply.figures.day} 有 ${figure(shown.reply.figures.items)} 个组织物料，无货源 `,
            `On ${shown.reply.figures.day}, items without a source (of ${figure(shown.reply.figures.items)}): `,
          ])}
          <b className={Number(shown.reply.figures.none) > 0 ? "rp-warm" : "rp-good"}>{figure(shown.reply.figures.none)}</b>
          {say(["，仅一家 ", ", with one "])}
          <b>{figure(shown.reply.figures.single)}</b>
          {say(["；近 12 个月清单外采购 ", "; spend outside the lists in 12 months "])}
          <b>{shown.money(shown.reply.figures.offAmount)}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row, key) => {
        if (key !== "offAmount") return { path: "srmPurAslList", query: row.drill };
        return row.drillOff ? linesOf(row.drillOff) : null;
      }}
    />
  );
}
