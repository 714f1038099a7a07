import { action, entity, type Me } from "#kernel/entity.ts";
import { code, longtext, money, pick, ref, text } from "#kernel/field.ts";
import { folder, module, page, type Module } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import { modules } from "#modules/index.ts";

/** A purchase request that needs everything an approval can do to a document. */
const firmRequest = entity("FirmRequest", "请购单", "Requisition", {
  number: ["requestNum", "FR{yyyyMMdd}{0001}"],
  fields: {
    requestNum: code("单号", "Number", { max: 40, computed: true }),
    title: text("标题", "Title", { max: 100 }),
    amount: money("金额", "Amount", { optional: true, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
    managerIds: text("负责人", "Managers", { max: 400, optional: true }),
    remark: longtext("备注", "Remark", { max: 400, optional: true }),
    status: pick("状态", "Status", "FirmRequest.status", { computed: true }),
  },
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "done"],
  },
  approval: {
    bill: "FIRM_REQUEST",
    to: "APPROVED",
    submit: { who: "both" },
    withdraw: { name: "doBack" },
    amount: "amount",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    summary: ["title", "amount", "remark"],
  },
  sees: { internal: (me: Me) => ({ any: [{ orgId: null }, { orgId: me.orgs }] }), supplier: (me: Me) => ({ createdBy: me.userId }) },
  shows: { supplier: ["requestNum", "title", "amount", "status"] },
  saves: "both",
  savesFrom: ["DRAFT", "REJECTED"],
  title: ["requestNum", "title"],
  pages: { list: "firmRequest" },
});

const firmOrderLine = entity("FirmOrderLine", "订货行", "Order line", {
  fields: {
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    price: money("价格", "Price", { optional: true }),
  },
  sees: {},
  title: ["price"],
});

/** A document that says nothing of categories itself: its lines do, or the goods they name. */
const firmOrder = entity("FirmOrder", "订货单", "Order", {
  number: ["orderNum", "FO{yyyyMMdd}{0001}"],
  fields: {
    orderNum: code("单号", "Number", { max: 40, computed: true }),
    remark: text("备注", "Remark", { max: 100, optional: true }),
    status: pick("状态", "Status", "FirmOrder.status", { computed: true }),
  },
  lines: { lines: firmOrderLine },
  states: { DRAFT: ["拟定", "Draft"], CLOSED: ["已关闭", "Closed", "ended"] },
  actions: { doClose: action("关闭", "Close", { button: "btnSave", who: "internal", from: ["DRAFT"], to: "CLOSED", loads: "row" }) },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["orderNum"],
  pages: { list: "firmOrder" },
});

const approve = rule(firmRequest, "doApproval", {
  decide: (doc) => [doc.title === "over budget" && refuse("FIRM_BUDGET", "预算超支", "Budget exceeded")],
});

const firm: Module = module("firm", "公司", "Firm", {
  entities: [firmRequest, firmOrder],
  rules: [approve],
  menus: [
    folder("FIRM", "公司", "Firm", [
      page("firmRequest", "请购单", "Requisitions", {
        entities: [firmRequest],
        buttons: ["btnAdd", "btnSave", "btnSubmit", "btnApproval"],
        audience: "BOTH",
      }),
      page("firmOrder", "订货单", "Orders", { entities: [firmOrder], buttons: ["btnAdd", "btnSave", "btnDelete"] }),
    ]),
  ],
  roles: {
    FIRM_CLERK: { label: ["文员", "Clerk"], audience: "INTERNAL", grants: [["firmRequest", "btnAdd", "btnSave", "btnSubmit"]] },
    FIRM_BOSS: { label: ["主管", "Boss"], audience: "INTERNAL", grants: [["firmRequest", "btnApproval"]] },
    FIRM_BUYER: { label: ["采购", "Buyer"], audience: "INTERNAL", grants: [["firmOrder", "btnAdd", "btnSave", "btnDelete"]] },
    FIRM_VENDOR: { label: ["供应商", "Vendor"], audience: "SUPPLIER", grants: ["firmRequest", "myBpmMatterList"] },
  },
});

/** The product with the firm's own document; whoever needs no database of the tests imports it from here. */
export const firmModules: readonly Module[] = [...modules, firm];
