const live = { liveId: null } as const;
const running = ["PUBLISHED", "CONFIRMED", "CHANGING"] as const;

/** The desks on which orders lie: the buyer's, the supplier's inbox, and one to look things up. */
export const orderLists = {
  desk: {
    route: "purchaseOrderList",
    title: ["采购订单", "Purchase orders"],
    columns: [
      ...(["orderNum", "status", "supplierId", "amountIncl", "nextDueDate", "confirmStatus", "receiptPercent", "invoicePercent"] as const),
      ...(["revisionNum", "orderType", "orgId", "currency", "amountExcl", "buyerId", "orderDate", "sourceNums"] as const),
    ],
    where: () => live,
    views: {
      toSubmit: ["待提交", "To submit", () => ({ status: ["DRAFT", "REJECTED"] })],
      approving: ["审批中", "In approval", () => ({ any: [{ status: "APPROVING" }, { changeStatus: "APPROVING" }] })],
      toPublish: ["待发布", "To publish", () => ({ status: "APPROVED" })],
      waiting: ["待供应商确认", "Awaiting supplier", () => ({ status: "PUBLISHED" })],
      proposed: ["供应商提议", "Supplier proposed", () => ({ confirmStatus: "PROPOSED", status: [...running] })],
      refused: ["供应商拒绝", "Declined by supplier", () => ({ any: [{ status: "REFUSED" }, { confirmStatus: "REFUSED" }] })],
      running: ["执行中", "Open", () => ({ status: [...running] })],
    },
  },
  inbox: {
    route: "purchaseOrderList3",
    title: ["订单协同", "Orders"],
    columns: [
      ...(["orderNum", "revisionNum", "orgId", "orderDate", "currency", "amountIncl", "status", "confirmStatus"] as const),
      ...(["confirmDeadline", "nextDueDate", "receiptPercent", "buyerId"] as const),
    ],
    search: ["orderNum", "lines.itemId", "orderDate", "status", "confirmStatus", "orgId", "nextDueDate", "confirmDeadline"],
    where: () => live,
    views: {
      toConfirm: ["待确认", "To confirm", () => ({ status: "PUBLISHED", confirmStatus: ["NONE", "PARTIAL"] })],
      proposed: ["已提议", "Proposed", () => ({ confirmStatus: "PROPOSED", status: [...running] })],
      shipping: ["待发货", "To ship", () => ({ status: ["CONFIRMED", "CHANGING"], receiptStatus: ["NONE", "PARTIAL"] })],
      done: ["已完成", "Completed", () => ({ status: ["COMPLETED", "CLOSED", "CANCELLED"] })],
    },
  },
  tracking: {
    route: "purchaseOrderList4",
    title: ["订单跟踪", "Order tracking"],
    columns: [
      ...(["orderNum", "revisionNum", "orderType", "supplierId", "orgId", "buyerId", "currency", "amountIncl", "receivedAmount"] as const),
      ...(["invoicedAmount", "paidAmount", "status", "receiptPercent", "invoicePercent", "orderDate"] as const),
    ],
    where: () => live,
  },
} as const;

/** The execution desk: one row for each delivery row of published orders. */
export const deliveryLists = {
  /** The supplier's inbox on a desk: what is asked row by row. */
  inbox: {
    route: "purchaseOrderList3",
    title: ["订单协同", "Orders"],
    columns: [
      ...(["orderId", "lineNum", "scheduleNum", "itemId", "itemDesc", "orgId", "uom", "qty", "needByDate", "promiseDate"] as const),
      ...(["confirmStatus", "toShipQty", "inTransitQty", "receivedQty", "returnReplaceQty", "openQty"] as const),
    ],
    where: () => ({ parent: { parent: { liveId: null } } }),
    views: { open: ["未交完", "Open", () => ({ openQty: { above: "0" } })] },
  },
  execution: {
    route: "purchaseOrderList2",
    title: ["订单执行", "Order execution"],
    columns: [
      ...(["orderId", "lineNum", "scheduleNum", "itemId", "supplierId", "qty", "uom", "needByDate", "confirmStatus"] as const),
      ...(["currentPromiseDate", "promiseDate", "openQty", "toShipQty", "confirmedQty", "noticeOpenQty", "inTransitQty"] as const),
      ...(["inspectingQty", "receivedQty", "rejectedQty", "returnReplaceQty", "urgeCount", "itemDesc"] as const),
    ],
    heads: ["orderId", "itemId"],
    cards: ["supplierId", "qty", "uom", "needByDate", "confirmStatus", "currentPromiseDate", "openQty"],
    where: () => ({ parent: { parent: { liveId: null, status: [...running, "REFUSED"] } } }),
    views: {
      proposed: ["供应商提议", "Proposed", () => ({ confirmStatus: "PROPOSED" })],
      pending: ["待确认", "To confirm", () => ({ confirmStatus: ["PENDING", "BUYER_REJECTED"] })],
      open: ["未交完", "Open", () => ({ openQty: { above: "0" } })],
    },
  },
} as const;
