import { openPage } from "#kernel/web/router.ts";
import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, linesOf, SpendFrame, type RowOf, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPortionPurchaseAmountReport", title: ["采购金额占比", "Shares by amount"] };

/** What an entry is made of: laid out once more, in the end its lines. */
const further = (row: RowOf<"amountShare">) =>
  row.next ? { path: page.route, query: { ...row.drill, dimension: row.next } } : linesOf(row.drill);

/** So many bars are told apart at a glance. */
const most = 12;

function Charts({ shown }: { readonly shown: Shown<"amountShare"> }) {
  const say = useText();
  const rows = shown.reply.groups.rows;
  const shares = rows.map((row) => (row.cumulative === null ? null : Number(row.cumulative)));
  return (
    <>
      <ChartFrame
        question={say(["钱花在哪里", "Where the money goes"])}
        answer={rows.map((row) => `${row.name} ${figure(row.amount)}`).join(say(["，", ", "]))}
        note={say(["点一条看它的构成", "click a bar for details"])}
        choose={(index) => rows[index] && void openPage(further(rows[index]))}
        drawing={{
          shape: "bars",
          labels: rows.slice(0, most).map((row) => row.name),
          series: [
            {
              label: say(["金额", "Amount"]),
              tone: "dark",
              labelled: true,
              values: rows.slice(0, most).map((row) => Number(row.amount)),
            },
          ],
        }}
      />
      <ChartFrame
        question={say(["前几名累计占多少", "Share of the first ones together"])}
        answer={shares.map((share, i) => `${i + 1}: ${figure(share, "%")}`).join(say(["，", ", "]))}
        note={say(["横轴为排名", "by rank"])}
        drawing={{
          shape: "columns",
          labels: rows.map((_, i) => String(i + 1)),
          series: [{ label: say(["累计占比", "Cumulative"]), tone: "dark", line: true, percent: true, values: shares }],
        }}
      />
    </>
  );
}

/** What the money goes to, from the greatest down. */
export default function AmountSharePage() {
  const say = useText();
  return (
    <SpendFrame
      report="amountShare"
      sentence={(shown) => (
        <>
          {say(["共 ", "Total spend "])}
          <b>{shown.money(shown.reply.figures.total)}</b>
          {say([
            `，${figure(shown.reply.figures.count)} 项中 A 类 ${figure(shown.reply.figures.classA)} 项。`,
            `; ${figure(shown.reply.figures.classA)} of ${figure(shown.reply.figures.count)} are class A.`,
          ])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={further}
    />
  );
}
