import type { Chooser } from "#kernel/chooser.ts";
import { date, money, pick, ref, text } from "#kernel/field.ts";

/** How people choose what goes into statements. */
export const stmtChooser: Chooser = {
  list: "listReconcilable",
  preview: "previewStatements",
  sources: { TXN: ["对账事务", "Reconcilable transaction"] },
  columns: {
    txnType: pick("类型", "Type", "RCN_TXN_TYPE"),
    txnDate: date("事务日期", "Transaction date"),
    poHeaderId: ref("SrmPurOrderHeader", "采购订单", "Order", { optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    receiveNo: text("接收单", "Receipt", { max: 40, optional: true }),
    openAmount: money("未对账金额", "Open amount"),
  },
  heads: [["事务", "Transaction"], "txnNo"],
  groups: ["supplierId", "orgId", "currency", "paymentTermId"],
  left: ["未对账数量", "Open quantity"],
  unit: "uom",
  filters: {
    orgId: ref("BaseOrganization", "业务实体", "Business unit", { optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true }),
    poHeaderId: ref("SrmPurOrderHeader", "采购订单", "Order", { optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    dateFrom: date("事务日期自", "From", { optional: true }),
    dateTo: date("事务日期至", "To", { optional: true }),
  },
  empty: ["没有可对账的事务。", "Nothing to reconcile."],
};
