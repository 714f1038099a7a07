import type { Hints } from "../support/generate.ts";

const none = undefined;

/** What the rules of finance demand beyond their declarations. */
export const financeHints: Hints = {
  SrmRcnTransactionInfo: async (g) => ({
    txnType: "FREIGHT",
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    ...{
      sourceTransactionId: none,
      sourceType: none,
      sourceId: none,
      reversedTxnId: none,
      takenStmtId: none,
      holds: none,
      holdReason: none,
    },
    ...{ poHeaderId: none, poLineId: none, contractId: none, invOrgId: none, supplierSiteId: none },
    ...{
      txnDate: "2026-03-01",
      periodId: "2026-03",
      qty: "1",
      price: "100",
      priceUnit: "1",
      priceBasis: "EXCL",
      taxRate: "T13",
      currency: "CNY",
    },
    ...{ taxPercent: "13", amountExcl: "100.00", taxAmount: "13.00", amountIncl: "113.00", openAmount: "113.00", openQty: "1" },
    ...{
      reconciledQty: "0",
      reservedQty: "0",
      heldQty: "0",
      leastQty: "0",
      reconciledAmountEx: "0",
      reconciledTax: "0",
      reconciledInc: "0",
    },
    ...{ reservedAmountEx: "0", reservedTax: "0", reservedInc: "0", invoicedAmount: "0", paidAmount: "0", reconStatus: "NONE" },
    ...{ provisionalFlag: "N", holdFlag: "N" },
  }),
  SrmRcnAccountStmt: async (g) => ({
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    ...{ supplierSiteId: none, contractId: none, runKey: none, origin: "BUYER", ownerSide: "INTERNAL", otherSide: "SUPPLIER" },
    ...{
      stmtType: "NORMAL",
      taxLevel: "LINE",
      currency: "CNY",
      adjustOverFlag: "N",
      disputeCount: 0,
      confirmUserId: none,
      confirmDate: none,
    },
    ...{ goodsEx: "0", goodsTax: "0", goodsInc: "0", adjustEx: "0", adjustTax: "0", adjustInc: "0", invoiceableEx: "0" },
    ...{
      invoiceableTax: "0",
      invoiceableInc: "0",
      invoicedInc: "0",
      reservedInvInc: "0",
      rateDate: none,
      exchangeRate: none,
      baseInc: none,
    },
    ...{ lines: [], transactions: [], details: [] },
  }),
};
