import { entity } from "#kernel/entity.ts";
import { code, date, datetime, int, pick, qty, ref, text } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { inPlace } from "#modules/order/index.ts";
import { noteActions } from "./note.actions.ts";
import { noteLine } from "./note.lines.ts";
import { contentsField, contentsOf, countField, countOf } from "./schedule.lines.ts";

/** What comes next stands first. */
const next = [["eta", "asc"]] as const;

/** A shipment a supplier announces: what comes, in which batches and boxes, by which truck, and how far it has come. */
export const note = entity("SrmPurDeliveryNote", "送货单", "Delivery note", {
  fields: {
    noteNum: code("送货单号", "Note no.", { max: 60, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory org", { computed: true, optional: true }),
    deliveryInfoId: ref("SrmBaseDeliveryInfo", "收货地址", "Ship-to", { computed: true, optional: true }),
    sourceMode: pick("来源", "Source", "PUR_NOTE_SOURCE", { computed: true, initial: "ORDER" }),
    dockCode: code("卸货口", "Dock", { max: 20, computed: true, optional: true }),
    shipDate: date("发货日期", "Ship date", { begins: "today" }),
    eta: datetime("预计到货", "ETA"),
    carrier: text("承运商", "Carrier", { max: 100, optional: true }),
    trackingNum: text("物流单号", "Tracking no.", { max: 60, optional: true }),
    plateNum: text("车牌号", "Plate", { max: 20, optional: true }),
    driverName: text("司机", "Driver", { max: 60, optional: true }),
    driverPhone: text("司机电话", "Driver's phone", { max: 30, format: "phone", optional: true }),
    totalBoxes: int("总箱数", "Boxes", { computed: true, optional: true }),
    scannedBoxes: int("已扫箱数", "Boxes scanned", { computed: true, initial: 0 }),
    grossWeight: qty("毛重(KG)", "Gross weight (kg)", { optional: true, least: 0 }),
    noteQty: countField("送货数量", "Ship qty"),
    arrivedQty: countField("已到数量", "Arrived"),
    inTransitQty: countField("在途数量", "In transit"),
    lineCount: int("行数", "Lines", { computed: true, optional: true }),
    submitTime: datetime("提交时间", "Submitted at", { computed: true, optional: true }),
    arriveTime: datetime("到货时间", "Arrived at", { computed: true, optional: true }),
    closeTime: datetime("关闭时间", "Closed at", { computed: true, optional: true }),
    cancelReason: text("取消原因", "Reason for cancellation", { max: 500, computed: true, optional: true }),
    closeReason: text("关闭原因", "Reason for closing", { max: 500, computed: true, optional: true }),
    printCount: int("打印次数", "Printed", { computed: true, initial: 0 }),
    qrToken: code("二维码", "QR token", { max: 64, computed: true, optional: true }),
    remark: text("备注", "Remark", { max: 500, optional: true }),
    contents: contentsField,
    status: pick("状态", "Status", "PUR_NOTE_STATUS", { computed: true }),
  },
  lines: { lines: noteLine },
  number: ["noteNum", "SH{yyyyMMdd}{0001}"],
  stateLookup: "PUR_NOTE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    SHIPPED: ["已发货", "Shipped", "running"],
    ARRIVED: ["已到货待收", "Arrived", "waiting"],
    PARTIAL: ["部分收货", "Partly received", "running"],
    RECEIVED: ["已收货", "Received", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: {
    contents: contentsOf("orderNum", "itemDesc"),
    noteQty: countOf("noteQty"),
    arrivedQty: countOf("arrivedQty"),
    inTransitQty: countOf("inTransitQty"),
    totalBoxes: (doc) => doc.lines.reduce((n: number, line: { boxCount: number | null }) => n + (line.boxCount ?? 0), 0),
    lineCount: (doc) => doc.lines.length,
  },
  shownWhen: {
    submitTime: (doc) => Boolean(doc.submitTime),
    arriveTime: (doc) => Boolean(doc.arriveTime),
    cancelReason: (doc) => Boolean(doc.cancelReason),
    closeReason: (doc) => Boolean(doc.closeReason),
    closeTime: (doc) => Boolean(doc.closeTime),
    dockCode: (doc) => Boolean(doc.dockCode),
  },
  actions: noteActions,
  waiting: [
    {
      todo: "NOTE_RECEIVE",
      label: ["待收货", "Receive delivery note"],
      route: "purDealDeliveryNoteList",
      title: ["送货单{bizNo}待收货", "Receive delivery note {bizNo}"],
      in: ["SHIPPED", "ARRIVED", "PARTIAL"],
      who: { resp: "WAREHOUSE" },
      org: (doc) => doc["invOrgId"] ?? doc["orgId"],
      due: "eta",
      ends: { CLOSED: "WITHDRAWN", CANCELLED: "WITHDRAWN" },
    },
  ],
  sees: { internal: inPlace, supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: [
      ...([
        "noteNum",
        "orgId",
        "supplierId",
        "supplierSiteId",
        "invOrgId",
        "deliveryInfoId",
        "sourceMode",
        "dockCode",
        "shipDate",
      ] as const),
      ...(["eta", "carrier", "trackingNum", "plateNum", "driverName", "driverPhone", "totalBoxes", "scannedBoxes"] as const),
      ...(["grossWeight", "noteQty", "arrivedQty", "inTransitQty", "lineCount", "submitTime", "arriveTime", "closeTime"] as const),
      ...(["cancelReason", "closeReason", "printCount", "qrToken", "remark", "contents", "status", "lines"] as const),
    ],
  },
  saves: "supplier",
  savesFrom: ["DRAFT"],
  deletes: "supplier",
  deletesFrom: ["DRAFT"],
  unique: [
    { fields: ["qrToken"], while: { qrToken: { not: null } } },
    // Unique with the id at the end: a plain index for the desk that comes sorted by it.
    { fields: ["eta", "id"] },
  ],
  title: ["noteNum"],
  list: [
    ...(["noteNum", "status", "supplierId", "sourceMode", "shipDate", "eta", "trackingNum", "plateNum", "lineCount"] as const),
    ...(["totalBoxes", "noteQty", "arrivedQty", "inTransitQty", "orgId", "deliveryInfoId"] as const),
  ],
  search: ["noteNum", "contents", "supplierId", "orgId", "shipDate", "eta", "trackingNum", "plateNum", "status"],
  order: [["id", "desc"]],
  views: {
    draft: ["拟定", "Drafts", () => ({ status: "DRAFT" })],
    onWay: ["在途", "On the way", () => ({ status: ["SHIPPED", "ARRIVED", "PARTIAL"] })],
    received: ["已收货", "Received", () => ({ status: "RECEIVED" })],
  },
  lists: {
    desk: {
      route: "purDealDeliveryNoteList",
      title: ["收货台", "Receiving desk"],
      columns: [
        ...(["noteNum", "status", "supplierId", "plateNum", "eta", "arriveTime", "scannedBoxes", "totalBoxes", "lineCount"] as const),
        ...(["inTransitQty", "dockCode", "deliveryInfoId", "driverName", "driverPhone", "orgId"] as const),
      ],
      search: ["noteNum", "contents", "supplierId", "eta", "status", "dockCode", "plateNum", "deliveryInfoId"],
      where: () => ({ status: { not: ["DRAFT", "CANCELLED"] } }),
      order: [["eta", "desc"]],
      opens: "toReceive",
      cards: ["supplierId", "plateNum", "eta", "dockCode", "scannedBoxes", "totalBoxes"],
      views: {
        toReceive: ["待收货", "To receive", () => ({ status: ["SHIPPED", "ARRIVED", "PARTIAL"] }), next],
        expected: ["在途", "On the way", () => ({ status: "SHIPPED" }), next],
        atGate: ["已到货待收", "At the gate", () => ({ status: "ARRIVED" }), next],
        partly: ["部分收货", "Partly received", () => ({ status: "PARTIAL" }), next],
        received: ["已收货", "Received", () => ({ status: "RECEIVED" })],
        closed: ["已关闭", "Closed", () => ({ status: "CLOSED" })],
      },
    },
  },
  pages: {
    list: "purDeliveryNoteList",
    edit: "purDeliveryManage/purDeliveryNoteEdit",
    cards: ["shipDate", "eta", "noteQty", "arrivedQty", "deliveryInfoId"],
    sections: [
      ["发货", "Shipping", ["shipDate", "eta", "carrier", "trackingNum", "plateNum", "driverName", "driverPhone", "grossWeight", "remark"]],
      ["收货方", "Consignee", ["supplierId", "supplierSiteId", "orgId", "invOrgId", "deliveryInfoId", "dockCode", "sourceMode"]],
      [
        "进度",
        "Progress",
        ["totalBoxes", "scannedBoxes", "submitTime", "arriveTime", "closeTime", "cancelReason", "closeReason", "printCount"],
      ],
    ],
  },
  codes: purchaseCodes,
});
