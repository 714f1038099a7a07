import type { Informs } from "#kernel/module.ts";

const ownDesk = { nobody: "Nothing the supplier sees changes before the order is published" };

/** Who hears of what people do with orders and production plans. */
export const orderInforms: Informs = {
  SrmPurOrderHeader: {
    doSubmit: ownDesk,
    doApproval: { nobody: "An approved order reaches the supplier by being published, which informs it" },
    doPublish: ["PUR_ORDER_PUBLISHED", "PO_CONFIRM"],
    doSupplierDeliveryConfirm: { nobody: "What is confirmed as asked needs no decision; the buyer's lists show it" },
    doSupplierDeliveryPropose: ["PUR_ORDER_PROPOSAL", "PO_PROPOSAL"],
    doSupplierRefuse: ["PUR_ORDER_PROPOSAL", "PO_PROPOSAL"],
    doBuyerDeliveryConfirm: ["PUR_ORDER_PROPOSAL_ACCEPTED"],
    doBuyerReject: ["PUR_ORDER_PROPOSAL_REJECTED", "PO_CONFIRM"],
    doAttachSigned: ["PUR_ORDER_SIGNED"],
    doUrge: ["PUR_ORDER_URGED"],
    doChange: { nobody: "The order in force goes on; the supplier hears of the revision once it is approved" },
    doCancelChange: { nobody: "The order in force went on all the time" },
    doCancel: ["PUR_ORDER_ENDED"],
    doClose: ["PUR_ORDER_ENDED"],
    doOpenLine: ["PUR_ORDER_REOPENED"],
    doCreateContract: { nobody: "The supplier hears of the contract when it is sent to it" },
  },
  SrmPurProductionPlan: {
    doRequest: ["PROD_PLAN_REPORT"],
    doSubmit: ["PUR_PRODUCTION_SUBMITTED"],
    doReport: ["PUR_PRODUCTION_RISK"],
    doAccept: ["PUR_PRODUCTION_ACCEPTED"],
    doReturn: ["PROD_PLAN_REPORT"],
    doUrge: ["PROD_PLAN_REPORT"],
  },
};
