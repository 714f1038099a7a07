import type { Informs } from "#kernel/module.ts";

const goesOn = { nobody: "The agreement in force goes on; the supplier hears of the revision once it is approved" };

/** Who hears of what people do with agreements. */
export const agreementInforms: Informs = {
  SrmPurAgreementHeader: {
    doSubmit: { nobody: "A supplier sees no agreement before it is approved" },
    doApproval: ["AGREEMENT_CONFIRM", "PUR_AGREEMENT_EFFECTIVE"],
    doWithdraw: ["PUR_AGREEMENT_ENDED"],
    doSupplierConfirm: ["PUR_AGREEMENT_ANSWERED"],
    doSupplierRefuse: ["PUR_AGREEMENT_ANSWERED"],
    doCopy: { nobody: "Makes another document and leaves this one as it is" },
    doChange: goesOn,
    doCancelChange: goesOn,
    doToOrder: { nobody: "Makes orders, which inform by themselves" },
    doClose: ["PUR_AGREEMENT_ENDED"],
    doAbolish: ["PUR_AGREEMENT_ENDED"],
  },
};
