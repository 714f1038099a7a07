import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { openPage } from "#kernel/web/router.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton, Picked } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Barcode, Layers, ListPlus } from "lucide-react";
import { note } from "./note.entity.ts";
import { ChooseRows } from "./parts/ChooseRows.tsx";
import { FromRows } from "./parts/FromRows.tsx";
import { LabelsWindow } from "./parts/Labels.tsx";
import { Papers, type PaperOf } from "./parts/Papers.tsx";
import { ShipSummary } from "./parts/ShipSummary.tsx";
import { asNoteLine, startNote, textOf } from "./parts/start.tsx";
import "./parts/ship.css";

export const page = { route: "purDeliveryManage/purDeliveryNoteEdit", title: ["送货单", "Delivery note"] };

function ChooseWindow({ rows, close }: { readonly rows: RowStore; close(): void }) {
  const say = useText();
  return (
    <Dialog title={say(["选择可发行", "Choose what to ship"])} onClose={close} className="sp-wide">
      <ChooseRows
        path="srmPurDeliveryNoteRestful/listShippable"
        most="canShip"
        press={["加入送货单", "Add to note"]}
        empty={["没有可发的交货行。", "Nothing can be shipped."]}
        take={(chosen) => {
          rows.insert(chosen.map(({ row, qty }) => asNoteLine(row, qty)));
          close();
        }}
      />
    </Dialog>
  );
}

/** The line a button is about: the one ticked, the one in hand, or the only one; it must be saved before its batches and labels. */
function lineIn(model: EditModel, rows: RowStore, { rows: picked }: Picked): Record<string, unknown> | null {
  const live = rows.state.getState().rows.filter((edit) => !edit.deleted);
  const { focus } = model.state.getState();
  const found =
    live.find((edit) => picked.includes(edit.row)) ??
    live.find((edit) => edit.key === focus?.key) ??
    (live.length === 1 ? live[0] : undefined);
  if (!found) toast.info(["请先选择一行", "Choose a line first"]);
  else if (!found.row["id"] || model.state.getState().unsaved > 0) toast.info(["请先保存", "Save first"]);
  else return found.row;
  return null;
}

const again = async (model: EditModel): Promise<void> => {
  const id = textOf(model.state.getState().base?.["id"]);
  const document = await entityCall.find(note, id);
  model.take(document);
  tellChanged({ entity: note.name, id, document });
};

const tools = (model: EditModel, rows: RowStore): readonly ToolButton[] => {
  const may = (button: string): boolean => model.viewer.may(button);
  const isDraft = model.editable();
  const noteId = textOf(model.state.getState().base?.["id"]);
  return [
    ...(isDraft && may("btnSelectSource")
      ? [
          {
            label: ["选择可发行", "Choose what to ship"] as const,
            icon: ListPlus,
            handler: () => openWindow((close) => <ChooseWindow rows={rows} close={close} />),
          },
        ]
      : []),
    ...(noteId && may("btnBatch")
      ? [
          {
            label: ["批次", "Batches"] as const,
            icon: Layers,
            quiet: true,
            handler: (picked: Picked) => {
              const line = lineIn(model, rows, picked);
              if (line)
                void openPage({ path: "purDeliveryManage/purDeliveryBatchTemporaryEdit", query: { noteId, lineId: textOf(line["id"]) } });
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
            handler: (picked: Picked) => {
              const line = lineIn(model, rows, picked);
              if (line) openWindow((close) => <LabelsWindow line={line} close={close} done={() => void again(model)} />);
            },
          },
        ]
      : []),
  ];
};

/** The papers of a shipment: the note with its QR, and the labels of its boxes. */
const papers: readonly PaperOf[] = [
  { label: ["送货单 PDF", "Note as PDF"], path: "srmPurDeliveryNoteRestful/printPdf", button: "btnPrint" },
  {
    ...{ label: ["条码标签 PDF", "Labels as PDF"], path: "srmPurBarcodeRestful/printLabels", button: "btnPrintBarcode" },
    ...{ key: "noteId", labels: true },
    when: (base) => Number(base["totalBoxes"] ?? 0) > 0,
  },
];

const slots: EditSlots = {
  head: (model) => <Papers model={model} papers={papers} />,
  lineToolbar: { lines: tools },
  cells: { lines: { orderNum: { width: 150 } } },
  asks: { doSubmit: (ask) => <ShipSummary ask={ask} /> },
};

/** A shipment being drawn up, sent and followed. */
export default function NoteEdit() {
  return (
    <Ground>
      <FromRows path="srmPurDeliveryNoteRestful/listShippable" most="canShip" begin={startNote}>
        <EditPage entity={note} slots={slots} />
      </FromRows>
    </Ground>
  );
}
