import { fieldOf } from "../../../entity.ts";
import type { Column } from "../../table/types.ts";
import type { Row } from "../../../page-document.ts";
import { later } from "../../part/later.tsx";
import type { EditSlots, ListSlots } from "../slots.ts";
import type { ListModel } from "./useListModel.ts";

const DocumentPanel = later(() => import("../document/DocumentPanel.tsx").then((loaded) => loaded.DocumentPanel));
const PrintRecord = later(() => import("../document/PrintRecord.tsx").then((loaded) => loaded.PrintRecord));
const ImportWizard = later(() => import("../import/ImportWizard.tsx").then((loaded) => loaded.ImportWizard));
const DrawerForm = later(() => import("./DrawerForm.tsx").then((loaded) => loaded.DrawerForm));
const ExportDialog = later(() => import("./ExportDialog.tsx").then((loaded) => loaded.ExportDialog));

/** What stands beside a list: the docked document, or the consequences of an action that is being tried. */
export function ListSide({ model, slots }: { readonly model: ListModel; readonly slots: ListSlots | undefined }) {
  const { entity, viewer, runner, row, context } = model;
  if (row === null) return runner.panel ? <div className="pg-dock pg-dock-try">{runner.panel}</div> : null;
  return (
    <DocumentPanel
      key={String(row["id"])}
      entity={entity}
      row={row}
      viewer={viewer}
      runner={runner}
      inside={slots?.sidePanel?.(row, context)}
      open={() => model.open(row)}
      print={() => model.setDialog("print")}
      close={model.close}
    />
  );
}

interface Props {
  readonly model: ListModel;
  readonly columns: readonly Column[];
  readonly slots: (ListSlots & EditSlots) | undefined;
}

/** What opens over a list: the drawer of a simple master, export, import and print. */
export function ListOverlays({ model, columns, slots }: Props) {
  const { entity, list, viewer, runner, drawer, dialog, row } = model;
  const close = (): void => model.setDialog(null);
  const fields = columns.filter((column) => fieldOf(entity, column.key) !== undefined);
  return (
    <>
      {drawer ? (
        <DrawerForm
          {...{ entity, viewer, runner, slots }}
          id={drawer.id}
          start={slots?.start as Row | undefined}
          close={() => model.setDrawer(null)}
        />
      ) : null}
      {dialog === "export" ? (
        <ExportDialog
          entity={entity}
          list={list}
          columns={fields}
          table={model.table}
          params={model.filters.params}
          mayImport={viewer.may("btnImport")}
          close={close}
        />
      ) : null}
      {dialog === "import"
        ? (slots?.imports?.({ close, done: model.reload }) ?? <ImportWizard entity={entity} close={close} done={model.reload} />)
        : null}
      {dialog === "print" && row ? (
        <PrintRecord entity={entity} id={String(row["id"])} audience={viewer.audience} slots={slots} close={close} />
      ) : null}
    </>
  );
}
