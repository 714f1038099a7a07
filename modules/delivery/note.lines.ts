import { entity } from "#kernel/entity.ts";
import { code, date, files, int, pick, qty, ref, text, yn } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { noteLedger } from "./delivery.ledger.ts";
import { scheduleFields, scheduleShown } from "./schedule.lines.ts";

/** One batch of a line: what is worked out on the sheet before shipping, and frozen by it. */
export const deliveryBatch = entity("SrmPurDeliveryBatchTemporary", "送货批次", "Delivery batch", {
  fields: {
    noteLineId: text("送货单行", "Note line", { max: 64, computed: true, optional: true }),
    batchNum: code("批次号", "Batch no.", { max: 60 }),
    supplierLotNum: text("供应商批号", "Supplier lot", { max: 60, optional: true }),
    productionDate: date("生产日期", "Produced", { optional: true }),
    expiryDate: date("有效期至", "Expires", { optional: true }),
    batchQty: qty("批次数量", "Quantity", { least: 0 }),
    packQty: qty("每箱数量", "Per box", { optional: true, least: 0, adds: false }),
    boxCount: int("箱数", "Boxes", { computed: true, optional: true }),
    frozenFlag: yn("已冻结", "Frozen", { computed: true, initial: "N" }),
    remark: text("备注", "Remark", { max: 200, optional: true }),
  },
  computes: { noteLineId: (_, line) => line.id },
  holds: { batchAboveZero: ["batchQty", ">", 0], producedBeforeExpiry: ["productionDate", "<=", "expiryDate"] },
  unique: [{ fields: ["noteLineId", "batchNum"] }],
  sees: {},
  shows: {
    supplier: [
      ...(["noteLineId", "batchNum", "supplierLotNum", "productionDate", "expiryDate", "batchQty", "packQty", "boxCount"] as const),
      ...(["frozenFlag", "remark"] as const),
    ],
  },
  title: ["batchNum"],
  list: ["batchNum", "supplierLotNum", "productionDate", "expiryDate", "batchQty", "packQty", "boxCount", "remark"],
  codes: purchaseCodes,
});

/** One schedule of an order on its way: how much was sent, has arrived, was given up and is still on the road. */
export const noteLine = entity("SrmPurDeliveryNoteLine", "送货单行", "Delivery note line", {
  fields: {
    ...scheduleFields,
    noticeLineId: text("送货通知行", "Notice line", { max: 64, optional: true }),
    noticeId: ref("SrmPurDeliveryNotice", "送货通知", "Notice", { computed: true, optional: true }),
    noteQty: qty("送货数量", "Ship qty", { least: 0 }),
    ...noteLedger.fields,
    batchFlag: yn("批次管理", "Lot control", { computed: true, initial: "N" }),
    barcodeFlag: yn("条码管理", "Barcode control", { computed: true, initial: "N" }),
    reportFlag: yn("须检验报告", "Report required", { computed: true, initial: "N" }),
    packQty: qty("每箱数量", "Per box", { optional: true, least: 0, adds: false }),
    boxCount: int("箱数", "Boxes", { computed: true, optional: true }),
    inspectFileIds: files("出货检验报告", "Inspection report", { optional: true, max: 10 }),
    originCountry: ref("SrmBaseDistrict", "原产国", "Origin", { optional: true, pick: { districtLevel: "COUNTRY", enabledFlag: "Y" } }),
    lineStatus: pick("行状态", "Line status", "PUR_NOTE_STATUS", { computed: true, initial: "DRAFT" }),
  },
  lines: { batches: deliveryBatch },
  holds: {
    noteAboveZero: ["noteQty", ">", 0],
    returnedWithinClosed: ["noticeReturnedQty", "<=", "closedQty"],
    ledgerWithin: ["arrivedQty + closedQty + inTransitQty", "<=", "noteQty"],
  },
  sees: {},
  shows: {
    supplier: [
      ...scheduleShown,
      ...(["noticeLineId", "noticeId", "noteQty", "arrivedQty", "closedQty", "inTransitQty", "noticeReturnedQty"] as const),
      ...(["batchFlag", "barcodeFlag", "reportFlag", "packQty", "boxCount", "inspectFileIds", "originCountry", "lineStatus"] as const),
      "batches",
    ],
  },
  title: ["orderNum", "lineNum"],
  list: [
    ...(["lineNum", "orderNum", "orderLineNum", "scheduleNum", "noticeId", "itemId", "itemDesc", "uom"] as const),
    ...(["noteQty", "arrivedQty", "closedQty", "inTransitQty", "packQty", "boxCount", "inspectFileIds", "originCountry"] as const),
    "lineStatus",
  ],
  search: ["orderNum", "itemId", "lineStatus"],
  unit: "uom",
  codes: purchaseCodes,
});
