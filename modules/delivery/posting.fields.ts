import { code, qty, text } from "#kernel/field.ts";

/** One movement on a line of a notice or a note: which event, whose doing, and by how much each figure moves. */
export const moveRow = {
  lineId: text("行", "Line", { max: 64 }),
  event: code("事件", "Event", { max: 8 }),
  shipped: qty("已发", "Shipped", { optional: true }),
  closed: qty("关闭", "Closed", { optional: true }),
  open: qty("未发", "Open", { optional: true }),
  arrived: qty("已到", "Arrived", { optional: true }),
  inTransit: qty("在途", "In transit", { optional: true }),
  causeType: code("原因单据类型", "Cause type", { max: 60 }),
  causeId: text("原因单据", "Cause", { max: 64 }),
  causeLineId: text("原因单据行", "Cause line", { max: 64 }),
};

/** What becomes of a box or a pallet by a receipt or its undoing. */
export const scannedRow = {
  barcodeId: text("条码", "Barcode", { max: 64 }),
  status: code("状态", "Status", { max: 20 }),
  receiveLineId: text("收货行", "Receive line", { max: 64, optional: true }),
};
