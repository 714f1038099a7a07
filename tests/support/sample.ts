import { action, entity, some, type Me } from "#kernel/entity.ts";
import { code, date, int, money, pick, price, qty, ref, text, bilingual } from "#kernel/field.ts";
import { lookup, module } from "#kernel/module.ts";
import { add, cmp, mul, round, sum } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, make, rule, run, set, tell, warn } from "#kernel/rule.ts";

/** A small business of its own for tests and benchmarks: suppliers, stock to share out, orders with lines and delivery rows. */
export const sampleSupplier = entity("SampleSupplier", "样例供应商", "Sample supplier", {
  fields: { supplierCode: code("编码", "Code"), ...bilingual("supplierName", "名称", "Name") },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierCode"] }],
  list: ["supplierCode", "supplierName"],
  search: ["supplierCode", "supplierName"],
});

export const sampleStock = entity("SampleStock", "样例库存", "Sample stock", {
  fields: {
    stockCode: code("编码", "Code"),
    limitQty: qty("上限", "Limit"),
    takenQty: qty("已领", "Taken", { computed: true, initial: "0", least: 0 }),
  },
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doTake: action("领用", "Accept", { button: "btnSave", who: "internal", quiet: true, input: { qty: qty("数量", "Quantity") } }),
  },
  holds: { withinLimit: ["takenQty", "<=", "limitQty"] },
  list: ["stockCode", "limitQty", "takenQty"],
});

const sampleRow = entity("SampleOrderRow", "样例交货行", "Sample delivery row", {
  fields: { qty: qty("数量", "Quantity"), needDate: date("需求日期", "Needed") },
  sees: {},
  saves: "internal",
  deletes: "internal",
  title: ["needDate"],
});

export const sampleLine = entity("SampleOrderLine", "样例订单行", "Sample order line", {
  fields: {
    lineNum: int("行号", "Line"),
    item: text("物料", "Item", { max: 60 }),
    qty: qty("数量", "Quantity", { least: 0 }),
    price: price("单价", "Price", { least: 0 }),
    amount: money("金额", "Amount", { computed: true }),
    stockId: ref("SampleStock", "库存", "Stock", { optional: true }),
  },
  lines: { rows: sampleRow },
  computes: { amount: (line) => round(mul(line.qty ?? "0", line.price ?? "0"), 2) },
  sees: {},
  saves: "internal",
  deletes: "internal",
  title: ["lineNum", "item"],
});

export const sampleOrder = entity("SampleOrder", "样例订单", "Sample order", {
  number: ["orderNum", "SO{yyyyMMdd}{0001}"],
  fields: {
    orderNum: text("订单号", "Order no.", { computed: true, max: 40 }),
    title: text("标题", "Title", { max: 100 }),
    orgCode: code("组织", "Organisation"),
    supplierId: ref("SampleSupplier", "供应商", "Supplier"),
    orderType: pick("类型", "Type", "SAMPLE_TYPE"),
    orderDate: date("日期", "Date"),
    total: money("总额", "Total", { computed: true }),
    secretNote: text("内部备注", "Internal note", { optional: true }),
    bankAccount: text("账号", "Account", { optional: true, hidden: "last4" }),
  },
  lines: { lines: sampleLine },
  computes: { total: (order) => round(sum(order.lines.map((l: { amount: string }) => l.amount ?? "0")), 2) },
  states: {
    DRAFT: ["拟定", "Draft"],
    SUBMITTED: ["已提交", "Submitted", "running"],
    DONE: ["完成", "Done", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  savesFrom: ["DRAFT"],
  deletesFrom: ["DRAFT"],
  actions: {
    doSubmit: action("提交", "Submit", { button: "btnSubmit", who: "internal", from: ["DRAFT"], to: "SUBMITTED", tone: "primary" }),
    doFinish: action("完成", "Finish", { button: "btnSubmit", who: "internal", from: ["SUBMITTED"], to: "DONE", batch: "each" }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "SUBMITTED"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelReason: text("原因", "Reason", { max: 200 }) },
    }),
  },
  sees: {
    internal: (me: Me) => ({ orgCode: me.orgs }),
    supplier: (me: Me) => ({ supplierId: me.supplierId ?? "-", status: ["SUBMITTED", "DONE"], lines: some({ qty: { above: 0 } }) }),
  },
  shows: { supplier: ["orderNum", "title", "supplierId", "orderDate", "total", "status" as never, "lines"] },
  saves: "internal",
  deletes: "internal",
  title: ["orderNum", "title"],
  list: ["orderNum", "title", "orgCode", "supplierId", "orderType", "orderDate", "total"],
  search: ["orderNum", "title", "orgCode", "supplierId", "orderType", "orderDate"],
  views: { draft: ["拟定", "Drafts", () => ({ status: "DRAFT" })] },
});

const submit = rule(sampleOrder, "doSubmit", {
  reads: async (order, find) => ({
    stocks: await Promise.all(order.lines.filter((l) => l.stockId).map((l) => find.lock(sampleStock, l.stockId!))),
  }),
  decide(order, { stocks }, _input, _me, at) {
    if (order.lines.length === 0) return refuse("SAMPLE_EMPTY", "订单没有行", "The order has no lines");
    return [
      order.total === "0.00" && ask("SAMPLE_ZERO", "金额为零，确定提交吗？", "The amount is zero. Submit anyway?"),
      order.lines.length > 100 && warn("SAMPLE_LONG", "行数很多", "Many lines"),
      ...order.lines.filter((l) => l.stockId).map((l) => run(sampleStock, l.stockId!, "doTake", { qty: l.qty })),
      stocks.length > 5 && make(sampleSupplier, at.newId(), { supplierCode: `MADE-${order.orderNum}`, supplierName: "made" }),
      tell("SAMPLE_SUBMITTED", { orderNum: order.orderNum }),
    ];
  },
});

const take = rule(sampleStock, "doTake", {
  decide(stock, _facts, input) {
    const taken = add(stock.takenQty, input.qty ?? "0");
    if (cmp(taken, stock.limitQty) > 0) return refuse("SAMPLE_OUT", "库存不足", "Not enough stock");
    return set(stock, { takenQty: taken });
  },
});

export const sampleModule = module("sample", "样例", "Sample", {
  entities: [sampleSupplier, sampleStock, sampleOrder],
  rules: [submit, take],
  lookups: { SAMPLE_TYPE: lookup("样例类型", "Sample type", { STANDARD: ["标准", "Standard"], URGENT: ["加急", "Urgent"] }) },
});
