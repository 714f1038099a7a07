import type { Row } from "#kernel/report.ts";
import { openPage } from "#kernel/web/router.ts";
import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, linesOf, SpendFrame, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPortionPurchaseAmountReport", title: ["采购金额占比", "Shares by amount"] };

/** What an entry is made of: laid out once more, in the end its lines. */
const further = (row: Row) =>
  row["next"]
    ? { path: page.route, query: { ...(row["drill"] as Record<string, string>), dimension: String(row["next"]) } }
    : linesOf(row["drill"]);

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const rows = shown.reply.groups["rows"] ?? [];
  return (
    <ChartFrame
      question={say(["钱花在哪里，累计多少", "Where the money goes"])}
      answer={rows.map((row) => `${String(row["name"])} ${figure(row["amount"])}`).join(say(["，", ", "]))}
      note={say(["点一项看它的构成", "click a bar for details"])}
      choose={(index) => rows[index] && void openPage(further(rows[index]))}
      drawing={{
        shape: "columns",
        labels: rows.map((row) => String(row["name"])),
        series: [
          { label: say(["金额", "Amount"]), tone: "dark", values: rows.map((row) => Number(row["amount"])) },
          {
            label: say(["累计占比", "Cumulative"]),
            tone: "warm",
            line: true,
            axis: "right",
            values: rows.map((row) => (row["cumulative"] === null ? null : Number(row["cumulative"]))),
          },
        ],
      }}
    />
  );
}

/** What the money goes to, from the greatest down. */
export default function AmountSharePage() {
  const say = useText();
  return (
    <SpendFrame
      report="amountShare"
      sentence={({ reply: { figures } }) => (
        <>
          {say(["共 ", "Total spend "])}
          <b>{figure(figures["total"])}</b>
          {say([
            `，${figure(figures["count"])} 项中 A 类 ${figure(figures["classA"])} 项。`,
            `; ${figure(figures["classA"])} of ${figure(figures["count"])} are class A.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={further}
    />
  );
}
