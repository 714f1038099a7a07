import { entity } from "#kernel/entity.ts";
import { int, money, month, pick, ref, text } from "#kernel/field.ts";
import { ofAnyGoods } from "#modules/base/index.ts";
import { financeCodes } from "../common.ts";

/** What is not done between receipt and invoice, read as it stands: transactions in no statement, statements that wait, statements to invoice. */
export const unfinishedStmt = entity("SrmRcnUnfinishedStmt", "未完成对账", "Unfinished reconciliation", {
  view: true,
  fields: {
    kind: pick("类型", "Kind", "RCN_UNFINISHED"),
    docNo: text("单号", "Number", { max: 40 }),
    txnId: ref("SrmRcnTransactionInfo", "对账事务", "Reconcilable transaction", { optional: true }),
    stmtId: ref("SrmRcnAccountStmt", "对账单", "Statement", { optional: true }),
    orgId: ref("BaseOrganization", "业务实体", "Business unit"),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep" }),
    currency: pick("币种", "Currency", "CURRENCY"),
    periodId: month("期间", "Period", { optional: true }),
    amountIncl: money("金额", "Amount", { currency: "currency" }),
    ageDays: int("账龄(天)", "Age in days", { adds: false }),
    ownerSide: pick("责任方", "Waits for", "RCN_SIDE"),
    ownerUserId: ref("BaseUsers", "处理人", "Owner", { optional: true }),
    blockReason: pick("阻塞原因", "Reason", "RCN_BLOCKING"),
  },
  sees: {
    internal: (me) => ({ all: [{ orgId: me.orgs }, ofAnyGoods(me)] }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: {
    supplier: [
      ...(["kind", "docNo", "txnId", "stmtId", "orgId", "supplierId", "currency", "periodId", "amountIncl", "ageDays"] as const),
      ...(["ownerSide", "blockReason"] as const),
    ],
  },
  title: ["docNo"],
  list: [
    ...(["kind", "docNo", "supplierId", "orgId", "periodId", "currency", "amountIncl", "ageDays", "ownerSide", "ownerUserId"] as const),
    "blockReason",
  ],
  search: ["kind", "docNo", "supplierId", "orgId", "periodId", "currency", "ownerSide", "blockReason"],
  order: [["ageDays", "desc"]],
  pages: { list: "unfinishedStmtList" },
  codes: financeCodes,
});
