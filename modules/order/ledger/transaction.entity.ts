import { sub } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, int, money, month, payload, pick, price, qty, rate, ref, text, yn, percent } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { inPlace } from "./row-scope.ts";

const stored = { computed: true } as const;
const amount = (cn: string, en: string) => money(cn, en, { ...stored, initial: "0", currency: "currency" });
const figure = (cn: string, en: string) => qty(cn, en, { ...stored, initial: "0" });

/** What finance, a hold, a write-off in approval or a merge of suppliers may still move on a posted row. */
const mirrored = [
  "supplierId",
  "statementQty",
  "invoicedQty",
  "statementAmount",
  "invoicedAmount",
  "paidAmount",
  "heldQty",
  "holdFlag",
  "reconStatus",
  "financeInfoId",
  "provisionalFlag",
  "unreconciledQty",
  "unreconciledAmount",
] as const;

/** What nobody reconciles any more counts as nothing left. */
const left = (row: { readonly reconStatus: string }, whole: string, done: string): string =>
  row.reconStatus === "NA" || row.reconStatus === "OFFSET" ? "0" : sub(whole, done);

/** One signed posting of goods and money: the ledger behind receipts and returns and what finance reconciles. */
export const storageTransaction = entity("SrmPurStorageTransaction", "库存事务", "Storage transaction", {
  fields: {
    transactionNum: code("事务编号", "Transaction no.", { max: 40, ...stored, optional: true }),
    transactionType: pick("类型", "Type", "PUR_TXN_TYPE", stored),
    transactionDate: date("日期", "Date", stored),
    periodMonth: month("期间", "Period", stored),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", stored),
    invOrgId: ref("BaseOrganization", "收货组织", "Inventory org", { ...stored, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { ...stored, merging: "carry" }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", { ...stored, optional: true }),
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", stored),
    orderLineId: ref("SrmPurOrderLine", "订单行", "Order line", stored),
    orderDeliveryId: ref("SrmPurOrderDelivery", "交货计划行", "Schedule", stored),
    lineNum: int("订单行号", "Order line no.", { ...stored, optional: true, width: 88 }),
    receiveId: ref("SrmPurReceive", "接收单", "Receipt", { ...stored, optional: true }),
    writeOffId: ref("SrmPurWriteOff", "冲销退货单", "Reversal or return", { ...stored, optional: true }),
    receiveLineId: text("收货行", "Receive line", { max: 64, ...stored, optional: true }),
    writeOffLineId: text("冲退行", "Reversal or return line", { max: 64, ...stored, optional: true }),
    causeType: text("来源类型", "Cause", { max: 40, ...stored, optional: true }),
    causeId: text("来源单据", "Cause document", { max: 64, ...stored, optional: true }),
    originTransactionId: ref("SrmPurStorageTransaction", "原事务", "Origin", { ...stored, optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { ...stored, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { ...stored, optional: true }),
    itemDesc: text("描述", "Description", { max: 500, repeats: "itemId", ...stored, optional: true }),
    uom: pick("单位", "UOM", "UOM", stored),
    qty: figure("数量", "Quantity"),
    stockUom: pick("库存单位", "Stock UOM", "UOM", { ...stored, optional: true }),
    stockQty: qty("库存数量", "Stock quantity", { ...stored, initial: "0", unit: "stockUom" }),
    warehouseCode: text("仓库", "Warehouse", { max: 60, ...stored, optional: true }),
    storageLocationId: ref("SrmBaseStorageLocation", "库位", "Storage", { ...stored, optional: true }),
    batchNum: text("批次", "Batch", { max: 60, ...stored, optional: true }),
    paymentTermId: ref("SrmBasePaymentTerm", "付款条款", "Payment term", { ...stored, optional: true }),
    taxIncludedFlag: yn("含税报价", "Price includes tax", { ...stored, initial: "N" }),
    currency: pick("币种", "Currency", "CURRENCY", stored),
    exchangeRate: rate("汇率", "Rate", { ...stored, initial: "1" }),
    priceUnit: qty("价格单位", "Price unit", { ...stored, initial: "1", adds: false }),
    price: price("单价", "Price", { ...stored, initial: "0", adds: false }),
    priceExcl: price("未税单价", "Price excl. tax", { ...stored, initial: "0", adds: false }),
    priceIncl: price("含税单价", "Price incl. tax", { ...stored, initial: "0", adds: false }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", stored),
    taxPercent: percent("税率%", "Tax %", { ...stored, initial: "0", adds: false }),
    amountExcl: amount("未税金额", "Total excl. tax"),
    taxAmount: amount("税额", "Tax"),
    amountIncl: amount("价税合计", "Total incl. tax"),
    baseAmount: money("本位币金额", "Base amount", { ...stored, initial: "0" }),
    contractId: text("合同", "Contract", { max: 64, ...stored, optional: true }),
    mouldId: text("模具", "Mould", { max: 64, ...stored, optional: true }),
    statementQty: figure("对账数量", "Reconciled"),
    invoicedQty: figure("开票数量", "Invoiced"),
    statementAmount: amount("对账金额", "Statement amount"),
    invoicedAmount: amount("开票金额", "Invoiced amount"),
    paidAmount: amount("已付金额", "Paid amount"),
    unreconciledQty: figure("未对账数量", "Unreconciled"),
    unreconciledAmount: amount("未对账金额", "Unreconciled amount"),
    heldQty: qty("冻结数量", "On hold", { ...stored, initial: "0", least: 0 }),
    provisionalFlag: yn("暂估价", "Provisional price", { ...stored, initial: "N" }),
    holdFlag: yn("冻结对账", "On hold", { ...stored, initial: "N" }),
    reconStatus: pick("对账状态", "Reconciliation", "PUR_RECON_STATUS", { ...stored, initial: "NONE" }),
    financeInfoId: text("财务交易", "Finance row", { max: 64, ...stored, optional: true }),
  },
  number: ["transactionNum", "TX{yyyyMMdd}{000001}"],
  appendOnly: { but: [...mirrored] },
  computes: {
    unreconciledQty: (row) => left(row, row.qty, row.statementQty),
    unreconciledAmount: (row) => left(row, row.amountIncl, row.statementAmount),
  },
  actions: {
    doPosted: action("过账后", "Posted", { button: "btnSave", who: "system", quiet: true, loads: "row" }),
    doFinal: action("价格定稿", "Price is final", { button: "btnSave", who: "system", quiet: true, loads: "row" }),
    doHold: action("占用冲退数量", "Reserved for reversal or return", {
      button: "btnSave",
      who: "system",
      quiet: true,
      loads: "row",
      input: { delta: qty("数量", "Quantity") },
    }),
    /** Several transactions that finance moves together; the first of them carries the call. */
    doFinanceQty: action("财务数量过账", "Finance quantities", {
      button: "btnSave",
      who: "system",
      quiet: true,
      loads: "row",
      input: { rows: payload("过账行", "Rows") },
    }),
    doFinance: action("财务回写", "Finance mirror", {
      button: "btnSave",
      who: "system",
      quiet: true,
      loads: "row",
      input: {
        statementDelta: qty("对账数量", "Statement", { optional: true }),
        invoiceDelta: qty("开票数量", "Invoice", { optional: true }),
        statementAmountDelta: money("对账金额", "Statement amount", { optional: true }),
        invoiceAmountDelta: money("开票金额", "Invoice amount", { optional: true }),
        paidDelta: money("付款金额", "Paid", { optional: true }),
        holdFlag: yn("冻结对账", "On hold", { optional: true }),
      },
    }),
  },
  sees: {
    internal: (me) => ({ all: [inPlace(me), ofGoods(me)] }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: {
    supplier: [
      ...(["transactionNum", "transactionType", "transactionDate", "periodMonth", "orgId", "invOrgId", "supplierId"] as const),
      ...(["orderId", "orderLineId", "orderDeliveryId", "lineNum", "receiveId", "writeOffId", "receiveLineId", "writeOffLineId"] as const),
      ...([
        "itemId",
        "itemDesc",
        "uom",
        "qty",
        "batchNum",
        "taxIncludedFlag",
        "currency",
        "priceUnit",
        "price",
        "priceExcl",
        "priceIncl",
      ] as const),
      ...(["taxRate", "taxPercent", "amountExcl", "taxAmount", "amountIncl", "statementQty", "invoicedQty"] as const),
      ...(["statementAmount", "invoicedAmount", "paidAmount", "unreconciledQty", "unreconciledAmount", "reconStatus"] as const),
      "originTransactionId",
    ],
  },
  title: ["transactionNum"],
  list: [
    ...(["transactionNum", "transactionType", "transactionDate", "supplierId", "orderId", "lineNum", "itemId", "uom", "qty"] as const),
    ...(["priceExcl", "amountExcl", "taxAmount", "amountIncl", "currency", "statementQty", "invoicedQty", "reconStatus"] as const),
  ],
  search: [
    ...(["transactionNum", "transactionType", "transactionDate", "supplierId", "orgId", "orderId", "orderLineId", "itemId"] as const),
    ...(["batchNum", "reconStatus", "receiveId", "writeOffId"] as const),
  ],
  order: [["id", "desc"]],
  lists: {
    storage: {
      route: "SrmPurStorageTransactionList",
      title: ["库存事务", "Storage transactions"],
      columns: [
        ...(["transactionNum", "transactionType", "transactionDate", "itemId", "stockQty", "stockUom"] as const),
        ...(["storageLocationId", "warehouseCode", "batchNum", "receiveId", "writeOffId", "orderId", "lineNum", "supplierId"] as const),
        ...(["invOrgId", "createdBy"] as const),
      ],
      search: [
        ...(["transactionNum", "transactionType", "transactionDate", "itemId", "batchNum", "orderId", "receiveId", "writeOffId"] as const),
        ...(["supplierId", "storageLocationId", "orgId", "invOrgId"] as const),
      ],
    },
    money: {
      route: "transactionsList",
      title: ["交易明细", "Transactions"],
      columns: [
        ...(["transactionNum", "transactionType", "transactionDate", "supplierId", "orderId", "lineNum", "receiveId"] as const),
        ...(["writeOffId", "itemId", "uom", "qty", "priceExcl", "currency", "amountExcl", "taxAmount", "amountIncl"] as const),
        ...(["statementQty", "invoicedQty", "unreconciledQty", "unreconciledAmount", "reconStatus", "orgId"] as const),
      ],
    },
  },
  unit: "uom",
  codes: purchaseCodes,
});
