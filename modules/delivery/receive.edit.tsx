import { textOf } from "#kernel/page-format.ts";
import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Form } from "#kernel/seen.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { toast } from "#kernel/web/message.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { ListPlus } from "lucide-react";
import { asReceiveLine, ReceiveDesk, type Receivable } from "./parts/ReceiveDesk.tsx";
import { ChooseWindow } from "./parts/ReceiptRows.tsx";
import type { receive, receiveLine } from "./receive.entity.ts";

type Line = Form<typeof receiveLine>;

const types: Readonly<Record<string, string>> = { SERVICE: "SERVICE", CONSIGN_USE: "CONSIGN" };

function choose(model: EditModel<typeof receive>, rows: RowStore<Line>): void {
  const { receiveType, noteId } = model.state.getState().header;
  const isNote = receiveType === "NOTE";
  if (!receiveType || (isNote && !noteId)) {
    toast.info(isNote ? ["请先选择送货单", "Choose the note first"] : ["请先选择接收类型", "Choose the type first"]);
    return;
  }
  const orderType = types[textOf(receiveType)];
  openWindow((close) => (
    <ChooseWindow<Receivable>
      title={isNote ? ["选择送货单行", "Choose note lines"] : ["选择订单行", "Choose order lines"]}
      path="srmPurReceiveRestful/listReceivable"
      body={isNote ? { noteId } : orderType ? { orderType } : {}}
      empty={["没有可收的行。", "Nothing can be received."]}
      searches={!isNote}
      keyOf={(row) => textOf(row.noteLineId ?? row.orderDeliveryId)}
      figures={[
        [["需求日期", "Need by"], "needByDate"],
        [["未交", "Open"], "openQty"],
        [["可收", "Receivable"], "receivableQty"],
      ]}
      take={(chosen) => rows.insert(chosen.map(asReceiveLine))}
      close={close}
    />
  ));
}

const tools = (model: EditModel<typeof receive>, rows: RowStore<Line>): readonly Button<Line>[] => {
  const isNote = model.state.getState().header.receiveType === "NOTE";
  if (!model.editable() || !model.viewer.may(isNote ? "btnSelectNote" : "btnSelectOrder")) return [];
  return [
    {
      label: isNote ? ["选择送货单行", "Choose note lines"] : ["选择订单行", "Choose order lines"],
      icon: ListPlus,
      handler: () => choose(model, rows),
    },
  ];
};

/** A count that differs from what was expected stands out. */
const differs = (row: Line) =>
  isDecimal(textOf(row.diffQty)) && cmp(textOf(row.diffQty), "0") !== 0
    ? {
        level: "warning" as const,
        text: ["与应收数量不一致，请填写差异原因", "Differs from the expected quantity. Enter a reason"] as const,
      }
    : null;

export const slots: EditSlots<typeof receive> = {
  head: (model) => <ReceiveDesk model={model} />,
  lineToolbar: { lines: tools },
  cells: { lines: { orderRow: { width: 192 }, arrivalQty: { alert: differs } } },
};
