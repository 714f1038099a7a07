import { isZero } from "#kernel/decimal.ts";
import type { Where } from "#kernel/entity.ts";
import { from, source } from "#kernel/from.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { contract } from "#modules/contracts/index.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";
import { accountStmt } from "./stmt.entity.ts";

/** What can be reconciled: approved, free of holds, at a final price, with something left. */
export const reconcilable: Where = {
  status: "APPROVED",
  holdFlag: "N",
  provisionalFlag: "N",
  reconStatus: ["NONE", "PARTIAL"],
  takenStmtId: null,
};

/** The contracts among these that have payment stages: they replace the payment term. */
export async function stagedContracts(find: Find, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  if (named.length === 0) return new Set();
  const found = await find.where(contract, { id: named }, named.length);
  return new Set(found.filter((doc) => doc.stages.length > 0).map((doc) => doc.id as string));
}

const equal = (asked: Readonly<Record<string, string>>, ...keys: readonly string[]): Where =>
  Object.fromEntries(keys.flatMap((key) => (asked[key] ? [[key, asked[key]]] : [])));

/** Statements from reconcilable transactions: one supplier, site, business unit, currency and payment term, or one contract with payment stages. */
export const stmtsFrom = from(accountStmt, "doCreateFrom", {
  sources: {
    TXN: source([transactionInfo], {
      offers: () => reconcilable,
      // A price adjustment has no quantity: it counts as one and is taken whole.
      left: ([of]) => (isZero(of.qty) ? "1" : of.openQty),
      row: ([of]) => ({
        txnId: of.id as string,
        txnNo: of.txnNo,
        txnType: of.txnType,
        txnDate: of.txnDate,
        periodId: of.periodId,
        orgId: of.orgId,
        supplierId: of.supplierId,
        supplierSiteId: of.supplierSiteId,
        currency: of.currency,
        paymentTermId: of.paymentTermId,
        contractId: of.contractId,
        poHeaderId: of.poHeaderId,
        itemId: of.itemId,
        receiveNo: of.receiveNo,
        uom: of.uom,
        qty: of.qty,
        openAmount: of.openAmount,
      }),
      matches: (asked) => ({
        ...equal(asked, "orgId", "supplierId", "currency", "poHeaderId", "itemId", "paymentTermId", "supplierSiteId"),
        ...(asked["dateFrom"] || asked["dateTo"]
          ? { txnDate: { ...(asked["dateFrom"] ? { from: asked["dateFrom"] } : {}), ...(asked["dateTo"] ? { to: asked["dateTo"] } : {}) } }
          : {}),
      }),
      called: (keyword) => ({
        any: [{ txnNo: { contains: keyword } }, { receiveNo: { contains: keyword } }, { itemDesc: { contains: keyword } }],
      }),
    }),
  },
  reads: async (taken, find) => ({
    staged: await stagedContracts(
      find,
      taken.map(({ row }) => row.contractId),
    ),
  }),
  groupBy: ({ row }, { staged }) => [
    ...[row.orgId, row.supplierId, row.supplierSiteId, row.currency, row.paymentTermId],
    row.contractId && staged.has(row.contractId) ? row.contractId : null,
  ],
  head: ([first], { staged }, { input }) => {
    const { orgId, supplierId, supplierSiteId, currency, paymentTermId, contractId } = first!.row;
    return {
      ...{ orgId, supplierId, supplierSiteId, currency },
      ...(paymentTermId ? { paymentTermId } : {}),
      contractId: contractId && staged.has(contractId) ? contractId : null,
      runKey: typeof input.runKey === "string" && input.runKey !== "" ? input.runKey : null,
    };
  },
  lines: ["transactions", ({ row, qty }) => ({ txnId: row.txnId, qty: isZero(row.qty) ? "0" : qty })],
  adds: ["doLoadTranction", (doc) => [doc.orgId, doc.supplierId, doc.supplierSiteId, doc.currency, doc.paymentTermId, doc.contractId]],
  links: { TXN: "txnId" },
  over: ({ row, left }) =>
    refuse("RCN-003", `事务${row.txnNo ?? ""}可对账数量为${left}`, `Transaction ${row.txnNo ?? ""} has only ${left} left to reconcile`),
  notOffered: () =>
    refuse(
      "RCN-004",
      "所选事务已冻结、为暂估价或已全部对账",
      "The chosen transaction is on hold, has a provisional price or is reconciled already",
    ),
});
