import { each, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const demandNeeds: NeedsOf = {
  "v1/srmPurQtyLedgerRestful/findPostings": readersOf(
    "SrmPurRequisitionHeader",
    "SrmPurOrderHeader",
    "SrmPurProcurementPlan",
    "SrmPurQtyLedger",
  ),
  ...each(
    "v1/srmPurRequisitionLineRestful",
    ["doToTarget", "listTargets", "listOpenLines", "listOpenBuyers"],
    readersOf("SrmPurRequisitionHeader"),
  ),
  "v1/srmPurRequisitionLineRestful/doSuggest": pressersOf("SrmPurRequisitionHeader", "btnSuggest"),
  "v1/srmPurForecastRestful/exportMatrix": pressersOf("SrmPurForecast", "btnExport", "btnImport"),
  "v1/srmPurForecastRestful/importMatrix": pressersOf("SrmPurForecast", "btnImport"),
};
