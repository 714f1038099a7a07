import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purRequisitionPoReport", title: ["申请转订单", "Requisitions to orders"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const words = {
    requested: say(["申请", "Requested"]),
    approved: say(["批准", "Approved"]),
    ordered: say(["下单", "Ordered"]),
    confirmed: say(["供应商确认", "Confirmed"]),
  };
  const rows = shown.reply.groups["funnel"] ?? [];
  const label = (row: (typeof rows)[number]): string => words[row["step"] as keyof typeof words];
  return (
    <>
      <ChartFrame
        question={say(["申请走到哪一步", "How far requisitions came"])}
        answer={rows.map((row) => `${label(row)} ${figure(row["count"])}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: rows.map(label),
          series: [{ label: say(["行", "Lines"]), tone: "dark", labelled: true, values: rows.map((row) => Number(row["count"])) }],
        }}
      />
      <ChartFrame
        question={say(["各采购员多久下单", "How long each buyer takes"])}
        answer={shown.reply.rows.map((row) => `${String(row["name"])} ${figure(row["orderDays"])}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          labels: shown.reply.rows.map((row) => String(row["name"])),
          series: [
            {
              label: say(["批准天数", "Approval days"]),
              tone: "pale",
              stack: "all",
              values: shown.reply.rows.map((row) => Number(row["approveDays"] ?? 0)),
            },
            {
              label: say(["下单天数", "Days to order"]),
              tone: "blue",
              stack: "all",
              values: shown.reply.rows.map((row) => Number(row["orderDays"] ?? 0)),
            },
          ],
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
          {say([`${figure(figures["lines"])} 行申请，转化率 `, `${figure(figures["lines"])} lines asked for, converted `])}
          <b>{figure(figures["rate"], figures["rate"] === null ? "" : "%")}</b>
          {say([
            `，批准后平均 ${figure(figures["orderDays"])} 个工作日下单，逾期 `,
            `, ordered ${figure(figures["orderDays"])} working days after approval on average, overdue `,
          ])}
          <b className={Number(figures["overdue"]) > 0 ? "rp-warm" : "rp-good"}>{figure(figures["overdue"])}</b>
          {say([" 行。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => ({ path: "purRequisitionReport", query: (row["drill"] ?? {}) as Record<string, string> })}
    />
  );
}
