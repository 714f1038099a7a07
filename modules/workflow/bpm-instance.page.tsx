import type { Form, Seen } from "#kernel/seen.ts";
import { lazy, Suspense, useMemo, useState } from "react";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { bpmInstance } from "./instance.entity.ts";
import { Efficiency } from "./parts/Efficiency.tsx";
import { openDocument } from "./parts/places.tsx";
import { span } from "./parts/time.tsx";
import { serverNow } from "#kernel/web/clock.ts";

export const page = { route: "processMonitoring", title: ["流程监控", "Process monitoring"] };

const Watch = lazy(() => import("./parts/Watch.tsx"));

/** How old a matter is: until it ended, or until now. */
function Age({ row }: { readonly row: Seen<typeof bpmInstance> }) {
  const say = useText();
  const at = (text: unknown): number => Date.parse(String(text).replace(" ", "T"));
  const end = row.endedAt ? at(row.endedAt) : serverNow();
  const minutes = (end - at(row.startedAt)) / 60_000;
  return Number.isNaN(minutes) ? <span className="pg-none">–</span> : <>{say(span(minutes))}</>;
}

/** All approvals, with their diagrams, their tokens, and what an administrator may do about them. */
export default function MonitoringPage() {
  const shown = useShown();
  const { query } = useTab();
  // A message about one process leads straight to it.
  const [watched, setWatched] = useState<Form<typeof bpmInstance> | null>(() => (query.id ? { id: query.id } : null));
  const slots = useMemo(
    () =>
      listSlots<typeof bpmInstance>({
        hideNew: true,
        cells: { instanceNum: { width: 180 } },
        columns: [
          {
            key: "age",
            title: ["历时", "Age"],
            width: 110,
            after: "handlers",
            render: (row: Seen<typeof bpmInstance>) => <Age row={row} />,
          },
        ],
        rowTone: (row) => (row.status === "ERROR" ? "late" : row.status === "SUSPENDED" ? "held" : null),
        sidePanel: (row) => (
          <Suspense fallback={null}>
            <Watch row={row} full={() => setWatched(row)} />
          </Suspense>
        ),
        rowActions: (row) => [
          { label: ["看流程图", "Diagram"], handler: () => setWatched(row) },
          { label: ["打开单据", "Open the document"], handler: () => openDocument(row) },
        ],
      }),
    [],
  );
  const lists = useMemo(
    () => [
      {
        key: "instances",
        label: ["流程实例", "Instances"] as const,
        draw: () => <ListPage entity={bpmInstance} list="monitoring" slots={slots} />,
      },
      { key: "efficiency", label: ["审批效率", "Efficiency"] as const, draw: () => <Efficiency watch={setWatched} /> },
    ],
    [slots],
  );
  return (
    <Ground>
      <TabbedLists label={["流程监控", "Process monitoring"]} lists={lists} />
      {watched && shown ? (
        <Suspense fallback={null}>
          <Watch row={watched} dialog close={() => setWatched(null)} />
        </Suspense>
      ) : null}
    </Ground>
  );
}
