import { each, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const priceNeeds: NeedsOf = {
  ...each("v1/srmPurAslHeaderRestful", ["listPermitted", "findHistory"], readersOf("SrmPurAslHeader")),
  "v1/srmPurAslApplyRestful/previewSuppliers": readersOf("SrmPurAslApply"),
  "v1/srmPurAslAlterationRestful/previewImpact": readersOf("SrmPurAslAlteration"),
  "v1/srmPurSupplierPriceListRestful/findPrice": readersOf("SrmPurSupplierPriceList"),
  ...each("v1/srmPurAgreementHeaderRestful", ["listDrawn", "compareRevision"], readersOf("SrmPurAgreementHeader")),
};
