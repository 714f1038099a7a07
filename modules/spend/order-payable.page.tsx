import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, type Shown, toOrder } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPayableReport", title: ["订单应付", "Payables of orders"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const first = shown.reply.groups["currencies"]?.[0];
  if (!first) return null;
  const steps = [
    ["ordered", say(["订单", "Ordered"])],
    ["received", say(["收货", "Received"])],
    ["returned", say(["退货", "Returned"])],
    ["invoiced", say(["开票", "Invoiced"])],
    ["paid", say(["已付", "Paid"])],
    ["payable", say(["应付", "Payable"])],
  ] as const;
  return (
    <ChartFrame
      question={say([`${String(first["currency"])} 从订单到应付`, `${String(first["currency"])}: from orders to what is payable`])}
      answer={steps.map(([key, label]) => `${label} ${figure(first[key])}`).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: steps.map(([, label]) => label),
        series: [{ label: String(first["currency"]), tone: "dark", labelled: true, values: steps.map(([key]) => Number(first[key])) }],
      }}
    />
  );
}

/** From order to payment, order by order. */
export default function OrderPayablePage() {
  const say = useText();
  return (
    <SpendFrame
      report="payable"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `${String(figures["from"])} 至 ${String(figures["to"])} 的 ${figure(figures["shown"])} 张订单。`,
            `${figure(figures["shown"])} orders from ${String(figures["from"])} to ${String(figures["to"])}.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={toOrder}
    />
  );
}
