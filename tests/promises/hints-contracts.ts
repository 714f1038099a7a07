import type { Hints } from "../support/generate.ts";

/** Fallback texts and stages have numbers and shares of their own. */
let seq = 0;

/** What the rules of contracts demand beyond their declarations. */
export const contractHints: Hints = {
  SrmCctTerms: (g) => ({ content: `条款${g.word()}`, contentEn: `Clause ${g.word()}`, fallbackJson: undefined }),
  SrmCctTemplate: (g) => ({
    headText: `甲方与乙方${g.word()}`,
    headTextEn: `The parties ${g.word()}`,
    tailText: undefined,
    tailTextEn: undefined,
    textLanguage: "BILINGUAL",
    defaultStages: undefined,
    validFrom: undefined,
    validTo: undefined,
    orgIds: undefined,
  }),
  SrmCctTemplateTerms: async (g) => ({
    seq: (seq += 10),
    bindType: "FIXED",
    groupCode: undefined,
    termsId: (await g.inState(g.declared.entity("SrmCctTerms"), "APPROVED", {}))["id"],
  }),
  SrmCctContract: async (g) => ({
    templateId: (await g.inState(g.declared.entity("SrmCctTemplate"), "APPROVED", {}))["id"],
    effectiveDate: "2026-01-01",
    expiryDate: "2099-12-31",
    currency: "CNY",
    amountMode: "SUM",
    headText: "甲乙双方",
    tailText: undefined,
    stages: undefined,
    supplierSiteId: undefined,
    supplierContactId: undefined,
    parentId: undefined,
    deptId: undefined,
    secretLevel: "NORMAL",
    documents: [],
    ourPartyId: undefined,
    paymentTermId: undefined,
  }),
  "SrmCctContract.doReadWord": (g) => ({ wordFile: `file${g.word()}` }),
  "SrmCctContract.doFinalize": (g) => ({ finalFile: `file${g.word()}` }),
  "SrmCctContract.doKeepPdf": (g) => ({ pdfFileId: `file${g.word()}` }),
  "SrmCctContract.doUploadSigned": (g) => ({ signedFileId: `file${g.word()}` }),
  SrmCctItem: () => ({
    qty: "10",
    unitPrice: "2.5",
    unitPriceIncl: undefined,
    uom: "PCS",
    taxRate: "T13",
    ladderJson: undefined,
    itemId: undefined,
  }),
  SrmCctPaymentStage: () => ({ percent: "100", trigger: "SIGN" }),
  SrmCctContractTerms: (g) => ({ termsId: undefined, title: `条款${g.word()}`, content: `文本${g.word()}` }),
  SrmCctMoldSampleRefund: () => ({ feeAmount: "50000", refundMode: "BY_QTY", targetQty: "10000", deadline: "2099-12-31" }),
  SrmCctTrade: () => ({ lcFlag: "N" }),
  SrmCctTermination: async (g) => ({
    contractId: await effective(g),
    effectiveDate: "2099-01-01",
    penaltyAmount: undefined,
    penaltyDirection: "TO_US",
  }),
  SrmCctSubFlow: async (g) => {
    const { id, orgId, supplierId, ownerId, secretLevel, readerIds } = await inForce(g);
    return { contractId: id, orgId, supplierId, ownerId, secretLevel, readerIds };
  },
  SrmCctVoid: async (g) => ({ contractId: await effective(g), replacedBy: undefined }),
  SrmCctAssetAcceptance: async (g) => ({ contractId: await effective(g), conclusion: "PASS", openPoints: undefined, lines: [] }),
};

type Generate = Parameters<NonNullable<Hints[string]>>[0];
/** A contract in force that nothing is done to. */
const inForce = (g: Generate) => g.inState(g.declared.entity("SrmCctContract"), "EFFECTIVE", { assetFlag: "Y" });
const effective = async (g: Generate): Promise<string> => (await inForce(g))["id"];
