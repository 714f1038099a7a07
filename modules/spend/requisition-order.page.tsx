import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purRequisitionPoReport", title: ["申请转订单", "Requisitions to orders"] };

/** The parts of a box from nothing to the longest wait. */
const parts = [
  [["至最短", "Minimum"], "faint"],
  [["至四分之一", "Quartile 1"], "pale"],
  [["至一半", "Median"], "blue"],
  [["至四分之三", "Quartile 3"], "dark"],
  [["至最长", "Maximum"], "pale"],
] as const;

function Charts({ shown }: { readonly shown: Shown<"requisitionOrder"> }) {
  const say = useText();
  const words = {
    requested: say(["申请", "Requested"]),
    approved: say(["批准", "Approved"]),
    ordered: say(["下单", "Ordered"]),
    confirmed: say(["供应商确认", "Confirmed"]),
  };
  const rows = shown.reply.groups.funnel;
  const label = (row: (typeof rows)[number]): string => words[row.step];
  const boxes = shown.reply.rows.flatMap(({ name, box }) => (box ? [{ name, box }] : []));
  return (
    <>
      <ChartFrame
        question={say(["申请走到哪一步", "Requisition progress"])}
        answer={rows.map((row) => `${label(row)} ${figure(row.count)}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: rows.map(label),
          series: [{ label: say(["行", "Lines"]), tone: "dark", labelled: true, values: rows.map((row) => Number(row.count)) }],
        }}
      />
      <ChartFrame
        question={say(["各采购员批准后多久下单", "Days from approval to order, by buyer"])}
        note={say(["工作日：最短、四分之一、一半、四分之三、最长", "working days: minimum, quartile 1, median, quartile 3, maximum"])}
        answer={boxes.map((row) => `${row.name} ${row.box.join(" – ")}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: boxes.map((row) => row.name),
          series: parts.map(([label, tone], i) => ({
            label: say(label),
            tone,
            stack: "all",
            values: boxes.map((row) => Number((row.box[i]! - (i === 0 ? 0 : row.box[i - 1]!)).toFixed(2))),
          })),
        }}
      />
    </>
  );
}

/** How far and how quickly requisitions became orders. */
export default function RequisitionOrderPage() {
  const say = useText();
  return (
    <SpendFrame
      report="requisitionOrder"
      sentence={({ reply: { figures } }) => (
        <>
          {say([`${figure(figures.lines)} 行申请，转化率 `, `${figure(figures.lines)} lines requested, converted `])}
          <b>{figure(figures.rate, figures.rate === null ? "" : "%")}</b>
          {say([
            `，批准后平均 ${figure(figures.orderDays)} 个工作日下单，逾期 `,
            `, average ${figure(figures.orderDays)} working days from approval to order, overdue `,
          ])}
          <b className={Number(figures.overdue) > 0 ? "rp-warm" : "rp-good"}>{figure(figures.overdue)}</b>
          {say([" 行。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => ({ path: "purRequisitionReport", query: row.drill })}
    />
  );
}
