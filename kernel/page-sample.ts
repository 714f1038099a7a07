import { mul, sum } from "./decimal.ts";
import { action, entity } from "./entity.ts";
import { bilingual, code, date, files, int, longtext, money, percent, pick, price, qty, ref, text } from "./field.ts";
import type { Viewer } from "./page-action.ts";

/** An order with lines that shows each thing a page makes from a declaration; tests alone use it. */
export const line = entity("DemoOrderLine", "订单行", "Order line", {
  fields: {
    lineNum: int("行号", "Line", { computed: true }),
    itemId: ref("DemoItem", "物料", "Item"),
    qty: qty("数量", "Quantity"),
    price: price("单价", "Price"),
    amount: money("金额", "Amount", { computed: true }),
    costNote: text("成本备注", "Cost note", { optional: true }),
  },
  computes: { amount: (row: { qty: string; price: string }) => mul(row.qty, row.price) },
  sees: { internal: "all" },
  shows: { supplier: ["lineNum", "itemId", "qty", "price", "amount"] },
});

export const order = entity("DemoOrder", "采购订单", "Purchase order", {
  number: ["orderNum", "PO{yyyyMMdd}{0001}"],
  fields: {
    orderNum: code("订单号", "Order no."),
    supplierId: ref("DemoSupplier", "供应商", "Supplier", { fixed: "create" }),
    orderType: pick("类型", "Type", "ORDER_TYPE", { initial: "STANDARD" }),
    urgentReason: text("加急原因", "Reason for urgency", { optional: true }),
    taxRate: percent("税率", "Tax rate", { optional: true }),
    needBy: date("需求日期", "Need by"),
    amount: money("金额", "Amount", { computed: true }),
    status: pick("状态", "Status", "DemoOrder.status", { computed: true }),
    remark: longtext("备注", "Remark", { optional: true }),
    fileIds: files("附件", "Attachments", { optional: true }),
    ...bilingual("subject", "主题", "Subject", { optional: true }),
  },
  lines: { lines: line },
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "running"],
    APPROVED: ["已批准", "Approved", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
  },
  approval: {
    bill: "PUR",
    to: "APPROVED",
    submit: { label: ["提交审批", "Submit"], from: ["DRAFT"], batch: "each" },
    approve: { name: "doApprove", label: ["同意", "Approve"], who: { notOwner: "createdBy", of: "internal" } },
    reject: { to: "DRAFT" },
  },
  actions: {
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["APPROVING"], to: "APPROVED" }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: ["APPROVED"],
      to: "CLOSED",
      tone: "danger",
      input: { reason: text("原因", "Reason") },
    }),
    doConfirm: action("确认", "Confirm", { button: "btnConfirm", who: "supplier", from: ["APPROVED"] }),
  },
  computes: { amount: (doc: { lines: { amount: string }[] }) => sum(doc.lines.map((l) => l.amount)) },
  requires: { urgentReason: (doc: { orderType: string }) => doc.orderType === "URGENT" },
  shownWhen: { urgentReason: (doc: { orderType: string }) => doc.orderType === "URGENT" },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: { owner: "createdBy" },
  deletesFrom: ["DRAFT"],
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId }) },
  shows: { supplier: ["orderNum", "supplierId", "needBy", "amount", "status", "lines"] },
  title: ["orderNum"],
  list: ["orderNum", "status", "supplierId", "amount", "needBy", "creationDate"],
  search: ["orderNum", "status", "supplierId", "needBy", "amount"],
  views: { waiting: ["待我审批", "Waiting for me", () => ({ status: "APPROVING" })] },
  lists: { mine: { route: "demo/mine", columns: ["orderNum", "amount"] } },
  pages: { list: "demo/orders", edit: "demo/orderEdit", key: "amount" },
});

export const viewer = (audience: Viewer["audience"], buttons: readonly string[], userId = "u1"): Viewer => ({
  userId,
  audience,
  may: (button) => buttons.includes(button),
});
export const all = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnPublish", "btnClose", "btnConfirm", "btnApproval"];
export const buyer = viewer("internal", all);
export const line1 = { id: "l1", itemId: "i1", qty: "2", price: "1.50", amount: "3.00" };
export const stored = {
  id: "o1",
  versionNum: 3,
  orderNum: "PO1",
  status: "DRAFT",
  createdBy: "u1",
  supplierId: "s1",
  supplierName: "鲸落塑业",
  orderType: "STANDARD",
  needBy: "2026-11-28",
  amount: "3.00",
  lines: [line1],
};
