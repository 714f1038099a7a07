import { anyone, each, onPages, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

const choosing = anyone("parameters and rates that every document is reckoned with; no document is told");

/** Who needs the calls of this area. */
export const baseNeeds: NeedsOf = {
  "v1/srmBaseExchangeRateRestful/getRate": readersOf("SrmBaseExchangeRate"),
  "v1/srmBaseExchangeRateRestful/pullRates": pressersOf("SrmBaseExchangeRate", "btnPull"),
  "v1/srmBaseExchangeRateRestful/coverage": readersOf("SrmBaseExchangeRate"),
  "v1/srmBasePaymentTermRestful/simulate": readersOf("SrmBasePaymentTerm"),
  ...each("v1/srmBasePurchaseCategoryRestful", ["findTree", "resolveBuyer"], readersOf("SrmBasePurchaseCategory")),
  "v1/srmBaseDistrictRestful/listChildren": readersOf("SrmBaseDistrict"),
  "v1/srmBaseItemRestful/listDuplicates": pressersOf("SrmBaseItem", "btnDupCheck"),
  "v1/srmBaseItemRestful/assignOrg": pressersOf("SrmBaseItem", "btnAssignOrg"),
  ...each(
    "v1/srmBaseItemRestful",
    ["findDuplicates", "quality", "lacking", "listByPermission", "find360", "convertUom", "orgCounts"],
    readersOf("SrmBaseItem"),
  ),
  "v1/srmBaseItemOrgRestful/lastPaid": onPages("materialManagement2"),
  "v1/srmBaseProcessTemplateRestful/listUsage": pressersOf("SrmBaseProcessTemplate", "btnViewUsage"),
  ...each("v1/srmBaseConfigProfileRestful", ["getProfile", "getProfiles"], choosing),
  "v1/srmBasePurchaseBillTypeRelRestful/checkGaps": readersOf("SrmBasePurchaseBillTypeRel"),
  ...each("v1/srmBaseNoticeRestful", ["listForReader", "readNotice", "readAll"], readersOf("SrmBaseNotice")),
  "v1/srmBaseNoticeRestful/statistics": pressersOf("SrmBaseNotice", "btnViewStat"),
  "v1/srmBaseNotificationReceiverRestful/readLetter": readersOf("SrmBaseNotificationReceiver"),
  "v1/srmBaseNotificationRestful/findByIdForPrint": readersOf("SrmBaseNotification"),
  ...each("v1/srmBaseInsidePendingRestful", ["countByType", "listHandled"], readersOf("SrmBaseInsidePending")),
  ...each("v1/srmBaseSupplierPendingRestful", ["countByType", "listHandled"], readersOf("SrmBaseSupplierPending")),
  "v1/srmBaseCommonFileRestful/download": readersOf("SrmBaseCommonFile"),
};
