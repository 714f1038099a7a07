import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, int, longtext, payload, percent, pick, qty, ref, text } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "./common.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });

/** What a customer ordered from us, and how far buying covers it. */
export const customerOrder = entity("SrmPurCustomerOrder", "客户订单", "Customer order", {
  fields: {
    customerOrderNum: code("客户订单号", "Order no.", { max: 40, fixed: "create" }),
    lineNum: int("行号", "Line", { fixed: "create", initial: 10, least: 1 }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    customerName: text("客户", "Customer", { max: 200 }),
    itemId: ref("SrmBaseItem", "物料", "Item", { pick: { itemStatus: "ACTIVE" } }),
    uom: pick("单位", "Unit", "UOM", { optional: true, hint: ["不填取物料的主单位", "Empty: the item's own"] }),
    qty: qty("订单数量", "Quantity", { least: 0 }),
    dueDate: date("交期", "Due"),
    salesPerson: text("业务员", "Sales person", { max: 60, optional: true }),
    salesStatus: pick("销售状态", "Sales status", "PUR_SALES_STATUS", {
      initial: "OPEN",
      hint: ["由销售接口或导入关闭、取消；采购不自动撤销", "Closed or cancelled by sales; nothing is cancelled automatically"],
    }),
    peggedStockQty: counter("挂接库存", "Reserved stock"),
    requisitionedQty: counter("已申请", "Requisitioned"),
    orderedQty: counter("已下单", "Ordered"),
    receivedQty: counter("已收货", "Received"),
    shortageQty: counter("缺口", "Shortage"),
    coverRate: percent("覆盖率%", "Covered %", { computed: true, initial: "0", adds: false }),
    latestPromise: date("最晚承诺", "Latest promise", { computed: true, optional: true }),
    fullKitDate: date("齐套日期", "Full-kit date", { computed: true, optional: true }),
    riskLevel: pick("风险", "Risk", "PUR_RISK_LEVEL", { computed: true, initial: "GREEN" }),
    sourceSystem: code("来源系统", "Source system", { max: 40, optional: true }),
    sourceId: anyId("来源ID", "Source id", { max: 80, optional: true }),
    remark: longtext("备注", "Remark", { max: 500, optional: true }),
    status: pick("状态", "Status", "PUR_CUSTOMER_ORDER_STATUS", { computed: true }),
  },
  stateLookup: "PUR_CUSTOMER_ORDER_STATUS",
  states: {
    OPEN: ["未覆盖", "Open", "waiting"],
    COVERED: ["已覆盖", "Covered", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  unique: [{ fields: ["customerOrderNum", "lineNum"] }, { fields: ["sourceSystem", "sourceId"], while: { sourceId: { not: null } } }],
  holds: { quantityPositive: ["qty", ">", 0] },
  actions: {
    doToRequisition: action("转采购申请", "Create requisition", {
      button: "btnToRequisition",
      who: "internal",
      from: ["OPEN"],
      tone: "primary",
      batch: "each",
      input: {
        billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
          pick: { billCategory: "REQUISITION", status: "EFFECTIVE" },
        }),
        invOrgId: ref("BaseOrganization", "收货组织", "Inventory organisation", {
          optional: true,
          pick: { orgType: "INV", enabledFlag: "Y" },
        }),
        needByDate: date("需求日期", "Need-by date", { optional: true, hint: ["不填取客户交期", "Empty: the customer's date"] }),
        askQty: qty("申请数量", "Quantity", { optional: true, hint: ["不填取全部未覆盖数量", "Empty: everything uncovered"] }),
      },
    }),
    doPeg: action("挂接库存", "Reserve stock", {
      button: "btnPeg",
      who: "internal",
      from: ["OPEN"],
      input: { pegQty: qty("数量", "Quantity") },
    }),
    doUnpeg: action("解除挂接", "Release stock", {
      button: "btnUnpeg",
      who: "internal",
      from: ["OPEN", "COVERED"],
      input: { pegQty: qty("数量", "Quantity") },
    }),
    doCover: action("重算覆盖", "Calculate coverage", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: {
        requisitionId: text("申请", "Requisition", { max: 60, optional: true }),
        lines: payload("申请行", "Lines", { optional: true }),
      },
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofGoods(me, null) }) },
  saves: "internal",
  savesFrom: ["OPEN", "COVERED"],
  deletes: "internal",
  deletesFrom: ["OPEN"],
  title: ["customerOrderNum", "lineNum"],
  list: [
    ...(["customerOrderNum", "lineNum", "customerName", "riskLevel", "itemId", "qty", "dueDate", "coverRate", "shortageQty"] as const),
    ...(["fullKitDate", "status", "uom", "requisitionedQty", "orderedQty", "receivedQty", "peggedStockQty", "orgId"] as const),
  ],
  search: ["customerOrderNum", "customerName", "itemId", "dueDate", "riskLevel", "status", "orgId"],
  order: [
    ["dueDate", "asc"],
    ["id", "asc"],
  ],
  views: {
    open: ["未覆盖", "Open", () => ({ status: "OPEN" })],
    risk: ["有风险", "At risk", () => ({ riskLevel: ["RED", "AMBER"], status: ["OPEN", "COVERED"] })],
    covered: ["已覆盖", "Covered", () => ({ status: "COVERED" })],
  },
  pages: {
    list: "purCustomerOrderList",
    key: "shortageQty",
    sections: [
      [
        "客户订单",
        "Customer order",
        ["customerOrderNum", "lineNum", "orgId", "customerName", "itemId", "uom", "qty", "dueDate", "salesPerson", "salesStatus"],
      ],
      [
        "覆盖",
        "Coverage",
        [
          "peggedStockQty",
          "requisitionedQty",
          "orderedQty",
          "receivedQty",
          "shortageQty",
          "coverRate",
          "latestPromise",
          "fullKitDate",
          "riskLevel",
        ],
      ],
      ["来源", "Source", ["sourceSystem", "sourceId", "remark"]],
    ],
  },
  importKey: ["customerOrderNum", "lineNum"],
  unit: "uom",
  codes: purchaseCodes,
});
