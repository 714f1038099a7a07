import type { Row } from "#kernel/report.ts";
import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { Fragment } from "react";
import { figure, SpendFrame, type Shown, toOrder } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPayableReport", title: ["订单应付", "Payables of orders"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const first = shown.reply.groups["currencies"]?.[0];
  if (!first) return null;
  const at = (key: string): number => Number(first[key] ?? 0);
  // Each step begins where the one before it ended.
  const steps = [
    ["received", say(["收货", "Received"]), 0, "dark"],
    ["returned", say(["退货", "Returned"]), at("received") - at("returned"), "warm"],
    ["paid", say(["已付", "Paid"]), at("payable"), "good"],
    ["payable", say(["应付", "Payable"]), 0, "dark"],
    ["invoiced", say(["已开票", "Invoiced"]), 0, "blue"],
    ["accrued", say(["暂估未开票", "Accrued"]), at("invoiced"), "pale"],
  ] as const;
  return (
    <ChartFrame
      question={say([`${String(first["currency"])} 从收货到应付`, `${String(first["currency"])}: from receipts to what is payable`])}
      answer={steps.map(([key, label]) => `${label} ${figure(first[key])}`).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: steps.map(([, label]) => label),
        series: [
          { label: "", tone: "none", stack: "all", values: steps.map(([, , base]) => base) },
          {
            ...{ label: String(first["currency"]), tone: "dark", stack: "all", labelled: true },
            tones: steps.map(([, , , tone]) => tone),
            values: steps.map(([key]) => at(key)),
          },
        ],
      }}
    />
  );
}

/** What was received and sent back is answered by the postings, everything else by the order. */
const behind = (row: Row, key: string) => {
  if (!["received", "returned"].includes(key)) return toOrder(row);
  return Number(row[key]) === 0 ? null : { path: "transactionsList", query: { orderId: String(row["orderId"]) } };
};

/** From order to payment, order by order. */
export default function OrderPayablePage() {
  const say = useText();
  return (
    <SpendFrame
      report="payable"
      sentence={({ money, reply: { figures, groups } }) => (
        <>
          {say([
            `${String(figures["from"])} 至 ${String(figures["to"])} 的 ${figure(figures["shown"])} 张订单，应付 `,
            `${figure(figures["shown"])} orders from ${String(figures["from"])} to ${String(figures["to"])}, payable `,
          ])}
          {(groups["currencies"] ?? []).map((one, i) => (
            <Fragment key={String(one["currency"])}>
              {i > 0 ? say(["、", ", "]) : ""}
              <b>{money(one["payable"], String(one["currency"]))}</b>
            </Fragment>
          ))}
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={behind}
    />
  );
}
