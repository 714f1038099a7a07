import { action, entity } from "#kernel/entity.ts";
import { code, datetime, int, longtext, pick, qty, ref, text } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { inPlace } from "#modules/order/index.ts";

const printable = ["CREATED", "PRINTED", "SHIPPED", "RECEIVED", "REVERSED"] as const;

/** The number on a box or a pallet: what is in it, where it belongs, and whether it has come. */
export const barcode = entity("SrmPurBarcode", "送货条码", "Barcode", {
  fields: {
    barcode: code("条码", "Barcode", { max: 60, computed: true, optional: true }),
    barcodeType: pick("类型", "Type", "PUR_BARCODE_TYPE", { computed: true, initial: "BOX" }),
    palletId: ref("SrmPurBarcode", "所在托盘", "On pallet", { computed: true, optional: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory org", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    noteId: ref("SrmPurDeliveryNote", "送货单", "Note", { computed: true, optional: true }),
    noteLineId: text("送货单行", "Note line", { max: 64, computed: true, optional: true }),
    batchId: text("批次行", "Batch row", { max: 64, computed: true, optional: true }),
    batchNum: code("批次号", "Batch no.", { max: 60, computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
    itemDesc: text("物料描述", "Description", { max: 400, repeats: "itemId", computed: true, optional: true }),
    uom: pick("单位", "UOM", "UOM", { computed: true, optional: true }),
    qty: qty("数量", "Quantity", { computed: true, initial: "0", adds: false }),
    boxNo: int("箱序", "Box", { computed: true, optional: true }),
    printCount: int("打印次数", "Printed", { computed: true, initial: 0 }),
    receiveLineId: text("收货行", "Receive line", { max: 64, computed: true, optional: true }),
    scanUserId: ref("BaseUsers", "扫描人", "Scanned by", { computed: true, optional: true }),
    scanTime: datetime("扫描时间", "Received at", { computed: true, optional: true }),
    voidReason: text("作废原因", "Reason for voiding", { max: 300, computed: true, optional: true }),
    labelTemplate: code("标签模板", "Label", { max: 20, computed: true, initial: "100x60" }),
    status: pick("状态", "Status", "PUR_BARCODE_STATUS", { computed: true }),
  },
  number: ["barcode", "BX{yyMMdd}{000001}{check}"],
  stateLookup: "PUR_BARCODE_STATUS",
  states: {
    CREATED: ["已生成", "Created"],
    PRINTED: ["已打印", "Printed", "running"],
    SHIPPED: ["在途", "On the way", "running"],
    RECEIVED: ["已收", "Received", "done"],
    REVERSED: ["已冲回", "Reversed", "refused"],
    VOID: ["作废", "Void", "ended"],
  },
  actions: {
    doPrint: action("打印标签", "Print labels", { button: "btnPrintBarcode", who: "both", quiet: true, from: printable }),
    doReprint: action("补打标签", "Reprint", { button: "btnReprint", who: "both", quiet: true, from: printable }),
    doPack: action("装托", "Pack", {
      button: "btnPack",
      who: "supplier",
      from: ["CREATED", "PRINTED"],
      quiet: true,
      batch: "all",
      input: { palletId: text("托盘", "Pallet", { max: 64, optional: true }) },
    }),
    doUnpack: action("拆托", "Unpack", { button: "btnUnpack", who: "supplier", from: ["CREATED", "PRINTED"], batch: "all" }),
    doVoid: action("作废", "Void", {
      button: "btnVoid",
      who: "supplier",
      from: ["CREATED", "PRINTED"],
      to: "VOID",
      tone: "danger",
      batch: "all",
      input: { voidReason: longtext("作废原因", "Reason", { max: 300, optional: true }) },
    }),
  },
  sees: { internal: (me) => ({ all: [inPlace(me), ofGoods(me, null)] }), supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: [
      ...(["barcode", "barcodeType", "palletId", "orgId", "supplierId", "noteId", "noteLineId", "batchId", "batchNum", "itemId"] as const),
      ...(["itemDesc", "uom", "qty", "boxNo", "printCount", "scanTime", "labelTemplate", "status"] as const),
    ],
  },
  unique: [
    { fields: ["barcode"] },
    // Unique with the id at the end: plain indexes for the boxes of a line and of a pallet.
    { fields: ["noteLineId", "id"] },
    { fields: ["palletId", "id"] },
  ],
  title: ["barcode"],
  list: [
    ...(["barcode", "barcodeType", "palletId", "noteId", "itemId", "batchNum", "qty", "uom", "status", "printCount", "scanTime"] as const),
    "supplierId",
  ],
  search: ["barcode", "noteId", "itemId", "batchNum", "status", "barcodeType", "supplierId"],
  order: [["id", "desc"]],
  views: {
    boxes: ["箱", "Boxes", () => ({ barcodeType: "BOX" })],
    pallets: ["托盘", "Pallets", () => ({ barcodeType: "PALLET" })],
    onWay: ["在途", "On the way", () => ({ status: "SHIPPED" })],
  },
  pages: { list: "purDeliveryManage/purBarcodeList" },
  codes: purchaseCodes,
});
