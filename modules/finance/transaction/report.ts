import { date, month, pick, ref } from "#kernel/field.ts";
import type { ReportColumn, ReportParts, Row } from "#kernel/report.ts";

const field = { optional: true } as const;
const qty = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "qty", width: 100 });
const amount = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "money", width: 120 });
const price = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "number", width: 110 });

const filters = {
  orgId: ref("BaseOrganization", "业务实体", "Business unit", field),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", field),
  itemId: ref("SrmBaseItem", "物料", "Item", field),
} as const;

const goods: readonly ReportColumn[] = [
  { key: "itemCode", label: ["物料编码", "Item code"], width: 120 },
  { key: "itemName", label: ["名称", "Name"], width: 180 },
];

/** How far each order line has come on its way to payment. */
export const byOrderLine = {
  route: "rcnPurTransactionInfoList",
  call: "listByOrderLine",
  label: ["订单行对账", "Reconciliation by order line"],
  formula: [
    "收货 = 入库、服务验收、寄售耗用及其冲销的数量；退货 = 退货数量；已对账包含已提交的对账单；未付原因是从收货到付款的第一个未完成步骤。",
    "Received = receipts, accepted services and consignment use less reversals; returned = returns; reconciled includes submitted statements; the reason is the first step from receipt to payment that is not done.",
  ],
  filters: {
    ...filters,
    poHeaderId: ref("SrmPurOrderHeader", "采购订单", "Order", field),
    blockingStep: pick("未付款原因", "Why it is not paid", "RCN_BLOCKING", field),
    from: date("事务日期自", "Transactions from", field),
  },
  columns: [
    { key: "orderNum", label: ["采购订单", "Order"], width: 150, links: true },
    { key: "lineNum", label: ["行", "Line"], kind: "int", width: 60 },
    { key: "supplierName", label: ["供应商", "Supplier"], width: 180 },
    ...goods,
    { key: "uom", label: ["单位", "UOM"], lookup: "UOM", width: 60 },
    qty("orderedQty", "订购数量", "Ordered"),
    qty("receivedQty", "收货数量", "Received"),
    qty("toReceiveQty", "未收货", "Not received"),
    qty("returnedQty", "退货数量", "Returned"),
    qty("reconciledQty", "已对账数量", "Reconciled quantity"),
    qty("openQty", "未对账数量", "Open quantity"),
    { key: "currency", label: ["币种", "Currency"], width: 70 },
    amount("receivedAmount", "收货金额", "Received amount"),
    amount("reconciledAmount", "已对账金额", "Reconciled amount"),
    amount("openAmount", "未对账金额", "Open amount"),
    amount("invoicedAmount", "开票金额", "Invoiced amount"),
    amount("toInvoice", "未开票金额", "Not invoiced"),
    amount("paidAmount", "已付金额", "Paid amount"),
    amount("toPay", "未付金额", "Not paid"),
    { key: "blockingStep", label: ["未付款原因", "Why it is not paid"], lookup: "RCN_BLOCKING", width: 140 },
    { key: "owner", label: ["责任方", "Waits for"], width: 140 },
  ],
} as const;

/** What was received of each item from each supplier in a month. */
export const byItem = {
  route: "rcnItemTransactionInfoList",
  call: "listByItem",
  label: ["物料对账", "Reconciliation by item"],
  formula: [
    "按物料、供应商、期间和币种合计已批准的事务，不含不对账的；均价 = 未税金额 ÷ 数量；份额 = 该供应商未税金额 ÷ 同物料同期同币种全部供应商的未税金额。",
    "Approved transactions by item, supplier, month and currency, without those that are not reconciled; average price = net amount ÷ quantity; share = net amount of the supplier ÷ that of all suppliers of the item in the month and currency.",
  ],
  filters: {
    ...filters,
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", field),
    periodFrom: month("期间自", "Month from", field),
    periodTo: month("期间至", "Month to", field),
  },
  columns: [
    ...goods,
    { key: "categoryName", label: ["品类", "Category"], width: 140 },
    { key: "supplierName", label: ["供应商", "Supplier"], width: 180 },
    { key: "periodId", label: ["期间", "Period"], width: 90 },
    { key: "uom", label: ["单位", "UOM"], lookup: "UOM", width: 60 },
    qty("qty", "数量", "Quantity"),
    { key: "currency", label: ["币种", "Currency"], width: 70 },
    price("avgPrice", "未税均价", "Average net price"),
    price("minPrice", "最低未税价", "Lowest net price"),
    price("maxPrice", "最高未税价", "Highest net price"),
    amount("amountExcl", "未税金额", "Total excl. tax"),
    amount("amountIncl", "价税合计", "Total incl. tax"),
    { key: "share", label: ["份额%", "Share %"], kind: "percent", width: 90 },
  ],
} as const;

/** What the two reports answer. */
export interface OrderLineReply extends ReportParts {
  readonly row: Row & { readonly orderId: string; readonly orderNum: string };
  readonly figures: Readonly<Record<"lines" | "waiting", number>>;
  readonly groups: { readonly steps: Row & { readonly step: string; readonly lines: number } };
}
export interface ItemReply extends ReportParts {
  readonly row: Row;
  readonly figures: Readonly<Record<"items" | "suppliers", number>>;
  readonly groups: { readonly top: Row & { readonly name: string; readonly amount: string } };
}
