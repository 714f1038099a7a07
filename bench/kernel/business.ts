import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, longtext, money, percent, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { lookup, module, page } from "#kernel/module.ts";
import { mul, round, sum } from "#kernel/decimal.ts";
import { set, rule } from "#kernel/rule.ts";

/** What the measurements run on: an order of twenty-one fields with lines, as any business module would declare it. */
export const benchSupplier = entity("BenchSupplier", "供应商", "Supplier", {
  fields: { supplierCode: code("编码", "Code"), ...bilingual("supplierName", "名称", "Name") },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["supplierCode"] }],
});

export const benchLine = entity("BenchOrderLine", "订单行", "Order line", {
  fields: {
    lineNum: int("行号", "Line"),
    itemCode: code("物料", "Item"),
    itemName: text("名称", "Name", { max: 100 }),
    uom: code("单位", "Unit", { max: 10 }),
    qty: qty("数量", "Quantity", { least: 0 }),
    price: price("单价", "Price", { least: 0 }),
    amount: money("金额", "Amount", { computed: true }),
    needDate: date("需求日期", "Needed"),
  },
  computes: { amount: (line) => round(mul(line.qty ?? "0", line.price ?? "0"), 2) },
  sees: {},
  title: ["lineNum", "itemName"],
});

export const benchOrder = entity("BenchOrder", "订单", "Order", {
  number: ["orderNum", "BO{yyyyMMdd}{000001}"],
  fields: {
    orderNum: text("订单号", "Order no.", { computed: true, max: 40 }),
    title: text("标题", "Title", { max: 100 }),
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    supplierId: ref("BenchSupplier", "供应商", "Supplier"),
    orderType: pick("类型", "Type", "BENCH_TYPE"),
    currency: code("币种", "Currency", { max: 3 }),
    orderDate: date("日期", "Date"),
    needDate: date("需求日期", "Needed"),
    buyer: text("采购员", "Buyer", { max: 60 }),
    taxRate: percent("税率", "Tax rate"),
    netAmount: money("未税金额", "Net", { computed: true }),
    taxAmount: money("税额", "Tax", { computed: true }),
    total: money("价税合计", "Total", { computed: true }),
    paymentTerm: code("付款条件", "Terms", { max: 20 }),
    tradeTerm: code("贸易条款", "Trade terms", { max: 20 }),
    urgent: yn("加急", "Urgent", { initial: "N" }),
    contact: text("联系人", "Contact", { max: 60 }),
    phone: text("电话", "Phone", { max: 30 }),
    address: text("地址", "Address", { max: 200 }),
    remark: longtext("备注", "Remark", { optional: true, max: 500 }),
    guidePrice: price("指导价", "Guide price", { optional: true }),
  },
  lines: { lines: benchLine },
  computes: {
    netAmount: (o) => round(sum(o.lines.map((l: { amount: string | null }) => l.amount ?? "0")), 2),
    taxAmount: (o) => round(mul(o.netAmount, mul(o.taxRate, "0.01")), 2),
    total: (o) => round(sum([o.netAmount, o.taxAmount]), 2),
  },
  states: { DRAFT: ["拟定", "Draft"], APPROVED: ["已批准", "Approved", "done"], CLOSED: ["已关闭", "Closed", "ended"] },
  actions: {
    doApprove: action("批准", "Approve", {
      button: "btnApproval",
      who: "internal",
      from: ["DRAFT", "CLOSED"],
      to: "APPROVED",
      loads: "row",
    }),
    doClose: action("关闭", "Close", { button: "btnClose", who: "internal", from: ["APPROVED"], to: "CLOSED", loads: "row" }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }), supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: { supplier: ["orderNum", "title", "orderDate", "total", "lines"] },
  saves: "internal",
  deletes: "internal",
  title: ["orderNum", "title"],
  list: ["orderNum", "title", "orgId", "supplierId", "orderType", "orderDate", "total"],
  search: ["orderNum", "title", "orgId", "supplierId", "orderType", "orderDate"],
  importKey: ["title"],
});

const approve = rule(benchOrder, "doApprove", { decide: (order) => set(order, { urgent: "N" }) });

export const benchModule = module("bench", "测量", "Measurements", {
  entities: [benchSupplier, benchOrder],
  rules: [approve],
  lookups: {
    BENCH_TYPE: lookup("类型", "Type", { STANDARD: ["标准", "Standard"], URGENT: ["加急", "Urgent"], CONTRACT: ["协议", "Contract"] }),
  },
  menus: [
    page("benchOrderList", "订单", "Orders", {
      entities: [benchOrder, benchSupplier],
      buttons: ["btnAdd", "btnSave", "btnDelete", "btnApproval", "btnClose", "btnExport", "btnImport"],
    }),
  ],
  roles: { BENCH: { label: ["测量", "Measurements"], audience: "INTERNAL", grants: ["benchOrderList"] } },
});
