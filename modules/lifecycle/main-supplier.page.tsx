import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, type Shown } from "./parts/ReportFrame.tsx";

export const page = { route: "mainSupplierScheduleList", title: ["主要供应商一览", "Main suppliers"] };

function Pareto({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const rows = shown.reply.groups["pareto"] ?? [];
  if (rows.length === 0) return null;
  return (
    <ChartFrame
      question={say(["少数供应商占了多少", "Spend concentration"])}
      note={say(["点一柱看供应商", "click a column for the supplier"])}
      answer={rows.map((row) => `${String(row["supplierName"])} ${figure(row["share"], "%")}`).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: rows.map((row) => String(row["supplierName"])),
        series: [
          { label: say(["收货金额", "Received"]), tone: "pale", values: rows.map((row) => Number(row["amount"])) },
          {
            label: say(["累计占比%", "Cumulative %"]),
            tone: "dark",
            line: true,
            axis: "right",
            values: rows.map((row) => Number(row["cumulative"])),
          },
        ],
      }}
      choose={(index) => {
        const one = rows[index];
        if (one) shown.choose({ label: String(one["supplierName"]), keep: (row) => row["id"] === one["id"] });
      }}
    />
  );
}

/** The suppliers that matter most, as customers' auditors ask for them. */
export default function MainSupplierPage() {
  const say = useText();
  return (
    <ReportFrame
      report="mainSupplier"
      sentence={({ reply: { figures, rows } }) =>
        figures["total"] === null ? (
          say([
            `没有金额可以排名，列出 ${rows.length} 家合格与试用供应商。`,
            `No amounts to rank by; ${rows.length} qualified and trial suppliers are listed.`,
          ])
        ) : (
          <>
            {say([
              `${String(figures["from"])} 至 ${String(figures["to"])} 收货 `,
              `Received from ${String(figures["from"])} to ${String(figures["to"])}: `,
            ])}
            <b>
              {figure(figures["total"])} {String(figures["currency"])}
            </b>
            {say([`，${figure(figures["of"])} 家中 `, `; of ${figure(figures["of"])} ${figures["of"] === 1 ? "supplier" : "suppliers"} `])}
            <b>{figure(figures["main"])}</b>
            {say([` 家占到 ${figure(figures["share"])}%。`, ` make up ${figure(figures["share"])}%.`])}
          </>
        )
      }
      charts={(shown) => <Pareto shown={shown} />}
      opens={(row) => fileOf(row)}
    />
  );
}
