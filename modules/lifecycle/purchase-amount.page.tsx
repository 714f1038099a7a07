import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, type Shown } from "./parts/ReportFrame.tsx";

export const page = { route: "supplierPurchaseAmount", title: ["供应商采购金额", "Spend by supplier"] };

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

function Months({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const months = shown.reply.groups["months"] ?? [];
  const { year, last } = shown.reply.figures;
  if (months.length === 0) return null;
  return (
    <ChartFrame
      question={say(["每月买了多少，比上年如何", "Spend by month against last year"])}
      answer={months.map((row) => `${String(row["name"])} ${figure(row["amount"])}`).join(say(["，", ", "]))}
      drawing={{
        shape: "columns",
        labels: months.map((row) => String(row["name"]).slice(5)),
        series: [
          { label: String(year), tone: "dark", values: months.map((row) => numberOf(row["amount"])) },
          { label: String(last), tone: "grey", line: true, values: months.map((row) => numberOf(row["lastAmount"])) },
        ],
      }}
    />
  );
}

/** What was bought from whom. */
export default function PurchaseAmountPage() {
  const say = useText();
  return (
    <ReportFrame
      report="purchaseAmount"
      sentence={({ money, reply: { figures, rows } }) =>
        figures["total"] === null ? (
          say([
            `没有金额可以统计，列出 ${rows.length} 家合格与试用供应商。`,
            `No amounts to count; ${rows.length} qualified and trial suppliers are listed.`,
          ])
        ) : (
          <>
            {say([`${String(figures["year"])} 年共 `, `${String(figures["year"])} total `])}
            <b>{money(figures["total"])}</b>
            {figures["growth"] === null ? null : (
              <>
                {say(["，比上年同期 ", ", against the same months of last year "])}
                <b>{figure(figures["growth"], "%")}</b>
              </>
            )}
            {say([`；集中度 HHI ${figure(figures["hhi"])}。`, `; concentration HHI ${figure(figures["hhi"])}.`])}
          </>
        )
      }
      charts={(shown) => <Months shown={shown} />}
      opens={(row) => fileOf(row)}
    />
  );
}
