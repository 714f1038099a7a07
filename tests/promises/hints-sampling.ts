import { knowContact } from "../support/contact.ts";
import type { Hints } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";

const ahead = (n: number): string => officeDay(n);

/** What the rules of samples, small batches and agreements demand beyond their declarations. */
export const samplingHints: Hints = {
  SrmSlcSampleTrial: () => ({ trackId: undefined, sendDueDate: ahead(20), currency: "CNY" }),
  SrmSlcSampleTrialLine: () => ({ sampleQty: "5" }),
  SrmSlcSampleTrialTest: () => ({ lowerLimit: "1", upperLimit: "2" }),
  SrmSlcBatchTryout: () => ({ trackId: undefined, sampleTrialId: undefined, planStart: ahead(0), planEnd: ahead(30), passLine: "95" }),
  SrmSlcBatchTryoutLine: () => ({ planQty: "50" }),
  SrmSlcAgreementSigning: async (g, _, given) => {
    const supplierId = given["supplierId"] ?? (await g.id("SrmSupInfo", true));
    return { trackId: undefined, dueDate: ahead(20), supplierId, supplierContactId: await knowContact(g.kernel, supplierId) };
  },
  "SrmSlcAgreementSigning.doPaperSigned": (g) => ({ signedFile: `file${g.word()}` }),
  SrmSlcAgreementSigningDetail: () => ({ validFrom: ahead(0), validTo: ahead(400), assistUserId: undefined, variables: undefined }),
};
