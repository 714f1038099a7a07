import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { Columns, type Tone as BlockTone } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { FileText, SlidersHorizontal } from "lucide-react";
import { getWarningSummary } from "./page-calls.ts";
import type { contractWarning } from "./warning.entity.ts";

const tones: Readonly<Record<string, BlockTone>> = { SERIOUS: "error", WARN: "warning", INFO: "neutral" };
const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((all, row) => all + row.n, 0);

/** What is open by level and kind, and since when. */
function Figures({ context }: { readonly context: ListContext<typeof contractWarning> }) {
  const say = useText();
  const type = useLookup("CCT_WARN_TYPE");
  const level = useLookup("CCT_WARN_LEVEL");
  const load = useLoad("cct.warning.summary", () => askCall(getWarningSummary, {}));
  useChanged("SrmCctWarning", load.again);
  const { open = [], ages = [] } = load.data ?? {};
  const kinds = [...Map.groupBy(open, (entry) => entry.warnType)].map(([code, rows]) => ({ code, n: sum(rows) }));
  const buckets = [
    ["7", say(["7天内", "Up to 7 days"])],
    ["30", say(["8–30天", "8–30 days"])],
    ["90", say(["31–90天", "31–90 days"])],
    ["91", say(["90天以上", "Over 90 days"])],
  ] as const;
  const count = (bucket: string): number => sum(ages.filter((age) => age.bucket === bucket));
  return (
    <Columns of="minmax(0, 1fr) minmax(0, 1fr)" align="start">
      <FigureStrip
        label={say(["待处理预警", "Open warnings"])}
        figures={[
          ...Object.entries(tones).map(([code, tone]) => ({
            key: code,
            label: level.meaning(code),
            tone,
            value: sum(open.filter((row) => row.level === code)),
            open: () => context.setFilter({ ...context.filter, level: [code] }),
          })),
          ...kinds.map(({ code, n }) => ({
            key: code,
            label: type.meaning(code),
            value: n,
            open: () => context.setFilter({ ...context.filter, warnType: [code] }),
          })),
        ]}
      />
      {open.length ? (
        <ChartFrame
          question={say(["待处理预警的账龄", "How long warnings have been open"])}
          answer={buckets.map(([key, label]) => `${label} ${count(key)}`).join(say(["，", ", "]))}
          height={150}
          drawing={{
            shape: "bars",
            whole: true,
            labels: buckets.map(([, label]) => label),
            series: [{ label: say(["预警", "Warnings"]), tone: "warm", values: buckets.map(([key]) => count(key) || null) }],
          }}
        />
      ) : null}
    </Columns>
  );
}

function Rules({ context }: { readonly context: ListContext<typeof contractWarning> }) {
  const say = useText();
  if (!context.viewer.may("btnRule")) return null;
  return (
    <Button icon={<SlidersHorizontal size={14} />} onClick={() => void openPage({ path: "cctWarningRuleList" })}>
      {say(["预警规则", "Warning rules"])}
    </Button>
  );
}

/** Warnings with their figures; each leads to its contract. */
export const slots: ListSlots<typeof contractWarning> = {
  head: (context) => <Figures context={context} />,
  buttons: (context) => <Rules context={context} />,
  hideNew: true,
  cells: { message: { width: 340 } },
  rowTone: (row) => (row.state === "OPEN" && row.level === "SERIOUS" ? "late" : null),
  rowActions: (row) => [
    {
      label: ["打开合同", "Open contract"] as const,
      icon: FileText,
      handler: () => void openPage({ path: "contractManage/cctContractEdit", query: { id: String(row.contractId) } }),
    },
  ],
};
