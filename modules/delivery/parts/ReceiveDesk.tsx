import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand";
import { receive } from "../receive.entity.ts";
import { InspectPanel } from "./InspectPanel.tsx";
import { Papers, type PaperOf } from "./Papers.tsx";
import { ScanBox } from "./ScanBox.tsx";
import { textOf, today } from "./start.tsx";
import "./receive.css";

/** A row that may be received, as a line of the receipt. */
export const asReceiveLine = (row: Row): Row => ({
  ...{ orderDeliveryId: row["orderDeliveryId"], noteLineId: row["noteLineId"], orderId: row["orderId"], orderName: row["orderNum"] },
  ...{ orderRow: row["orderRow"], itemId: row["itemId"], itemCode: row["itemCode"], itemName: row["itemName"] },
  ...{ itemDesc: row["itemDesc"], uom: row["uom"] },
  ...{ receiptRouting: row["receiptRouting"], expectedQty: row["receivableQty"], arrivalQty: row["receivableQty"] },
});

/** A new receipt that was begun from a note knows its lines at once. */
function useBegun(model: EditModel): void {
  const { query } = useTab();
  const begin = useEffectEvent(async (noteId: string) => {
    try {
      const note = (await call<Row>("srmServer/v1/srmPurDeliveryNoteRestful/findById", { id: noteId })).data;
      const { data } = await call<readonly Row[]>("srmServer/v1/srmPurReceiveRestful/listReceivable", { noteId });
      model.patch({ receiveType: "NOTE", noteId, noteName: note["noteNum"], noteCode: note["noteNum"], receiveDate: today() });
      model.lines["lines"]?.insert(data.map(asReceiveLine));
    } catch (error) {
      toast.error(error);
    }
  });
  const noteId = query["noteId"];
  useEffect(() => {
    if (noteId && model.state.getState().base === null && model.lines["lines"]?.rows().length === 0) void begin(noteId);
  }, [noteId, model]);
}

const papers: readonly PaperOf[] = [
  {
    ...{ label: ["收货单 PDF", "Receipt slip as PDF"], path: "srmPurReceiveRestful/printPdf", button: "btnPrint" },
    when: (base) => base["status"] !== "DRAFT",
  },
];

/** What can be done with a receipt right now: scan onto it, judge what waits, take its paper. */
export function ReceiveDesk({ model }: { readonly model: EditModel }) {
  const say = useText();
  useBegun(model);
  const base = useStore(model.state, (state) => state.base);
  const noteId = useStore(model.state, (state) => textOf(state.header["noteId"]));
  const isSaved = useStore(model.state, (state) => state.unsaved === 0);
  if (model.viewer.audience === "supplier") return <Papers model={model} papers={papers} />;
  const again = async (): Promise<void> => {
    const document = await entityCall.find(receive, textOf(base?.["id"]));
    model.take(document);
    tellChanged({ entity: receive.name, id: textOf(document["id"]), document });
  };
  const taken = (document: Row): void => (
    model.take(document),
    tellChanged({ entity: receive.name, id: textOf(document["id"]), document })
  );
  return (
    <>
      {base?.["status"] === "DRAFT" && base["receiveType"] === "NOTE" && model.viewer.may("btnScan") ? (
        isSaved ? (
          <ScanBox receiveId={textOf(base["id"])} noteId={noteId} counted={() => void again()} />
        ) : (
          <p className="pg-faint">{say(["保存后可继续扫码。", "Save to go on scanning."])}</p>
        )
      ) : null}
      {base?.["status"] === "INSPECTING" && model.viewer.may("btnInspect") ? <InspectPanel row={base} done={taken} /> : null}
      <Papers model={model} papers={papers} />
    </>
  );
}
