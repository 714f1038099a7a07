import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, type Shown } from "./parts/ReportFrame.tsx";

export const page = { route: "mainSupplierScheduleList", title: ["主要供应商一览", "Main suppliers"] };

/** So many bars are told apart at a glance. */
const most = 12;

function Pareto({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const rows = shown.reply.groups["pareto"] ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <ChartFrame
        question={say(["向谁收货最多", "Largest suppliers"])}
        note={say(["点一条看供应商", "click a bar for the supplier"])}
        answer={rows.map((row) => `${String(row["supplierName"])} ${figure(row["share"], "%")}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          ...(shown.chosen?.mark === undefined ? {} : { pressed: shown.chosen.mark }),
          labels: rows.slice(0, most).map((row) => String(row["supplierName"])),
          series: [
            {
              label: say(["收货金额", "Received"]),
              tone: "dark",
              labelled: true,
              values: rows.slice(0, most).map((row) => Number(row["amount"])),
            },
          ],
        }}
        choose={(index) => {
          const entry = rows[index];
          if (entry) shown.choose({ label: String(entry["supplierName"]), mark: index, keep: (row) => row["id"] === entry["id"] });
        }}
      />
      <ChartFrame
        question={say(["少数供应商占了多少", "Spend concentration"])}
        note={say(["横轴为排名", "by rank"])}
        answer={rows.map((row) => `${figure(row["rank"])}: ${figure(row["cumulative"], "%")}`).join(say(["，", ", "]))}
        drawing={{
          shape: "columns",
          labels: rows.map((row) => String(row["rank"])),
          series: [
            {
              label: say(["累计占比", "Cumulative"]),
              tone: "dark",
              line: true,
              percent: true,
              values: rows.map((row) => Number(row["cumulative"])),
            },
          ],
        }}
      />
    </>
  );
}

/** The suppliers that matter most, as customers' auditors ask for them. */
export default function MainSupplierPage() {
  const say = useText();
  return (
    <ReportFrame
      report="mainSupplier"
      sentence={({ money, reply: { figures, rows } }) =>
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
            <b>{money(figures["total"])}</b>
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
