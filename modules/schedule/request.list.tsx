import type { Seen } from "#kernel/seen.ts";
import { scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { later } from "#kernel/web/part/later.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Send } from "lucide-react";
import { useMemo, useState } from "react";
import { PlanWords } from "./parts/PlanWords.tsx";
import { Progress } from "./parts/Progress.tsx";
import { RequestPanel } from "./parts/RequestPanel.tsx";

const SubmitDialog = later(() => import("./parts/SubmitDialog.tsx").then((loaded) => loaded.SubmitDialog));

export const page = { route: "submitRequest", title: ["运行请求", "Requests"] };

const tone = (row: Seen<typeof scheduleRequest>) =>
  row.status === "FAILED" || row.status === "TIMEOUT" || row.status === "LOST"
    ? ("late" as const)
    : row.status === "CANCELLED"
      ? ("muted" as const)
      : null;

/** What runs, what waits, what is planned, and how it went. */
export default function RequestsPage() {
  const [submits, setSubmits] = useState(false);
  const shown = useShown();
  const slots = useMemo(
    () =>
      listSlots<typeof scheduleRequest>({
        hideNew: true,
        rowTone: tone,
        cells: {
          requestNum: { width: 172 },
          resultMsg: { width: 260 },
          workerId: { width: 130 },
          progress: { width: 130, align: "left", isSummary: false, render: (row, say) => <Progress row={row} say={say} /> },
          runAt: { width: 110 },
          cron: { width: 200, render: (row, say) => <PlanWords row={row} say={say} /> },
        },
        toolbar: ({ viewer }) =>
          viewer.may("btnSubmit")
            ? [{ label: ["提交请求", "Submit request"] as const, icon: Send, primary: true, handler: () => setSubmits(true) }]
            : [],
        sidePanel: (row) => <RequestPanel key={String(row.id)} row={row} />,
      }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={scheduleRequest} list="submitRequest" slots={slots} />
      {submits && shown ? <SubmitDialog close={() => setSubmits(false)} /> : null}
    </Ground>
  );
}
