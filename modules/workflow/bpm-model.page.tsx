import { lazy, Suspense, useMemo } from "react";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { PageSkeleton } from "#kernel/web/shell/PageSkeleton.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { bpmModel } from "./model.entity.ts";

export const page = { route: "processList", title: ["流程设计", "Processes"] };

const Designer = lazy(() => import("./design/Designer.tsx"));

const design = (row: Row): Promise<void> =>
  openPage({ path: "processList", query: { design: String(row["id"]) }, title: String(row["nameCn"] ?? row["modelKey"]) });

/** The processes by category; the same route with a process named is its designer. */
export default function ProcessesPage() {
  const tab = useTab();
  const id = tab.query["design"];
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
      listSlots({
        cells: {
          currentVersion: {
            render: (row) =>
              row["currentVersion"] ? (
                say([`第 ${String(row["currentVersion"])} 版`, `v${String(row["currentVersion"])}`])
              ) : (
                <span className="pg-none">{say(["未发布", "Not yet"])}</span>
              ),
          },
        },
        rowActions: (row, { viewer }) =>
          viewer.may(bpmModel.name, "btnDesign") ? [{ label: ["设计", "Design"] as const, handler: () => void design(row) }] : [],
        sidePanel: (row) => <ModelPanel row={row} />,
      }),
    [say],
  );
  return <ListPage entity={bpmModel} list="processList" slots={slots} />;
}

function ModelPanel({ row }: { readonly row: Row }) {
  const say = useText();
  return (
    <PageLink href={`/main/processList?design=${String(row["id"])}`} title={String(row["nameCn"])}>
      {say(["打开设计器", "Open the designer"])}
    </PageLink>
  );
}
