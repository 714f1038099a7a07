import type { Seen } from "#kernel/seen.ts";
import { scheduleJob } from "#kernel/platform/schedule.entity.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { later } from "#kernel/web/part/later.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { NextRuns } from "./parts/CronField.tsx";
import { PlanWords } from "./parts/PlanWords.tsx";
import { RunChart } from "./parts/RunChart.tsx";

const SubmitDialog = later(() => import("./parts/SubmitDialog.tsx").then((loaded) => loaded.SubmitDialog));

export const page = { route: "concurrentPrograms", title: ["并发程序", "Programs"] };

/** Everything that may run beside requests, when it does, and how it went lately. */
export default function ProgramsPage() {
  const [runs, setRuns] = useState<Seen<typeof scheduleJob> | null>(null);
  const shown = useShown();
  const slots = useMemo(
    () =>
      listSlots<typeof scheduleJob>({
        rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
        cells: {
          cron: { width: 260, render: (row, say) => <PlanWords row={row} say={say} /> },
          timeoutSec: { isSummary: false },
          maxRetry: { isSummary: false },
        },
        rowActions: (row, { viewer }) =>
          viewer.may("btnRunNow")
            ? [
                {
                  label: ["立即运行", "Run now"] as const,
                  icon: Play,
                  disabled: () => (row.enabledFlag === "N" ? (["程序已停用", "Program disabled"] as const) : null),
                  handler: () => setRuns(row),
                },
              ]
            : [],
        sidePanel: (row) => (
          <>
            <Facts entity={scheduleJob} row={row} audience="internal" />
            <div className="pg-block">
              {row.cron ? <NextRuns cron={String(row.cron)} zone={String(row.timeZone)} /> : null}
              <RunChart key={String(row.id)} jobId={String(row.id)} />
            </div>
          </>
        ),
      }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={scheduleJob} slots={slots} />
      {runs && shown ? <SubmitDialog job={runs} close={() => setRuns(null)} /> : null}
    </Ground>
  );
}
