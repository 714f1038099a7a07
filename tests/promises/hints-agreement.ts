import type { Hints } from "../support/generate.ts";

const always = { startDate: "2026-01-01", endDate: "2099-12-31" };
const whole = { agreeQty: "10", moq: "1", mpq: "1", priceUnit: "1" };

/** What the rules of agreements and prices demand beyond their declarations. */
export const agreementHints: Hints = {
  SrmPurAgreementHeader: async (g) => ({
    ...always,
    billTypeId: (await g.lone(g.declared.entity("SrmBasePurchaseBillType"), { billCategory: "AGREEMENT", aslControl: "NONE" }))["id"],
    ...{ agreementType: "PRICE", supplierSiteId: undefined, supplierConfirmFlag: "N", currency: "CNY" },
  }),
  SrmPurAgreementLine: async (g) => ({
    ...{ ...whole, itemId: await g.id("SrmBaseItem", true), uom: "PCS", stepFlag: "N", stepMode: undefined },
    ...{ startDate: undefined, endDate: undefined },
  }),
  SrmPurAgreementStepPrice: () => ({ fromQty: "0", toQty: "5", price: "2" }),
  SrmPurAgreementOrg: async (g) => ({ lineNum: undefined, quotaQty: undefined, orgId: await g.id("BaseOrganization", true) }),
  "SrmPurAgreementHeader.doDraw": () => ({ draws: [] }),
  "SrmPurAgreementHeader.doFill": () => ({ fill: [] }),
  SrmPurSupplierPriceList: async (g) => ({
    ...{ ...always, itemId: await g.id("SrmBaseItem", true), uom: "PCS", supplierSiteId: undefined, reason: "谈判结果" },
  }),
};
