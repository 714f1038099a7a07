import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPortionSupplierReport", title: ["供应商份额", "Spend share by supplier"] };

const tones = ["dark", "blue", "good", "warm", "pale", "grey"] as const;

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const rows = (shown.reply.groups["suppliers"] ?? []).slice(0, tones.length);
  const amounts = rows.map((row) => Number(row["amount"]));
  // The ring is the whole: whoever is too small to be named is in it too.
  const others = Number(shown.reply.figures["total"] ?? 0) - amounts.reduce((a, b) => a + b, 0);
  const rest = others > 0 ? [{ name: say(["其他", "Others"]), amount: others }] : [];
  return (
    <ChartFrame
      question={say(["各供应商占多少", "Share by supplier"])}
      answer={rows.map((row) => `${String(row["name"])} ${figure(row["share"], "%")}`).join(say(["，", ", "]))}
      choose={opensLines(rows)}
      drawing={{
        shape: "donut",
        labels: [...rows.map((row) => String(row["name"])), ...rest.map((one) => one.name)],
        tones: [...rows.map((_, i) => tones[i]!), "faint"],
        series: [{ label: say(["金额", "Amount"]), tone: "dark", values: [...amounts, ...rest.map((one) => one.amount)] }],
      }}
    />
  );
}

/** Who has how much of what is bought. */
export default function SupplierSharePage() {
  const say = useText();
  return (
    <SpendFrame
      report="supplierShare"
      sentence={({ reply: { figures } }) => (
        <>
          {say([`${figure(figures["suppliers"])} 家供应商共 `, `${figure(figures["suppliers"])} suppliers, total `])}
          <b>{figure(figures["total"])}</b>
          {figures["first"] ? (
            <>
              {say([`，最大的是 ${String(figures["first"])} `, `, largest: ${String(figures["first"])} with `])}
              <b>{figure(figures["firstShare"], "%")}</b>
            </>
          ) : null}
          {say([`，集中度 ${figure(figures["hhi"])}。`, `; concentration ${figure(figures["hhi"])}.`])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
