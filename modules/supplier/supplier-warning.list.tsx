import type { Seen } from "#kernel/seen.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { Columns, type Tone as BlockTone } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { toast } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import type { Tone } from "#kernel/web/part/drawing.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { ClipboardList, Mail, Radar } from "lucide-react";
import { supplierWarning } from "./warning.entity.ts";

interface Summary {
  readonly open: readonly { readonly warningType: string; readonly severity: string; readonly n: number }[];
  readonly closed: number;
  readonly averageDays: string | null;
}

const path = "srmServer/v1/srmSupWarningRestful";
const severityTones: Readonly<Record<string, BlockTone>> = { RED: "error", YELLOW: "warning", INFO: "neutral" };
const toneOf: Readonly<Record<string, Tone>> = { RED: "bad", YELLOW: "warm", INFO: "grey" };

/** What is open by severity and kind, and how long it takes until it is closed. */
function Figures({ context }: { readonly context: ListContext<typeof supplierWarning> }) {
  const say = useText();
  const type = useLookup("SUP_WARNING_TYPE");
  const severity = useLookup("SEVERITY");
  const load = useLoad("warning.summary", async () => (await call<Summary>(`${path}/summary`, {})).data);
  useChanged(supplierWarning.name, load.again);
  const open = load.data?.open ?? [];
  const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((all, row) => all + row.n, 0);
  const kinds = [...Map.groupBy(open, (entry) => entry.warningType)]
    .map(([code, rows]) => ({ code, n: sum(rows), rows }))
    .toSorted((a, b) => b.n - a.n);
  const shown = kinds.slice(0, 6);
  const grades = Object.entries(toneOf).filter(([code]) => open.some((candidate) => candidate.severity === code));
  return (
    <Columns of="minmax(0, 1fr) minmax(0, 1fr)" align="start">
      <FigureStrip
        label={say(["未关闭预警", "Open warnings"])}
        figures={[
          ...Object.entries(severityTones).map(([code, tone]) => ({
            key: code,
            label: severity.meaning(code),
            tone,
            value: sum(open.filter((row) => row.severity === code)),
            open: () => context.setFilter({ ...context.filter, severity: [code] }),
          })),
          { key: "closed", label: say(["近一年已关闭", "Closed within a year"]), value: load.data?.closed ?? "–" },
          { key: "days", label: say(["平均关闭天数", "Days until closed"]), value: load.data?.averageDays ?? "–" },
        ]}
      />
      {kinds.length ? (
        <ChartFrame
          question={say(["未关闭预警按类型", "Open warnings by kind"])}
          answer={shown.map((entry) => `${type.meaning(entry.code)} ${entry.n}`).join(say(["，", ", "]))}
          height={56 + 22 * shown.length}
          drawing={{
            shape: "bars",
            whole: true,
            labels: shown.map((entry) => type.meaning(entry.code)),
            series: grades.map(([code, tone]) => ({
              label: severity.meaning(code),
              tone,
              stack: "open",
              values: shown.map(({ rows }) => sum(rows.filter((row) => row.severity === code)) || null),
            })),
          }}
          choose={(at) => context.setFilter({ ...context.filter, warningType: [shown[at]!.code] })}
        />
      ) : null}
    </Columns>
  );
}

function RunNow({ context }: { readonly context: ListContext<typeof supplierWarning> }) {
  const say = useText();
  const work = useWork();
  if (!context.viewer.may("btnRunRules")) return null;
  return (
    <Button
      icon={<Radar size={14} />}
      loading={work.busy}
      onClick={() =>
        void work.run(async () => {
          const { data } = await call<{ done: number }>(`${path}/runRules`, {});
          toast.success([`检查完成，更新 ${data.done} 条预警`, `Checked: ${data.done} warnings updated`]);
          context.reload();
        })
      }
    >
      {say(["立即检查", "Check now"])}
    </Button>
  );
}

/** Daily management of the supplier begins with what the warning says, where that page exists for this reader. */
function openDaily(row: Seen<typeof supplierWarning>): void {
  const from = `warning-${String(row.id)}`;
  handOver(`copy:${from}`, {
    supplierId: row.supplierId,
    supplierCode: row.supplierCode,
    supplierName: row.supplierName,
    reasonType: row.warningType === "CERT_EXPIRE" ? "CERT_EXPIRED" : "OTHER",
    reasonDesc: row.content,
    sourceBizType: supplierWarning.name,
    sourceBizId: row.id,
  });
  void openPage({ path: "slcDailyManageEdit", query: { id: "new", from } });
}

const isOpen = (row: Seen<typeof supplierWarning>): boolean => row.status === "OPEN" || row.status === "PROCESSING";

/** Warnings with their figures, and what may follow from one. */
export const slots: ListSlots<typeof supplierWarning> = {
  head: (context) => <Figures context={context} />,
  buttons: (context) => <RunNow context={context} />,
  hideNew: true,
  cells: { warningType: { width: 150 }, content: { width: 320 } },
  rowTone: (row) => (isOpen(row) && row.severity === "RED" ? "late" : null),
  rowActions: (row, { viewer }) => [
    ...(isOpen(row) && viewer.may("btnCreateDaily") && menuForRoute(useMenus.getState().flat, "srmSlcDailyManageList")
      ? [{ label: ["日常管理", "Daily management"] as const, icon: ClipboardList, handler: () => openDaily(row) }]
      : []),
    ...(row.handleDocId
      ? [
          {
            label: ["打开通知单", "Open notification"] as const,
            icon: Mail,
            handler: () => void openPage({ path: "notification/notificationEdit", query: { id: String(row.handleDocId) } }),
          },
        ]
      : []),
  ],
};
