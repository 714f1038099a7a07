import { each, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area; its reports name their pages themselves. */
export const lifecycleNeeds: NeedsOf = {
  "v1/srmSlcAgreementSigningRestful/signLocally": pressersOf("SrmSlcAgreementSigning", "btnSupplierConfirm"),
  "v1/srmSlcAgreementSigningRestful/signHouse": readersOf("SrmSlcAgreementSigning"),
  "v1/srmSlcDailyManageRestful/previewImpact": pressersOf("SrmSlcDailyManage", "btnImpact"),
  "v1/srmSlcLocaleInspectRestful/findReport": readersOf("SrmSlcLocaleInspect"),
  ...each("v1/srmSlcLocaleInspectRestful", ["downloadScoreItemTemplate", "doImportScoreItem"], readersOf("SrmSlcLocaleInspect")),
  ...each("v1/srmSlcQualifyHeaderRestful", ["requalify", "requalifyState"], pressersOf("SrmSlcQualifyHeader", "btnRequalify")),
};
