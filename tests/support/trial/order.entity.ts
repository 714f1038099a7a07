import { mul, round, sum } from "#kernel/decimal.ts";
import { entity, type Me } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, pick, price, qty, ref, text } from "#kernel/field.ts";

/** A small purchase of its own for journeys: what an edit page and its attachments can be asked for, in three entities. */
export const trialSupplier = entity("TrialSupplier", "供应商", "Supplier", {
  fields: { supplierCode: code("编码", "Code"), supplierName: text("名称", "Name", { max: 80 }) },
  sees: { internal: "all", supplier: (me: Me) => ({ id: me.supplierId ?? "-" }) },
  shows: { supplier: ["supplierCode", "supplierName"] },
  saves: "internal",
  title: ["supplierCode", "supplierName"],
  list: ["supplierCode", "supplierName"],
  search: ["supplierCode", "supplierName"],
  pages: { list: "trial/suppliers" },
});

const trialLine = entity("TrialOrderLine", "行明细", "Lines", {
  fields: {
    lineNum: int("行", "Line"),
    item: text("物料", "Item", { max: 60 }),
    qty: qty("数量", "Quantity", { least: 0 }),
    price: price("含税单价", "Price incl. tax", { least: 0 }),
    amount: money("含税金额", "Total incl. tax", { computed: true }),
    needDate: date("需求日期", "Need by", { optional: true }),
    fileIds: files("图纸", "Drawings", { optional: true, formats: ["pdf", "dwg"], max: 3 }),
  },
  computes: { amount: (line) => round(mul(line.qty ?? "0", line.price ?? "0"), 2) },
  sees: {},
  shows: { supplier: ["lineNum", "item", "qty", "price", "amount", "needDate", "fileIds"] },
  title: ["lineNum", "item"],
});

export const trialOrder = entity("TrialOrder", "采购订单", "Purchase order", {
  number: ["orderNum", "PO{yyyyMMdd}{0001}"],
  fields: {
    orderNum: text("订单号", "Order no.", { computed: true, max: 40 }),
    supplierId: ref("TrialSupplier", "供应商", "Supplier"),
    orderType: pick("订单类型", "Type", "TRIAL_TYPE", { initial: "STANDARD" }),
    plant: text("收货组织", "Plant", { max: 40, optional: true }),
    terms: text("付款条款", "Terms", { max: 40, optional: true }),
    needBy: date("需求日期", "Need by"),
    total: money("含税金额", "Total incl. tax", { computed: true }),
    remark: longtext("备注", "Remark", { optional: true }),
    fileIds: files("附件", "Attachments", { optional: true, max: 20 }),
    internalIds: files("内部资料", "Internal papers", {
      optional: true,
      max: 2,
      formats: ["pdf", "png", "txt"],
      maxSize: 5 << 20,
      visibleTo: "INTERNAL_ONLY",
      watermark: true,
      descRequired: true,
    }),
  },
  lines: { lines: trialLine },
  computes: { total: (order) => round(sum(order.lines.map((l: { amount: string }) => l.amount ?? "0")), 2) },
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "running"],
    APPROVED: ["已批准", "Approved", "done"],
  },
  savesFrom: ["DRAFT"],
  deletesFrom: ["DRAFT"],
  approval: {
    bill: "TRIAL",
    to: "APPROVED",
    submit: { label: ["提交审批", "Submit"] },
    approve: { name: "doApprove", label: ["同意", "Approve"], who: "internal", quiet: null },
    reject: {
      ...({ button: "btnApproval", who: "internal", quiet: null, to: "DRAFT", tone: "danger" } as const),
      input: { reason: text("原因", "Reason", { max: 200 }) },
    },
    withdraw: { name: "doReject" },
  },
  sees: { internal: "all", supplier: (me: Me) => ({ supplierId: me.supplierId ?? "-", status: ["APPROVED"] }) },
  shows: { supplier: ["orderNum", "supplierId", "needBy", "total", "status" as never, "lines", "fileIds", "internalIds"] },
  saves: "internal",
  deletes: "internal",
  title: ["orderNum"],
  list: ["orderNum", "supplierId", "orderType", "needBy", "total", "fileIds"],
  search: ["orderNum", "supplierId", "needBy"],
  order: [["creationDate", "desc"]],
  pages: {
    list: "trial/orders",
    edit: "trial/orderEdit",
    key: "total",
    sections: [["基本信息", "Basics", ["orderType", "supplierId", "plant", "terms", "needBy", "remark"]]],
  },
});

export const trialReceipt = entity("TrialReceipt", "收货单", "Receipt", {
  fields: { receiptNum: code("收货单号", "Receipt no."), orderId: ref("TrialOrder", "采购订单", "Purchase order") },
  sees: { internal: "all" },
  saves: "internal",
  title: ["receiptNum"],
  list: ["receiptNum", "orderId"],
  search: ["receiptNum", "orderId"],
  pages: { list: "trial/receipts" },
});
