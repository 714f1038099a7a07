import { deliveryInfo } from "#modules/base/index.ts";
import { page, type Coming, type Part, type RoleShape, type Widget } from "#kernel/module.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { chainAnswers } from "./chain/chain.ts";
import { orderHistory, purchaseHistory } from "./history/history.entity.ts";
import { orderDelivery } from "./order-line.entity.ts";
import { ledgerDiff } from "./ledger/ledger-diff.entity.ts";
import { order } from "./order.entity.ts";
import { storageTransaction } from "./ledger/transaction.entity.ts";

const edit = "purOrderManage/purchaseOrderEdit";
const writing = ["btnAdd", "btnCopy", "btnSave", "btnDelete", "btnSubmit", "btnWithdraw", "btnPublish", "btnChange", "btnCancelChange"];
const deciding = ["btnBuyerConfirm", "btnBuyerReject", "btnOpenLine", "btnCloseLine", "btnCancelLine", "btnUrge"];
const ending = ["btnCancel", "btnClose", "btnCreateContract"];
const approving = ["btnApproval", "btnReject"];
const files = ["btnUploadAttachment", "btnDownloadAttachment", "btnPreviewAttachment"];
const desk = ["btnSplitDelivery", "btnTolerance", "btnPrint", "btnImport", "btnExport", "btnChain", ...files];
const answering = [
  "btnSupplierConfirm",
  "btnSupplierPropose",
  "btnSupplierRefuse",
  "btnToDeliveryNote",
  "btnPrint",
  "btnExport",
  "btnChain",
  ...files,
];

/** The four desks on which orders are worked, and what was paid before. */
const menus = [
  purchaseMenu({
    PUR_ORDER: [
      page("purchaseOrderList", "采购订单", "Purchase orders", {
        entities: [order],
        reads: [orderHistory, storageTransaction, deliveryInfo],
        buttons: [...writing, ...approving, ...deciding, ...ending, ...desk],
      }),
      page("purchaseOrderList2", "订单执行", "Order execution", {
        entities: [order],
        reads: [orderHistory, storageTransaction, deliveryInfo],
        buttons: [...deciding, ...ending, "btnToNotice", "btnExport", "btnChain", ...files],
      }),
      page("purchaseOrderList3", "订单协同", "My orders", {
        audience: "SUPPLIER",
        entities: [order],
        reads: [orderHistory, storageTransaction, deliveryInfo],
        buttons: answering,
      }),
      page("purchaseOrderList4", "订单跟踪", "Order tracking", {
        reads: [order, orderHistory, storageTransaction, deliveryInfo],
        buttons: ["btnChain", "btnExport", "btnPrint", "btnDownloadAttachment", "btnPreviewAttachment"],
      }),
      // one page of the document for all desks: whose button it is decides
      page(edit, "采购订单", "Purchase order", {
        audience: "BOTH",
        entities: [order],
        reads: [orderHistory, storageTransaction, deliveryInfo],
        buttons: [...new Set([...writing, ...approving, ...deciding, ...ending, ...desk, ...answering])],
        hidden: true,
      }),
      page("purchaseHistoryList", "采购历史价格", "Purchase price history", {
        entities: [purchaseHistory],
        buttons: ["btnSave", "btnImport", "btnExport", "btnCompare"],
      }),
      page("purLedgerDiffList", "数量台账差异", "Ledger differences", {
        entities: [ledgerDiff],
        buttons: ["btnConfirm", "btnRebuild", "btnExport"],
      }),
    ],
  }),
];

const reading = ["btnChain", "btnExport", "btnPrint", "btnDownloadAttachment", "btnPreviewAttachment"];
const looks: RoleShape["grants"] = [
  ["purchaseOrderList4", ...reading],
  [edit, ...reading],
];
const history: RoleShape["grants"] = [["purchaseHistoryList", "btnExport", "btnCompare"]];
const buyersOwn = [
  ...writing,
  ...deciding.filter((value) => value !== "btnOpenLine"),
  ...ending,
  ...desk.filter((value) => value !== "btnTolerance"),
];
const lineDeciding = [...deciding.filter((value) => value !== "btnOpenLine"), ...ending, "btnToNotice", "btnExport", "btnChain", ...files];
const managers = [...writing, ...approving, ...deciding, ...ending, ...desk];

const roles = responsibilities({
  SYS_ADMIN: ["purchaseOrderList", "purchaseOrderList2", "purchaseOrderList4", "purchaseHistoryList", [edit, ...managers]],
  BUYER: [
    ["purchaseOrderList", ...buyersOwn],
    ["purchaseOrderList2", ...lineDeciding],
    ["purchaseOrderList4", ...reading],
    [edit, ...buyersOwn],
    ...history,
  ],
  PUR_MANAGER: ["purchaseOrderList", "purchaseOrderList2", ["purchaseOrderList4", ...reading], "purchaseHistoryList", [edit, ...managers]],
  PLANNER: [
    ["purchaseOrderList2", "btnUrge", "btnToNotice", "btnExport", "btnChain", "btnDownloadAttachment", "btnPreviewAttachment"],
    ["purchaseOrderList4", ...reading],
    [edit, "btnUrge", ...reading],
  ],
  REQUESTER: looks,
  WAREHOUSE: looks,
  QUALITY: looks,
  FINANCE: [...looks, ...history],
  FINANCE_MANAGER: [...looks, ...history],
  SOURCING: [...looks, ...history],
  AUDITOR: [...looks, ...history],
  SUP_ADMIN: ["purchaseOrderList3", [edit, ...answering]],
  SUP_SALES: ["purchaseOrderList3", [edit, ...answering]],
  SUP_FINANCE: [
    ["purchaseOrderList3", ...reading],
    [edit, ...reading],
  ],
});

const figure = (code: string, cn: string, en: string, view: string, seq: number, more: Partial<Widget> = {}): Widget => ({
  code,
  label: [cn, en],
  audience: "INTERNAL",
  type: "FIGURE",
  route: "purchaseOrderList",
  seq,
  counts: { entity: order, list: "desk", view },
  ...more,
});

/** Orders that count as bought: approved and not cancelled. */
const bought: NonNullable<Widget["sums"]> = {
  entity: order,
  list: "desk",
  field: "baseAmount",
  date: "orderDate",
  filter: { status: "APPROVED,PUBLISHED,CONFIRMED,REFUSED,CHANGING,COMPLETED,CLOSED" },
};
const amount = (code: string, cn: string, en: string, more: Pick<Widget, "type" | "seq" | "span">): Widget => ({
  code,
  label: [cn, en],
  audience: "INTERNAL",
  route: "purchaseOrderList",
  sums: bought,
  ...more,
});

/** What home shows of orders: what waits for whom, what is late, and what was bought. */
const widgets: readonly Widget[] = [
  amount("PO_AMOUNT_MTD", "本月采购额", "Spend this month", { type: "FIGURE", seq: 30 }),
  amount("PO_TREND", "近 12 月采购额", "Spend in 12 months", { type: "CHART", seq: 800, span: 2 }),
  {
    code: "DELIVERY_OVERDUE",
    label: ["逾期未到", "Deliveries overdue"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "purchaseOrderList2",
    counts: { entity: orderDelivery, list: "execution", view: "open", past: "currentPromiseDate" },
    seq: 43,
  },
  figure("PUR_ORDER_TO_SUBMIT", "待提交订单", "Orders to submit", "toSubmit", 38, { button: "btnSubmit" }),
  figure("PUR_ORDER_TO_PUBLISH", "待发布订单", "Orders to publish", "toPublish", 39, { button: "btnPublish" }),
  figure("PUR_ORDER_WAITING", "待供应商确认订单", "Awaiting supplier", "waiting", 40, { late: "confirmDeadline" }),
  figure("PUR_ORDER_PROPOSED", "供应商提议待处理", "Supplier proposals", "proposed", 41, { button: "btnBuyerConfirm" }),
  figure("PUR_ORDER_RUNNING", "执行中订单", "Open orders", "running", 42, { late: "nextDueDate" }),
  {
    code: "SUP_ORDER_TO_CONFIRM",
    label: ["待确认订单", "Orders to confirm"],
    audience: "SUPPLIER",
    type: "FIGURE",
    route: "purchaseOrderList3",
    counts: { entity: order, list: "inbox", view: "toConfirm" },
    late: "confirmDeadline",
    button: "btnSupplierConfirm",
    seq: 20,
  },
  {
    code: "EX_TO_SHIP",
    label: ["待发货订单", "Orders to ship"],
    audience: "SUPPLIER",
    type: "FIGURE",
    route: "purchaseOrderList3",
    counts: { entity: order, list: "inbox", view: "shipping" },
    late: "nextDueDate",
    seq: 21,
  },
];

/** What orders bring in the next days. */
const coming: readonly Coming[] = [
  {
    audience: "INTERNAL",
    route: "purchaseOrderList2",
    entity: orderDelivery,
    list: "execution",
    view: "open",
    label: ["应交", "Due"],
    day: "currentPromiseDate",
    says: ["supplierId", "itemId"],
    note: "openQty",
    opens: [edit, "id", "orderId"],
  },
  {
    audience: "SUPPLIER",
    route: "purchaseOrderList3",
    entity: orderDelivery,
    list: "inbox",
    view: "open",
    label: ["应交", "Due"],
    day: "currentPromiseDate",
    says: ["itemId"],
    note: "openQty",
    opens: [edit, "id", "orderId"],
  },
  {
    audience: "SUPPLIER",
    route: "purchaseOrderList3",
    entity: order,
    list: "inbox",
    view: "toConfirm",
    label: ["确认订单", "Confirm order"],
    day: "confirmDeadline",
    says: ["orgId"],
    opens: [edit, "id", "id"],
  },
];

/** Who works on orders where, and what home tells of them. */
export const orderPages: Part = {
  answers: chainAnswers,
  menus,
  roles,
  widgets,
  coming,
  buttons: {
    btnSupplierPropose: { label: ["提出变更", "Propose"], icon: "calendar-clock" },
    btnSupplierRefuse: { label: ["供方拒绝", "Decline"], icon: "ban", colour: "DANGER" },
    btnBuyerConfirm: { label: ["接受提议", "Accept proposal"], icon: "check", colour: "PRIMARY" },
    btnBuyerReject: { label: ["驳回提议", "Reject proposal"], icon: "x", colour: "DANGER" },
    btnCreateContract: { label: ["生成合同", "Create contract"], icon: "file-signature" },
    btnToNotice: { label: ["生成送货通知", "Create delivery notice"], icon: "truck" },
    btnOpenLine: { label: ["打开行", "Open line"], icon: "unlock" },
    btnCloseLine: { label: ["关闭行", "Close line"], icon: "lock" },
    btnSplitDelivery: { label: ["拆分交货", "Split delivery"], icon: "split" },
    btnTolerance: { label: ["改允差", "Set tolerance"], icon: "percent" },
    btnChain: { label: ["单据链", "Document chain"], icon: "git-branch" },
  },
};
