import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, type Shown } from "./parts/ReportFrame.tsx";
import type { Row } from "#kernel/report.ts";

export const page = { route: "supplierIntroduceExitReport", title: ["引入与退出", "Onboarded and exited"] };

const n = (row: Row | undefined, key: string): number => Number(row?.[key] ?? 0);

/** Opening, every month's coming and going as steps, closing. */
function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const months = shown.reply.groups["months"] ?? [];
  const labels = [say(["期初", "Opening"]), ...months.map((row) => String(row["month"])), say(["期末", "Closing"])];
  const first = n(months[0], "opening");
  const last = n(months.at(-1), "closing");
  const { introduced, exited } = shown.reply.figures;
  return (
    <ChartFrame
      question={say(["合格供应商从多少变成多少", "Qualified suppliers by month"])}
      note={say(["家，点一月看是谁", "suppliers; click a month to list them"])}
      answer={say([
        `期初 ${first}，引入 ${figure(introduced)}，退出 ${figure(exited)}，期末 ${last}`,
        `Opening ${first}, onboarded ${figure(introduced)}, exited ${figure(exited)}, closing ${last}`,
      ])}
      drawing={{
        shape: "columns",
        whole: true,
        labels,
        series: [
          // What stands below a step is not drawn: only the step is.
          { label: "", tone: "none", stack: "in", values: [0, ...months.map((row) => n(row, "opening")), 0] },
          { label: say(["在库", "In"]), tone: "dark", stack: "in", values: [first, ...months.map(() => 0), last] },
          { label: say(["引入", "Onboarded"]), tone: "good", stack: "in", values: [0, ...months.map((row) => n(row, "introduced")), 0] },
          { label: " ", tone: "none", stack: "out", values: [0, ...months.map((row) => n(row, "closing")), 0] },
          { label: say(["退出", "Exited"]), tone: "warm", stack: "out", values: [0, ...months.map((row) => n(row, "exited")), 0] },
        ],
      }}
      choose={(index) => {
        const month = months[index - 1]?.["month"];
        if (month) shown.choose({ label: String(month), keep: (row) => row["month"] === month });
      }}
    />
  );
}

/** Each supplier that came or went, with its file behind its name. */
function Moves({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const all = shown.reply.groups["moves"] ?? [];
  const rows = shown.chosen ? all.filter(shown.chosen.keep) : all;
  if (all.length === 0) return null;
  const label: Text = ["引入与退出的供应商", "Suppliers onboarded and exited"];
  return (
    <section aria-label={say(label)}>
      <p className="rp-path">
        <b>{say(label)}</b> <span className="pg-pill">{rows.length}</span>
      </p>
      <DataTable
        key={`${shown.chosen?.label ?? ""} ${rows.length}`}
        config={{
          name: "report:passages",
          label,
          selection: false,
          showIndex: false,
          height: "content",
          tools: false,
          rows: rows as Record<string, unknown>[],
          pageSize: 20,
          isShowPage: rows.length > 20,
          columns: [
            { key: "month", title: ["月份", "Month"], width: 120 },
            {
              key: "way",
              title: ["动向", "Movement"],
              width: 120,
              render: (row) => (row["way"] === "IN" ? say(["引入", "Onboarded"]) : say(["退出", "Exited"])),
            },
            {
              key: "supplierName",
              title: ["供应商", "Supplier"],
              width: 320,
              linkTag: true,
              href: (row) => `/main/supplierInfoEdit?id=${encodeURIComponent(String(row["id"]))}`,
              onClick: (row) => void openPage(fileOf(row)!),
            },
          ],
          empty: { title: ["这个月没有供应商引入或退出", "No supplier came or went in this month"] },
        }}
      />
    </section>
  );
}

/** Who came and went in a year. */
export default function IntroduceExitPage() {
  const say = useText();
  return (
    <ReportFrame
      report="introduceExit"
      sentence={({ reply: { figures } }) => (
        <>
          {say([`${String(figures["year"])} 年期初 `, `${String(figures["year"])} opened with `])}
          <b>{figure(figures["opening"])}</b>
          {say([" 家，引入 ", ", onboarded "])}
          <b className="rp-good">{figure(figures["introduced"])}</b>
          {say(["，退出 ", ", exited "])}
          <b className="rp-warm">{figure(figures["exited"])}</b>
          {say(["，期末 ", ", closing with "])}
          <b>{figure(figures["closing"])}</b>
          {say([" 家。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      picks={(row) => ({ label: String(row["month"]), keep: (current) => current["month"] === row["month"] })}
      after={(shown) => <Moves shown={shown} />}
    />
  );
}
