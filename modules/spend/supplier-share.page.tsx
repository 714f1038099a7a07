import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, opensLines, SpendFrame, type RowOf, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "orderPortionSupplierReport", title: ["供应商份额", "Spend share by supplier"] };

/** So many bars are told apart at a glance. */
const most = 12;

/** The groups in which most is bought from few, from the greatest down. */
function concentrated(rows: readonly RowOf<"supplierShare">[]): readonly RowOf<"supplierShare">[] {
  const groups = [...new Map(rows.map((row) => [String(row.groupName), row])).values()];
  return groups.toSorted((a, b) => Number(b.hhi) - Number(a.hhi)).slice(0, most);
}

function Charts({ shown }: { readonly shown: Shown<"supplierShare"> }) {
  const say = useText();
  const rows = shown.reply.groups.suppliers.slice(0, most);
  const groups = concentrated(shown.reply.rows);
  return (
    <>
      <ChartFrame
        question={say(["各供应商占多少", "Share by supplier"])}
        note={say(["点一条看订单行", "click a bar for its lines"])}
        answer={rows.map((row) => `${row.name} ${figure(row.share, "%")}`).join(say(["，", ", "]))}
        choose={opensLines(rows)}
        drawing={{
          shape: "bars",
          labels: rows.map((row) => row.name),
          series: [
            {
              label: say(["占比", "Share"]),
              tone: "dark",
              labelled: true,
              percent: true,
              values: rows.map((row) => Number(row.share)),
            },
          ],
        }}
      />
      <ChartFrame
        question={say(["哪里最依赖少数供应商", "Where few suppliers have most"])}
        note={say(["集中度 HHI，一家独占为 10,000", "HHI; 10,000 is one supplier alone"])}
        answer={groups.map((row) => `${String(row.groupName)} ${figure(row.hhi)}`).join(say(["，", ", "]))}
        choose={(index) => {
          const name = groups[index]?.groupName;
          if (name) shown.choose({ label: String(name), mark: index, keep: (row) => row.groupName === name });
        }}
        drawing={{
          shape: "bars",
          whole: true,
          ...(shown.chosen?.mark === undefined ? {} : { pressed: shown.chosen.mark }),
          labels: groups.map((row) => String(row.groupName)),
          series: [{ label: "HHI", tone: "dark", labelled: true, values: groups.map((row) => Number(row.hhi)) }],
        }}
      />
    </>
  );
}

/** Who has how much of what is bought. */
export default function SupplierSharePage() {
  const say = useText();
  return (
    <SpendFrame
      report="supplierShare"
      sentence={(shown) => (
        <>
          {say([`${figure(shown.reply.figures.suppliers)} 家供应商共 `, `${figure(shown.reply.figures.suppliers)} suppliers, total `])}
          <b>{shown.money(shown.reply.figures.total)}</b>
          {shown.reply.figures.first ? (
            <>
              {say([`，最大的是 ${shown.reply.figures.first} `, `, largest: ${shown.reply.figures.first} with `])}
              <b>{figure(shown.reply.figures.firstShare, "%")}</b>
            </>
          ) : null}
          {say([`，集中度 ${figure(shown.reply.figures.hhi)}。`, `; concentration ${figure(shown.reply.figures.hhi)}.`])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
    />
  );
}
