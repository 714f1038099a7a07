import type { Seen } from "#kernel/seen.ts";
import { lazy, Suspense, useMemo } from "react";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { batched } from "#kernel/web/part/batch.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { PageSkeleton } from "#kernel/web/shell/PageSkeleton.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { bpmModel } from "./model.entity.ts";
import { countRunning } from "./parts/wire.tsx";

export const page = { route: "processList", title: ["流程设计", "Processes"] };

const Diagram = lazy(() => import("./diagram/Diagram.tsx"));
const Designer = lazy(() => import("./design/Designer.tsx"));

const design = (row: Seen<typeof bpmModel>): Promise<void> =>
  openPage({ path: "processList", query: { id: String(row.id) }, title: String(row.nameCn ?? row.modelKey) });

const runningIn = batched<number>(async (keys) => new Map(Object.entries(await countRunning(keys))));

/** How many matters are on their way in a process. */
function Running({ row }: { readonly row: Seen<typeof bpmModel> }) {
  const key = String(row.modelKey);
  const load = useLoad(`running:${key}`, () => runningIn(key));
  return load.data === null ? <span className="pg-none">{load.error ? "–" : "…"}</span> : <>{load.data ?? 0}</>;
}

/** The processes by category; the same route with a process named is its designer. */
export default function ProcessesPage() {
  const tab = useTab();
  const id = tab.query.id;
  return (
    <Ground>
      {id ? (
        <Suspense fallback={<PageSkeleton />}>
          <Designer id={id} />
        </Suspense>
      ) : (
        <Processes />
      )}
    </Ground>
  );
}

function Processes() {
  const say = useText();
  const slots = useMemo(
    () =>
      listSlots<typeof bpmModel>({
        cells: {
          currentVersion: {
            render: (row) =>
              row.currentVersion ? (
                say([`第 ${String(row.currentVersion)} 版`, `v${String(row.currentVersion)}`])
              ) : (
                <span className="pg-none">{say(["未发布", "Not yet"])}</span>
              ),
          },
        },
        columns: [
          {
            key: "running",
            after: "status",
            title: ["运行中实例", "Active instances"],
            width: 130,
            align: "right",
            render: (row) => <Running row={row} />,
          },
        ],
        rowActions: (row, { viewer }) =>
          viewer.may("btnDesign") ? [{ label: ["设计", "Design"] as const, handler: () => void design(row) }] : [],
        sidePanel: (row) => <ModelPanel row={row} />,
      }),
    [say],
  );
  return <ListPage entity={bpmModel} list="processList" slots={slots} />;
}

/** The process beside its list: the facts, the drawing, and the way to the designer. */
function ModelPanel({ row }: { readonly row: Seen<typeof bpmModel> }) {
  const say = useText();
  const { audience } = useViewer();
  const load = useLoad(`${bpmModel.name}:${String(row.id)}:${String(row.versionNum)}`, () => entityCall.find(bpmModel, String(row.id)));
  const xml = load.data?.bpmnXml;
  return (
    <>
      <Facts entity={bpmModel} row={{ ...row, ...load.data }} audience={audience} />
      <section className="pg-block">
        <h3 className="pg-h3">
          {say(["流程图", "Diagram"])}
          <span className="pg-h3-end">
            <PageLink href={`/main/processList?id=${String(row.id)}`} title={String(row.nameCn)}>
              {say(["打开设计器", "Open the designer"])}
            </PageLink>
          </span>
        </h3>
        {typeof xml === "string" && xml ? (
          <Suspense fallback={null}>
            <Diagram xml={xml} painting={{}} label={["流程图", "Diagram"]} height={220} />
          </Suspense>
        ) : (
          <p className="pg-faint">
            {say(["还没有画。打开设计器从一个审批节点开始。", "No diagram yet. The designer starts with one step."])}
          </p>
        )}
      </section>
    </>
  );
}
