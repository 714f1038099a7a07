import { createsFrom } from "#kernel/chooser.ts";
import { action as declared, type Action } from "#kernel/entity.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { datetime, int, longtext, payload, qty, text, type Fields } from "#kernel/field.ts";
import { shipChooser } from "./schedule.chooser.ts";

type State = "DRAFT" | "SHIPPED" | "ARRIVED" | "PARTIAL" | "RECEIVED" | "CLOSED" | "CANCELLED";
const action = <const I extends Fields = {}>(cn: string, en: string, shape: Omit<Action<State, I>, "label">): Action<State, I> =>
  declared<State, I>(cn, en, shape);

const lineId = text("送货单行", "Note line", { max: 64 });

/** What can be done with a note: by the supplier until it is under way, by the warehouse from then on. */
export const noteActions = {
  doCreateFrom: createsFrom("生成送货单", "Create delivery notes", shipChooser, { button: "btnAdd", who: "supplier" }),
  doSubmit: action("提交发货", "Ship", {
    button: "btnSubmit",
    who: "supplier",
    from: ["DRAFT"],
    to: "SHIPPED",
    tone: "primary",
    batch: "each",
  }),
  doArrive: action("到货登记", "Check in", {
    button: "btnArrive",
    who: "internal",
    from: ["SHIPPED"],
    to: "ARRIVED",
    tone: "primary",
    batch: "each",
    input: { arriveTime: datetime("到货时间", "Arrived at", { optional: true }) },
  }),
  doCancel: action("取消", "Cancel", {
    button: "btnCancel",
    who: "both",
    from: ["DRAFT", "SHIPPED", "ARRIVED"],
    to: "CANCELLED",
    tone: "danger",
    input: { cancelReason: longtext("取消原因", "Reason", { max: 500 }) },
  }),
  doConfirmReceipt: action("一键收货", "Confirm receipt", {
    button: "btnConfirmReceipt",
    who: "internal",
    from: ["SHIPPED", "ARRIVED", "PARTIAL"],
    tone: "primary",
    batch: "each",
    input: { scanReason: longtext("未扫完条码的原因", "Reason for boxes not scanned", { max: 500, optional: true }) },
  }),
  doClose: action("短收关闭", "Close short", {
    button: "btnClose",
    who: "internal",
    from: ["SHIPPED", "ARRIVED", "PARTIAL"],
    to: "CLOSED",
    tone: "danger",
    input: { closeReason: longtext("关闭原因", "Reason", { max: 500 }) },
  }),
  doReopen: action("重新打开", "Reopen", { button: "btnReopen", who: "internal", from: ["CLOSED"] }),
  doSplitEven: action("均分批次", "Split evenly", {
    button: "btnSplitEven",
    who: "supplier",
    from: ["DRAFT"],
    quiet: true,
    input: {
      lineId,
      parts: int("批数", "Batches", { least: 1, most: 200 }),
      prefix: text("批次号前缀", "Batch prefix", { max: 40 }),
      packQty: qty("每箱数量", "Per box", { optional: true, least: 0 }),
    },
  }),
  doClear: action("清空批次", "Clear batches", { button: "btnClear", who: "supplier", from: ["DRAFT"], quiet: true, input: { lineId } }),
  doGenBarcode: action("生成条码", "Create barcodes", {
    button: "btnGenBarcode",
    who: "supplier",
    from: ["DRAFT"],
    quiet: true,
    input: {
      lineId,
      packQty: qty("每箱数量", "Per box", { optional: true, least: 0 }),
      palletBoxes: int("每托箱数", "Boxes per pallet", { optional: true, least: 1, most: 1000 }),
    },
  }),
  doPrint: action("打印", "Print", { button: "btnPrint", who: "both", quiet: true }),
  doRebuild: ledgerActions.doRebuild,
  doPost: action("过账", "Post", {
    button: "btnSave",
    who: "system",
    quiet: true,
    input: {
      /** NoteMove[] and ScannedBox[]. */
      moves: payload("移动", "Movements"),
      scanned: payload("条码", "Barcodes", { optional: true }),
    },
  }),
};
