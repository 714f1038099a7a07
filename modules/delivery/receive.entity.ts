import { sub, sum } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, money, pick, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { purchaseCodes as codes } from "#modules/demand/index.ts";
import { inPlace } from "#modules/order/index.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });

/** What arrived of one schedule of an order: what was taken, refused, is still to be judged, and was undone since. */
export const receiveLine = entity("SrmPurReceiveLine", "接收单行", "Receive line", {
  fields: {
    lineNum: int("行号", "Line", { computed: true, optional: true }),
    orderDeliveryId: ref("SrmPurOrderDelivery", "交货计划行", "Schedule", { optional: true }),
    noteLineId: ref("SrmPurDeliveryNoteLine", "送货单行", "Note line", { optional: true }),
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", { computed: true, optional: true }),
    orderLineId: text("订单行", "Order line", { max: 64, computed: true, optional: true }),
    orderRow: text("订单行号", "Order row", { max: 40, computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
    itemDesc: text("物料描述", "Description", { max: 400, computed: true, optional: true }),
    uom: pick("单位", "UOM", "UOM", { computed: true, optional: true }),
    receiptRouting: pick("收货方式", "Routing", "PUR_RECEIPT_ROUTING", { computed: true, optional: true }),
    expectedQty: qty("应收数量", "Expected", { computed: true, initial: "0" }),
    scannedQty: counter("扫码数量", "Scanned"),
    arrivalQty: qty("实到数量", "Arrived", { least: 0, initial: "0" }),
    acceptedQty: qty("合格数量", "Accepted", { optional: true, least: 0 }),
    rejectedQty: qty("拒收数量", "Rejected", { optional: true, least: 0 }),
    diffQty: qty("差异", "Difference", { computed: true, optional: true }),
    diffReason: text("差异原因", "Reason for the difference", { max: 200, optional: true }),
    rejectReason: pick("拒收原因", "Reason for refusal", "PUR_REJECT_REASON", { optional: true }),
    acceptedAmount: money("验收金额", "Accepted amount", { optional: true, least: 0, currency: "currency" }),
    batchNum: text("批次号", "Batch", { max: 60, optional: true }),
    productionDate: date("生产日期", "Produced", { optional: true }),
    expiryDate: date("到期日期", "Expires", { optional: true }),
    storageLocationId: ref("SrmBaseStorageLocation", "库位", "Location", { optional: true }),
    warehouseCode: text("仓库", "Warehouse", { max: 60, optional: true }),
    inspectingQty: counter("待检数量", "Inspecting"),
    inspectResult: pick("检验结论", "Result", "PUR_INSPECT_RESULT", { computed: true, optional: true }),
    concessionDeduct: money("让步扣款", "Concession deduction", { computed: true, optional: true, currency: "currency" }),
    reversedQty: counter("冲销数量", "Reversed"),
    returnReplaceQty: counter("退换数量", "Returned for replacement"),
    returnRefundQty: counter("退款数量", "Returned for refund"),
    undoneRejectedQty: counter("已撤销拒收", "Refusal undone"),
    heldRejectedQty: counter("冲销占用拒收", "Refusal held"),
    reversibleQty: counter("可冲销数量", "Reversible"),
    currency: pick("币种", "Currency", "CURRENCY", { computed: true, optional: true }),
    amountIncl: money("价税合计", "Amount incl. tax", { computed: true, optional: true, currency: "currency" }),
    transactionId: ref("SrmPurStorageTransaction", "入库事务", "Transaction", { computed: true, optional: true }),
    postedFlag: yn("已过账", "Posted", { computed: true, initial: "N" }),
  },
  frozen: {
    once: ["postedFlag", "Y"],
    but: ["reversedQty", "returnReplaceQty", "returnRefundQty", "undoneRejectedQty", "heldRejectedQty", "reversibleQty"],
  },
  computes: { diffQty: (line) => sub(line.arrivalQty ?? "0", line.expectedQty ?? "0") },
  holds: {
    undoneWithinAccepted: ["reversedQty + returnReplaceQty + returnRefundQty", "<=", "acceptedQty"],
    undoneWithinRejected: ["undoneRejectedQty + heldRejectedQty", "<=", "rejectedQty"],
  },
  sees: {},
  shows: {
    supplier: [
      ...(["lineNum", "orderDeliveryId", "noteLineId", "orderId", "orderRow", "itemId", "itemDesc", "uom", "arrivalQty"] as const),
      ...(["acceptedQty", "rejectedQty", "rejectReason", "batchNum", "productionDate", "expiryDate", "inspectingQty"] as const),
      ...(["inspectResult", "reversedQty", "returnReplaceQty", "returnRefundQty", "currency", "amountIncl", "transactionId"] as const),
    ],
  },
  title: ["orderRow"],
  list: [
    ...(["orderRow", "itemId", "uom", "expectedQty", "scannedQty", "arrivalQty", "acceptedQty", "rejectedQty", "diffQty"] as const),
    ...(["diffReason", "rejectReason", "inspectResult", "batchNum", "storageLocationId", "reversibleQty", "amountIncl"] as const),
  ],
  codes,
});

const totals = (key: string) => (doc: { lines: Readonly<Record<string, string | null>>[] }) =>
  sum(doc.lines.map((line) => line[key] ?? "0"));

/** Goods or services taken in against a delivery note, an order, an acceptance or the use of consigned stock. */
export const receive = entity("SrmPurReceive", "接收单", "Receipt", {
  fields: {
    receiveNum: code("接收单号", "Receipt no", { computed: true, optional: true }),
    receiveType: pick("接收类型", "Type", "PUR_RECEIVE_TYPE", { fixed: "create" }),
    orgId: ref("BaseOrganization", "业务组织", "Organisation", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory organisation", { optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { computed: true, optional: true }),
    noteId: ref("SrmPurDeliveryNote", "送货单", "Delivery note", { optional: true, fixed: "create" }),
    receiveDate: date("接收日期", "Received on"),
    keeperId: ref("BaseUsers", "仓管员", "Keeper", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    writeOffStatus: pick("冲销状态", "Written off", "PUR_PROGRESS", { computed: true, initial: "NONE" }),
    sourceType: pick("来源", "Source", "PUR_RECEIVE_SOURCE", { computed: true, initial: "MANUAL" }),
    sourceNums: text("来源单号", "Source no", { max: 400, computed: true, optional: true }),
    requestId: text("请求标识", "Request", { max: 160, computed: true, optional: true }),
    arrivalQty: qty("实到数量", "Arrived", { computed: true, initial: "0" }),
    acceptedQty: qty("合格数量", "Accepted", { computed: true, initial: "0" }),
    rejectedQty: qty("拒收数量", "Rejected", { computed: true, initial: "0" }),
    currency: pick("币种", "Currency", "CURRENCY", { computed: true, optional: true }),
    amountIncl: money("价税合计", "Amount incl. tax", { computed: true, initial: "0", currency: "currency" }),
    postDate: date("过账日期", "Posted on", { computed: true, optional: true }),
    acceptFileIds: files("验收附件", "Acceptance files", { optional: true, max: 20 }),
    remark: text("备注", "Remark", { max: 400, optional: true }),
    cancelReason: text("取消原因", "Cancelled because", { max: 400, computed: true, optional: true }),
    status: pick("状态", "Status", "PUR_RECEIVE_STATUS", { computed: true }),
  },
  lines: { lines: receiveLine },
  frozen: { once: ["status", "POSTED"], but: ["writeOffStatus"] },
  number: ["receiveNum", "RC{yyyyMMdd}{0001}"],
  stateLookup: "PUR_RECEIVE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    INSPECTING: ["待检", "Waiting for inspection", "waiting"],
    POSTED: ["已过账", "Posted", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: {
    arrivalQty: totals("arrivalQty"),
    acceptedQty: totals("acceptedQty"),
    rejectedQty: totals("rejectedQty"),
    amountIncl: totals("amountIncl"),
  },
  requires: { noteId: (doc) => doc.receiveType === "NOTE" },
  shownWhen: {
    noteId: (doc) => doc.receiveType === "NOTE",
    acceptFileIds: (doc) => doc.receiveType === "SERVICE",
    cancelReason: (doc) => Boolean(doc.cancelReason),
    postDate: (doc) => Boolean(doc.postDate),
  },
  actions: {
    doConfirm: action("过账", "Post", { button: "btnConfirm", who: "internal", from: ["DRAFT"], tone: "primary", batch: "each" }),
    doInspect: action("检验判定", "Judge", {
      button: "btnInspect",
      who: "internal",
      from: ["INSPECTING"],
      quiet: true,
      input: {
        lines: rows("判定", "Decisions", {
          receiveLineId: text("接收行", "Line", { max: 64 }),
          acceptedQty: qty("合格数量", "Accepted", { least: 0 }),
          rejectedQty: qty("不合格数量", "Rejected", { least: 0 }),
          result: pick("结论", "Result", "PUR_INSPECT_RESULT", { optional: true }),
          reason: pick("拒收原因", "Reason", "PUR_REJECT_REASON", { optional: true }),
          concessionDeduct: money("让步扣款", "Deduction", { optional: true, least: 0 }),
        }),
      },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT"],
      to: "CANCELLED",
      tone: "danger",
      batch: "each",
      input: { cancelReason: text("取消原因", "Reason", { max: 400, optional: true }) },
    }),
    /** One box or pallet counted onto this draft. */
    doScanBox: action("扫码", "Scan", {
      button: "btnScan",
      who: "internal",
      from: ["DRAFT"],
      quiet: true,
      input: { barcode: text("条码", "Barcode", { max: 120 }) },
    }),
    /** The first box of a note makes its draft. */
    doScanStart: action("开始扫码", "Begin scanning", {
      button: "btnScan",
      who: "internal",
      creates: true,
      quiet: true,
      input: { noteId: text("送货单", "Note", { max: 64 }), barcode: text("条码", "Barcode", { max: 120 }) },
    }),
  },
  sees: {
    internal: inPlace,
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", status: ["INSPECTING", "POSTED"] }),
  },
  shows: {
    supplier: [
      ...([
        "receiveNum",
        "receiveType",
        "orgId",
        "supplierId",
        "noteId",
        "receiveDate",
        "sourceNums",
        "arrivalQty",
        "acceptedQty",
      ] as const),
      ...(["rejectedQty", "currency", "amountIncl", "postDate", "writeOffStatus", "status", "lines"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  unique: [
    {
      fields: ["requestId"],
      while: { requestId: { not: null } },
      code: "PUR-3601",
      text: ["该请求已处理", "This request was already processed"],
    },
    {
      fields: ["noteId"],
      while: { status: "DRAFT", sourceType: "SCAN" },
      code: "PUR-3407",
      text: ["该送货单已有扫码中的接收单", "The note is being scanned already"],
    },
  ],
  title: ["receiveNum"],
  list: [
    ...([
      "receiveNum",
      "status",
      "receiveType",
      "sourceNums",
      "supplierId",
      "orgId",
      "invOrgId",
      "receiveDate",
      "arrivalQty",
      "acceptedQty",
    ] as const),
    ...(["rejectedQty", "amountIncl", "currency", "writeOffStatus", "keeperId"] as const),
  ],
  search: ["receiveNum", "sourceNums", "supplierId", "orgId", "receiveType", "receiveDate", "status", "writeOffStatus", "noteId"],
  order: [["id", "desc"]],
  views: {
    drafts: ["拟定", "Drafts", () => ({ status: "DRAFT" })],
    inspecting: ["待检", "Waiting for inspection", () => ({ status: "INSPECTING" })],
    posted: ["已过账", "Posted", () => ({ status: "POSTED" })],
  },
  pages: {
    list: "receiveList",
    edit: "receiveEdit",
    key: "amountIncl",
    sections: [
      ["来源", "Source", ["receiveType", "noteId", "supplierId", "orgId", "invOrgId", "sourceType", "sourceNums"]],
      ["接收", "Receipt", ["receiveDate", "keeperId", "postDate", "writeOffStatus", "acceptFileIds", "remark", "cancelReason"]],
      ["合计", "Totals", ["arrivalQty", "acceptedQty", "rejectedQty", "amountIncl", "currency"]],
    ],
  },
  codes,
});
