import { each, onPages, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** A document of the chain is asked for by itself: whoever sees it sees what hangs on it, as far as the caller may read that. */
const chain = readersOf(
  ...["SrmPurOrderHeader", "SrmPurRequisitionHeader", "SrmPurDeliveryNotice", "SrmPurDeliveryNote", "SrmPurReceive", "SrmPurWriteOff"],
  ...["SrmPurStorageTransaction", "SrmPurAgreementHeader", "SrmPurProcurementPlan", "SrmPurCustomerOrder", "SrmPurDemandSummary"],
);

/** Who needs the calls of this area. */
export const orderNeeds: NeedsOf = {
  "v1/srmPurOrderHeaderRestful/findChain": chain,
  "v1/srmPurStorageTransactionRestful/findChain": chain,
  "v1/srmPurOrderHeaderRestful/findByAnyNumber": onPages("purchaseOrderList4"),
  // Prices of agreements and what was paid before are for those who write orders or read agreements.
  "v1/srmPurOrderHeaderRestful/findQuotes": onPages("purchaseOrderList", "purAgreementList"),
  ...each("v1/srmPurHistoryRestful", ["getItemPriceSummary", "compareItemPrices"], readersOf("SrmPurHistory")),
  "v1/srmPurOrderHistoryRestful/compareRevision": readersOf("SrmPurOrderHistory"),
  ...each("v1/srmPurOrderHeaderRestful", ["listDeliveryByPage", "getRounding"], readersOf("SrmPurOrderHeader")),
  "v1/srmPurStorageTransactionRestful/sumByCondition": readersOf("SrmPurStorageTransaction"),
};
