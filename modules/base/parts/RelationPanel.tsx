import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { DocumentPanel } from "#kernel/web/page/document/DocumentPanel.tsx";
import { DrawerForm } from "#kernel/web/page/list/DrawerForm.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useState } from "react";
import { billTypeRel } from "../bill-type.entity.ts";
import type { Relation } from "../bill-type-matrix.ts";

/** One relation beside the matrix: what it carries over and checks, what may be done with it; its form opens over it. */
export function RelationPanel({ row, close }: { readonly row: Relation; close(): void }) {
  const viewer = useViewer();
  const runner = useRunner({ entity: billTypeRel });
  const [editing, setEditing] = useState(false);
  return (
    <>
      <DocumentPanel entity={billTypeRel} row={row} viewer={viewer} runner={runner} open={() => setEditing(true)} close={close} />
      {editing ? (
        <DrawerForm entity={billTypeRel} viewer={viewer} runner={runner} id={String(row.id)} close={() => setEditing(false)} />
      ) : null}
      {runner.dialogs}
    </>
  );
}
