import { mul, round } from "#kernel/decimal.ts";
import { entity, type Me, type Where } from "#kernel/entity.ts";
import { permittedBy } from "#kernel/permitted.ts";
import { anyId, code, date, int, money, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { openOf } from "./available.ts";
import { purchaseCodes } from "./common.ts";
import { requisitionLedger } from "./requisition.ledger.ts";

const label = (cn: string, en: string, max: number) => text(cn, en, { max, optional: true });

const pool = {
  route: "purRequisitionPoolList",
  title: ["待转采购", "To source"] as const,
  columns: [
    ...(["requisitionNum", "lineNum", "itemId", "openQty", "uom", "needByDate", "buyerId", "urgency"] as const),
    ...(["requestQty", "occupiedQty", "orderedQty", "receivedQty", "suggestSupplierId", "estPrice", "estAmount"] as const),
    ...(["itemDesc", "categoryId", "requesterId", "orgId", "invOrgId", "approvedAt", "lineStatus"] as const),
  ],
  search: ["requisitionNum", "itemId", "categoryId", "requesterId", "buyerId", "needByDate", "orgId", "urgency"] as const,
  where: (me: Me): Where => ({
    openQty: { above: 0 },
    lineStatus: ["OPEN", "PARTIAL"],
    ...permittedBy("categoryId", me.categories),
  }),
  views: {
    mine: ["我的", "Mine", (me: Me): Where => ({ buyerId: me.userId })],
    nobody: ["未分配", "Unassigned", (): Where => ({ buyerId: null })],
    urgent: ["紧急", "Urgent", (): Where => ({ urgency: ["URGENT", "CRITICAL"] })],
  } as const,
  order: [
    ["buyerId", "asc"],
    ["needByDate", "asc"],
    ["id", "asc"],
  ] as const,
};

/** One need: what, how much, by when, and where its quantity stands. */
export const requisitionLine = entity("SrmPurRequisitionLine", "采购申请行", "Requisition line", {
  fields: {
    requisitionNum: code("申请单号", "Requisition no.", { max: 40, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true, optional: true }),
    requesterId: ref("BaseUsers", "申请人", "Requester", { computed: true, optional: true }),
    urgency: pick("紧急程度", "Urgency", "PUR_URGENCY", { computed: true, optional: true }),
    lineNum: int("行号", "Line", { computed: true, initial: 0 }),
    itemId: ref("SrmBaseItem", "物料", "Item", {
      optional: true,
      pick: { itemStatus: "ACTIVE" },
    }),
    itemDesc: text("描述", "Description", {
      max: 500,
      repeats: "itemId",
      optional: true,
      hint: ["选了物料时自动带出", "Filled from the item"],
    }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    spec: label("规格", "Spec", 300),
    brand: label("品牌", "Brand", 300),
    uom: pick("单位", "Unit", "UOM", { optional: true }),
    uomDecimals: int("小数位", "Decimals", { computed: true, initial: 0, least: 0 }),
    requestQty: qty("申请数量", "Requested qty", { least: 0 }),
    needByDate: date("需求日期", "Need-by date"),
    estPrice: price("预估单价", "Est. price", { optional: true, least: 0 }),
    estAmount: money("预估金额", "Est. amount", { computed: true, initial: "0" }),
    suggestSupplierId: ref("SrmSupInfo", "建议供应商", "Suggested supplier", {
      merging: "carry",
      optional: true,
      pick: { infoStatus: "EFFECTIVE" },
    }),
    suggestPriceId: ref("SrmPurSupplierPriceList", "建议价格", "Suggested price", { optional: true }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "收货组织", "Inventory organisation", {
      optional: true,
      pick: { enabledFlag: "Y" },
      fits: ["receives", "orgId"],
    }),
    deliveryInfoId: ref("SrmBaseDeliveryInfo", "收货地址", "Ship-to", {
      optional: true,
      within: { orgId: ["invOrgId", "orgId"] },
      fits: ["shipsTo", "orgId"],
      pick: { enabledFlag: "Y" },
    }),
    projectCode: label("项目", "Project", 60),
    costCenter: label("成本中心", "Cost centre", 60),
    accountCode: label("科目", "Account", 60),
    customerOrderId: ref("SrmPurCustomerOrder", "客户订单", "Customer order", { optional: true }),
    planLineId: ref("SrmPurProcurementPlanLine", "计划行", "Plan line", { computed: true, optional: true }),
    /** What stands on the plan for this line, so that it is replaced and never added to. */
    planOccQty: qty("计划占用数量", "Plan reservation", { computed: true, initial: "0", hidden: "all" }),
    planOccAmount: money("计划占用金额", "Plan reservation amount", { computed: true, initial: "0", hidden: "all" }),
    ...requisitionLedger.fields,
    openQty: qty("未清数量", "Open", { computed: true, initial: "0", least: 0 }),
    approvedAt: date("批准日期", "Approved on", { computed: true, optional: true }),
    /** When whoever buys it got it: with the approval, or when somebody gave it to a buyer. */
    assignedAt: date("分配日期", "Assigned on", { computed: true, optional: true }),
    lineStatus: pick("行状态", "Line status", "PUR_REQ_LINE_STATUS", { computed: true, initial: "DRAFT" }),
    returnFlag: yn("已退回", "Returned", { computed: true, initial: "N" }),
    returnReason: text("退回原因", "Reason for return", { max: 500, computed: true, optional: true }),
    remark: label("备注", "Remark", 500),
    sourceLineId: anyId("来源行", "Source line", { max: 60, computed: true, optional: true }),
  },
  computes: {
    requisitionNum: (_, header) => header.requisitionNum,
    orgId: (_, header) => header.orgId,
    requesterId: (_, header) => header.requesterId,
    urgency: (_, header) => header.urgency,
    openQty: openOf,
    estAmount: (line: { readonly estPrice: string | null; readonly requestQty: string | null }) =>
      line.estPrice && line.requestQty ? round(mul(line.estPrice, line.requestQty), 2) : "0",
  },
  requires: {
    itemDesc: (line) => !line.itemId,
    categoryId: (line) => !line.itemId,
    uom: (line) => !line.itemId,
  },
  holds: {
    requestPositive: ["requestQty", ">", 0],
    openNotNegative: ["openQty", ">=", 0],
    ...requisitionLedger.holds,
  },
  sees: {},
  title: ["lineNum", "itemDesc"],
  list: [
    ...(["lineNum", "itemId", "itemDesc", "categoryId", "uom", "requestQty", "needByDate", "estPrice", "estAmount"] as const),
    ...(["suggestSupplierId", "invOrgId", "deliveryInfoId", "buyerId", "lineStatus"] as const),
    ...(["openQty", "occupiedQty", "orderedQty", "receivedQty", "cancelledQty"] as const),
    ...(["spec", "brand", "projectCode", "costCenter", "accountCode", "remark", "returnReason"] as const),
  ],
  search: ["requisitionNum", "itemId", "categoryId", "requesterId", "buyerId", "needByDate", "lineStatus", "suggestSupplierId"],
  views: { open: ["未完成", "Open", (): Where => ({ lineStatus: { not: ["DRAFT", "RETURNED", "CANCELLED", "CLOSED"] } })] },
  lists: { pool },
  unit: "uom",
  codes: purchaseCodes,
});
