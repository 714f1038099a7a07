import { Plus } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import { mayCreate, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { several } from "../../../page-format.ts";
import { isShown } from "../../../page.ts";
import { RowsTable } from "../../part/RowsTable.tsx";
import type { RowAction } from "../../table/types.ts";
import { useRunner } from "../action/useRunner.tsx";
import { DrawerForm } from "../list/DrawerForm.tsx";
import type { EditSlots } from "../slots.ts";
import type { PageViewer } from "../viewer.ts";
import type { EditModel } from "./editModel.ts";

interface Props {
  readonly model: EditModel;
  readonly viewer: PageViewer;
  readonly slots?: EditSlots | undefined;
}

/** Rows that belong to the document but live on their own: each collection as a list, its rows edited in a drawer. */
export function OwnedSections({ model, viewer, slots }: Props) {
  const base = useStore(model.state, (state) => state.base);
  if (base === null) return null;
  const hidden = new Set(slots?.hideSections ?? []);
  return (
    <>
      {Object.entries(model.entity.owns)
        .filter(([key]) => isShown(model.entity, key, viewer.audience) && !hidden.has(key))
        .map(([key, owned]) => (
          <Owned key={key} name={`${model.entity.name}.${key}`} owned={owned} parent={base} viewer={viewer} />
        ))}
    </>
  );
}

function Owned({
  name,
  owned,
  parent,
  viewer,
}: {
  readonly name: string;
  readonly owned: Entity;
  readonly parent: Row;
  readonly viewer: PageViewer;
}) {
  const [drawer, setDrawer] = useState<{ readonly id: string | null } | null>(null);
  const runner = useRunner({ entity: owned });
  const parentId = String(parent["id"]);
  const actions = (row: Row): readonly RowAction[] =>
    offersOf(owned, row, viewer)
      .filter((offer) => offer.ready)
      .map((offer) => ({ label: offer.action.label, danger: offer.action.tone === "danger", handler: () => runner.run(offer.name, row) }));
  return (
    <section className="pg-section" data-section={name}>
      <RowsTable
        entity={owned}
        name={name}
        where={{ parentId: [parentId] }}
        title={several(owned.label)}
        height="content"
        pageSize={20}
        show={(row) => setDrawer({ id: String(row["id"]) })}
        rowActions={actions}
        {...(mayCreate(owned, viewer) ? { toolbar: [{ label: ["添加", "Add"], icon: Plus, handler: () => setDrawer({ id: null }) }] } : {})}
      />
      {drawer ? (
        <DrawerForm entity={owned} viewer={viewer} runner={runner} id={drawer.id} start={{ parentId }} close={() => setDrawer(null)} />
      ) : null}
      {runner.panel ? <div className="pg-side pg-side-open">{runner.panel}</div> : null}
      {runner.dialogs}
    </section>
  );
}
