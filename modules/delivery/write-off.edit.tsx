import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { FileDown, ListPlus } from "lucide-react";
import { useStore } from "zustand";
import { EffectPreview } from "./parts/EffectPreview.tsx";
import { ChooseWindow } from "./parts/ReceiptRows.tsx";
import { fetchPaper, textOf } from "./parts/start.tsx";
import "./parts/receive.css";

const asLine =
  (type: string) =>
  (row: Row): Row => ({
    ...{ receiveLineId: row["receiveLineId"], transactionId: type === "RETURN_REV" ? row["transactionId"] : null },
    ...{ receiveId: row["receiveId"], receiveName: row["receiveNum"], orderRow: row["orderRow"] },
    ...{ itemId: row["itemId"], itemName: row["itemDesc"], itemDesc: row["itemDesc"], uom: row["uom"], batchNum: row["batchNum"] },
    ...{ qty: row["reversibleQty"], undoRejectedQty: "0" },
  });

function choose(model: EditModel, rows: RowStore): void {
  const type = textOf(model.state.getState().header["writeOffType"]);
  if (!type) {
    toast.info(["请先选择冲销类型", "Choose the type first"]);
    return;
  }
  openWindow((close) => (
    <ChooseWindow
      title={type === "RETURN_REV" ? ["选择要冲销的退货", "Choose returns to take back"] : ["选择接收行", "Choose receipt lines"]}
      path="srmPurWriteOffRestful/listReversible"
      body={{ type }}
      empty={["没有可冲销的接收行。", "Nothing can be undone."]}
      searches
      keyOf={(row) => textOf(type === "RETURN_REV" ? row["transactionId"] : row["receiveLineId"])}
      figures={[
        [["接收日期", "Received"], "receiveDate"],
        [["合格", "Accepted"], "acceptedQty"],
        [["可冲销", "Reversible"], "reversibleQty"],
        [["可撤销拒收", "Refusal reversible"], "reversibleRejectedQty"],
      ]}
      take={(chosen) => rows.insert(chosen.map(asLine(type)))}
      close={close}
    />
  ));
}

const tools = (model: EditModel, rows: RowStore): readonly ToolButton[] =>
  model.editable() && model.viewer.may("btnSelectReceive")
    ? [{ label: ["选择接收行", "Choose receipt lines"], icon: ListPlus, handler: () => choose(model, rows) }]
    : [];

function Slip({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (base === null || base["status"] !== "POSTED" || !model.viewer.may("btnPrint")) return null;
  return (
    <div className="sp-tools">
      <Button icon={<FileDown size={15} />} onClick={() => void fetchPaper("srmPurWriteOffRestful/printPdf", { id: base["id"] })}>
        {say(["退货单 PDF", "Return slip as PDF"])}
      </Button>
    </div>
  );
}

export const slots: EditSlots = {
  head: (model) => <Slip model={model} />,
  lineToolbar: { lines: tools },
  cells: { lines: { orderRow: { width: 192 } } },
  afterLines: (model) => (model.viewer.audience === "supplier" ? null : <EffectPreview model={model} />),
  links: [
    {
      key: "effect",
      label: ["影响预览", "Effect"],
      when: (model) => model.viewer.audience !== "supplier" && model.state.getState().base?.["status"] !== "POSTED",
    },
  ],
};
