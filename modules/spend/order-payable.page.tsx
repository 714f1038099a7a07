import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { Fragment } from "react";
import { figure, SpendFrame, type RowOf, type Shown, toOrder } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPayableReport", title: ["订单应付", "Payables of orders"] };

function Charts({ shown }: { readonly shown: Shown<"payable"> }) {
  const say = useText();
  const first = shown.reply.groups.currencies?.[0];
  if (!first) return null;
  const at = (key: "received" | "returned" | "paid" | "payable" | "invoiced" | "accrued"): number => Number(first[key]);
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
      question={say([`${first.currency} 从收货到应付`, `${first.currency}: from receipts to what is payable`])}
      answer={steps.map(([key, label]) => `${label} ${figure(first[key])}`).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: steps.map(([, label]) => label),
        series: [
          { label: "", tone: "none", stack: "all", values: steps.map(([, , base]) => base) },
          {
            label: first.currency,
            tone: "dark",
            stack: "all",
            labelled: true,
            tones: steps.map(([, , , tone]) => tone),
            values: steps.map(([key]) => at(key)),
          },
        ],
      }}
    />
  );
}

/** What was received and sent back is answered by the postings, everything else by the order. */
const behind = (row: RowOf<"payable">, key: keyof RowOf<"payable">) => {
  if (key !== "received" && key !== "returned") return toOrder(row);
  return Number(row[key]) === 0 ? null : { path: "transactionsList", query: { orderId: row.orderId } };
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
            `${figures.from} 至 ${figures.to} 的 ${figure(figures.shown)} 张订单，应付 `,
            `${figure(figures.shown)} orders from ${figures.from} to ${figures.to}, payable `,
          ])}
          {groups.currencies.map((currency, i) => (
            <Fragment key={currency.currency}>
              {i > 0 ? say(["、", ", "]) : ""}
              <b>{money(currency.payable, currency.currency)}</b>
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
