import type { Hints } from "../support/generate.ts";

/** What the rules of finance demand beyond their declarations. */
export const financeHints: Hints = {
  SrmRcnTransactionInfo: async (g) => ({
    ...{
      txnType: "OPENING",
      qty: "1",
      price: "100",
      priceUnit: "1",
      priceBasis: "EXCL",
      taxRate: "T13",
      currency: "CNY",
      txnDate: "2026-03-01",
    },
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    ...{ sourceType: undefined, sourceId: undefined, supplierSiteId: undefined },
  }),
  SrmRcnAccountStmt: async (g) => ({
    orgId: (await g.make(g.declared.entity("BaseOrganization")))["id"],
    ...{ currency: "CNY", supplierSiteId: undefined, contractId: undefined, transactions: [], lines: [], details: [] },
  }),
};
