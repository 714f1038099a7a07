import { textOf } from "#kernel/page-format.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand";
import { note } from "../note.entity.ts";
import { receive, type receiveLine } from "../receive.entity.ts";
import { InspectPanel } from "./InspectPanel.tsx";
import { Papers, receivePapers } from "./Papers.tsx";
import { ScanBox } from "./ScanBox.tsx";
import { today, type Goods } from "./start.tsx";

/** A row that may be received. */
export interface Receivable extends Goods {
  readonly orderDeliveryId: string;
  readonly noteLineId: string | null;
  readonly orderId: string;
  readonly orderNum: string | null;
  readonly orderRow: string;
  readonly itemId: string | null;
  readonly uom: string;
  readonly receiptRouting: string;
  readonly needByDate: string | null;
  readonly openQty: string;
  readonly receivableQty: string;
}

/** A row that may be received, as a line of the receipt. */
export const asReceiveLine = (row: Receivable): Form<typeof receiveLine> => ({
  orderDeliveryId: row.orderDeliveryId,
  noteLineId: row.noteLineId,
  orderId: row.orderId,
  orderName: row.orderNum,
  orderRow: row.orderRow,
  itemId: row.itemId,
  itemCode: row.itemCode,
  itemName: row.itemName,
  itemDesc: row.itemDesc,
  uom: row.uom,
  receiptRouting: row.receiptRouting,
  expectedQty: row.receivableQty,
  arrivalQty: row.receivableQty,
});

/** A new receipt that was begun from a note knows its lines at once. */
function useBegun(model: EditModel<typeof receive>): void {
  const { query } = useTab();
  const begin = useEffectEvent(async (noteId: string) => {
    try {
      const { noteNum } = await entityCall.find(note, noteId);
      const { data } = await call<readonly Receivable[]>("srmServer/v1/srmPurReceiveRestful/listReceivable", { noteId });
      model.patch({ receiveType: "NOTE", noteId, noteName: noteNum, noteCode: noteNum, receiveDate: today() });
      model.lines.lines?.insert(data.map(asReceiveLine));
    } catch (error) {
      toast.error(error);
    }
  });
  const { noteId } = query;
  useEffect(() => {
    if (noteId && model.state.getState().base === null && model.lines.lines?.rows().length === 0) void begin(noteId);
  }, [noteId, model]);
}

/** What can be done with a receipt right now: scan onto it, judge what waits, take its paper. */
export function ReceiveDesk({ model }: { readonly model: EditModel<typeof receive> }) {
  const say = useText();
  useBegun(model);
  const base = useStore(model.state, (state) => state.base);
  const noteId = useStore(model.state, (state) => textOf(state.header.noteId));
  const isSaved = useStore(model.state, (state) => state.unsaved === 0);
  if (model.viewer.audience === "supplier") return <Papers model={model} papers={receivePapers} />;
  const again = async (): Promise<void> => {
    const document = await entityCall.find(receive, textOf(base?.id));
    model.take(document);
    tellChanged({ entity: receive.name, id: textOf(document.id), document });
  };
  const taken = (document: Seen<typeof receive>): void => (
    model.take(document),
    tellChanged({ entity: receive.name, id: textOf(document.id), document })
  );
  return (
    <>
      {base?.status === "DRAFT" && base.receiveType === "NOTE" && model.viewer.may("btnScan") ? (
        isSaved ? (
          <ScanBox receiveId={textOf(base.id)} noteId={noteId} counted={() => void again()} />
        ) : (
          <p className="pg-faint">{say(["保存后可继续扫码。", "Save to go on scanning."])}</p>
        )
      ) : null}
      {base?.status === "INSPECTING" && model.viewer.may("btnInspect") ? <InspectPanel row={base} done={taken} /> : null}
      <Papers model={model} papers={receivePapers} />
    </>
  );
}
