import { useText } from "#kernel/web/language.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, type Shown } from "./parts/ReportFrame.tsx";

export const page = { route: "noTransactionReport", title: ["无交易供应商", "Inactive suppliers"] };

const bounds: Readonly<Record<string, readonly [number, number]>> = { "24+": [24, 1e9], "12–23": [12, 24], "6–11": [6, 12], "0–5": [0, 6] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const buckets = shown.reply.groups["buckets"] ?? [];
  return (
    <ChartFrame
      question={say(["闲置了多久", "Idle months"])}
      note={say(["月，点一柱看供应商", "months; click a column to list them"])}
      answer={buckets.map((row) => `${String(row["name"])} ${String(row["count"])}`).join(say(["，", ", "]))}
      height={220}
      drawing={{
        shape: "columns",
        whole: true,
        labels: buckets.map((row) => String(row["name"])),
        series: [
          {
            label: say(["家数", "Suppliers"]),
            tone: "pale",
            labelled: true,
            values: buckets.map((row) => Number(row["count"])),
            tones: buckets.map((row) => (row["name"] === "24+" ? "warm" : null)),
          },
        ],
      }}
      choose={(index) => {
        const name = String(buckets[index]?.["name"]);
        const [from, to] = bounds[name] ?? [0, 1e9];
        shown.choose({
          label: say([`${name} 个月`, `${name} months`]),
          keep: (row) => Number(row["idleMonths"]) >= from && Number(row["idleMonths"]) < to,
        });
      }}
    />
  );
}

/** Suppliers that could be traded with and are not. */
export default function NoTransactionPage() {
  const say = useText();
  const viewer = useViewer();
  const create = viewer.may("btnCreateDaily");
  return (
    <ReportFrame
      report="noTransaction"
      sentence={({ reply: { figures } }) => (
        <>
          {say(["合格与试用的 ", "Of "])}
          <b>{figure(figures["of"])}</b>
          {say([" 家供应商中，", " qualified or trial suppliers, "])}
          <b className="rp-warm">{figure(figures["total"])}</b>
          {say([` 家超过 ${figure(figures["months"])} 个月没有交易`, ` had no orders for ${figure(figures["months"])} months`])}
          {figures["share"] === null ? "" : say([`（${figure(figures["share"], "%")}）`, ` (${figure(figures["share"], "%")})`])}
          {say([`，其中 ${figure(figures["never"])} 家从未交易。`, `; ${figure(figures["never"])} of them never had any.`])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => fileOf(row)}
      {...(create
        ? {
            rowActions: (row) => [
              {
                label: ["发起日常管理", "Take a measure"],
                handler: () => {
                  const from = `idle-${String(row["id"])}`;
                  handOver(`copy:${from}`, {
                    supplierId: row["id"],
                    supplierCode: row["supplierCode"],
                    supplierName: row["supplierName"],
                    manageType: "INTERVIEW",
                    reasonType: "OTHER",
                  });
                  void openPage({ path: "slcDailyManageEdit", query: { from } });
                },
              },
            ],
          }
        : {})}
    />
  );
}
