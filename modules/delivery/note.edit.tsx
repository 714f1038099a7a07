import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { BeginFrom } from "#kernel/web/from/BeginFrom.tsx";
import { ChooseDialog } from "#kernel/web/from/ChooseDialog.tsx";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { openPage } from "#kernel/web/router.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton, Picked } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Barcode, Layers, ListPlus } from "lucide-react";
import { note } from "./note.entity.ts";
import type { noteLine } from "./note.lines.ts";
import { LabelsWindow } from "./parts/Labels.tsx";
import { notePapers, Papers } from "./parts/Papers.tsx";
import { ShipSummary } from "./parts/ShipSummary.tsx";
import { shipmentsFrom } from "./parts/start.tsx";

export const page = { route: "purDeliveryManage/purDeliveryNoteEdit", title: ["送货单", "Delivery note"] };

type Line = Form<typeof noteLine>;

/** The line a button is about: the one ticked, the one in hand, or the only one; it must be saved before its batches and labels. */
function lineIn(model: EditModel<typeof note>, rows: RowStore<Line>, { rows: picked }: Picked<Line>): Line | null {
  const live = rows.state.getState().rows.filter((edit) => !edit.deleted);
  const { focus } = model.state.getState();
  const found =
    live.find((edit) => picked.includes(edit.row)) ??
    live.find((edit) => edit.key === focus?.key) ??
    (live.length === 1 ? live[0] : undefined);
  if (!found) toast.info(["请先选择一行", "Choose a line first"]);
  else if (!found.row.id || model.state.getState().unsaved > 0) toast.info(["请先保存", "Save first"]);
  else return found.row;
  return null;
}

const again = async (model: EditModel<typeof note>): Promise<void> => {
  const id = textOf(model.state.getState().base?.id);
  const document = await entityCall.find(note, id);
  model.take(document);
  tellChanged({ entity: note.name, id, document });
};

const tools = (model: EditModel<typeof note>, rows: RowStore<Line>): readonly ToolButton<Line>[] => {
  const may = (button: string): boolean => model.viewer.may(button);
  const isDraft = model.editable();
  const noteId = textOf(model.state.getState().base?.id);
  return [
    ...(isDraft && may("btnSelectSource")
      ? [
          {
            label: ["选择可发行", "Choose what to ship"] as const,
            icon: ListPlus,
            handler: () =>
              openWindow((close) => (
                <ChooseDialog
                  title={["选择可发行", "Choose what to ship"]}
                  of={shipmentsFrom}
                  press={["加入送货单", "Add to note"]}
                  take={(lines) => rows.insert(lines)}
                  close={close}
                />
              )),
          },
        ]
      : []),
    ...(noteId && may("btnBatch")
      ? [
          {
            label: ["批次", "Batches"] as const,
            icon: Layers,
            quiet: true,
            handler: (picked: Picked<Line>) => {
              const line = lineIn(model, rows, picked);
              if (line)
                void openPage({ path: "purDeliveryManage/purDeliveryBatchTemporaryEdit", query: { noteId, lineId: textOf(line.id) } });
            },
          },
        ]
      : []),
    ...(isDraft && noteId && may("btnGenBarcode")
      ? [
          {
            label: ["生成条码", "Create barcodes"] as const,
            icon: Barcode,
            quiet: true,
            handler: (picked: Picked<Line>) => {
              const line = lineIn(model, rows, picked);
              if (line) openWindow((close) => <LabelsWindow line={line} close={close} done={() => void again(model)} />);
            },
          },
        ]
      : []),
  ];
};

const slots: EditSlots<typeof note> = {
  head: (model) => <Papers model={model} papers={notePapers} />,
  lineToolbar: { lines: tools },
  cells: { lines: { orderNum: { width: 150 } } },
  asks: { doSubmit: (ask) => <ShipSummary ask={ask} /> },
};

/** A shipment being drawn up, sent and followed. */
export default function NoteEdit() {
  return (
    <Ground>
      <BeginFrom of={shipmentsFrom}>
        <EditPage entity={note} slots={slots} />
      </BeginFrom>
    </Ground>
  );
}
