import type { Informs } from "#kernel/module.ts";

const inside = { nobody: "Work inside the house; the supplier hears of its outcome" };
const draft = { nobody: "The supplier's own answer in the making" };
const begun = { nobody: "Begins the approval, whose approvers get their tasks" };

/** Who hears of what people do with the documents of a supplier's life, by stretch of this area. */
export const qualifyInforms: Informs = {
  SrmSlcQualifyHeader: {
    doSendSupplier: ["INFO_UPDATE"],
    doRecall: ["QUALIFY_ENDED"],
    doSupplierSubmit: ["QUALIFY_ANSWERED"],
    doSubmit: inside,
    doApproval: { nobody: "One step of the introduction, whose end the supplier hears of" },
    doCancel: ["QUALIFY_ENDED"],
  },
};

export const inspectInforms: Informs = {
  SrmSlcLocaleInspect: {
    doCopyItems: inside,
    doNotify: ["INSPECT_NOTICE", "INSPECT_VISIT"],
    doStartScore: inside,
    doReturnScore: inside,
    doSummary: inside,
    doSubmit: inside,
    doApproval: ["INSPECT_CONCLUDED", "INSPECT_RECTIFY"],
    doRectifyReply: ["INSPECT_REPLIED"],
    doVerify: ["INSPECT_RECTIFY"],
    doCancel: ["INSPECT_CANCELLED"],
  },
};

export const samplingInforms: Informs = {
  SrmSlcSampleTrial: {
    doSend: ["SAMPLE_REQUEST", "SAMPLE_SEND"],
    doSupplierConfirm: ["SAMPLE_ANSWERED"],
    doSupplierRefuse: ["SAMPLE_ANSWERED"],
    doDispatch: ["SAMPLE_ANSWERED"],
    doReceive: inside,
    doTest: inside,
    doSubmit: inside,
    doApproval: ["SAMPLE_RESULT"],
    doCancel: ["SAMPLE_CANCELLED"],
    doNextRound: { nobody: "Makes a new trial, which informs when it is sent" },
  },
  SrmSlcBatchTryout: {
    doSubmit: inside,
    doApproval: { nobody: "A plan that begins; the supplier hears of its trial orders, and of the result" },
    linkOrder: inside,
    doFillResult: inside,
    doSubmitResult: inside,
    doApproveResult: ["TRYOUT_RESULT"],
    doAbolish: ["TRYOUT_ENDED"],
    doCancel: { nobody: "A plan the supplier never saw" },
  },
};

export const signingInforms: Informs = {
  SrmSlcAgreementSigning: {
    doSubmit: ["AGREEMENT_TO_CONFIRM", "AGREEMENT_SIGN"],
    doAssistSave: inside,
    doAssistDone: ["AGREEMENT_TO_CONFIRM", "AGREEMENT_SIGN"],
    doSend: ["AGREEMENT_TO_CONFIRM", "AGREEMENT_SIGN"],
    doSupplierEdit: draft,
    doSupplierMark: draft,
    doSubmitInternal: ["AGREEMENT_RETURNED"],
    doSupplierConfirm: begun,
    doApproval: ["AGREEMENT_SIGN", "AGREEMENT_SIGNED"],
    startSign: ["AGREEMENT_SIGN"],
    doPaperSigned: ["AGREEMENT_SIGNED"],
    doUrge: ["AGREEMENT_TO_CONFIRM", "AGREEMENT_SIGN"],
    doAbolish: ["AGREEMENT_ABOLISHED"],
  },
};

export const managingInforms: Informs = {
  SrmSlcDailyManage: {
    doDailyManageSubmit: inside,
    doDailyManageApproval: ["DAILY_MANAGE_NOTICE", "DAILY_RECTIFY", "RECTIFY"],
    doRectifyReply: ["RECTIFY_JUDGE"],
    doVerify: ["DAILY_VERIFIED", "RECTIFY"],
  },
};
