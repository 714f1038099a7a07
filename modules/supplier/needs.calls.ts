import { each, onPage, onPages, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

const importing = (...buttons: readonly string[]) => onPage("supplierInfoImport", ...buttons);

/** Who needs the calls of this area. What stands against a supplier is told on the pages of its file alone. */
export const supplierNeeds: NeedsOf = {
  ...each("v1/srmSupInfoRestful", ["listByPermission", "assertTradable"], readersOf("SrmSupInfo")),
  ...each("v1/srmSupInfoRestful", ["whatAllowed", "find360"], onPages("supplierInfoList", "categoryLibrarySupplier", "orgLibrarySupplier")),
  "v1/srmSupInfoRestful/findAlike": onPages("supplierInfoList", "supplierInfoImport"),
  "v1/srmSupInfoRestful/categorySpend": onPages("categoryLibrarySupplier"),
  "v1/srmSupInfoRestful/findPortal": onPages("supplierInfoToPortal"),
  ...each("v1/srmSupInfoRestful", ["downloadTemplate"], importing("btnDownloadTemplate")),
  "v1/srmSup/largeFile/downloadTemplate": importing("btnDownloadTemplate"),
  "v1/srmSupInfoRestful/importRead": importing("btnImport"),
  "v1/srmSupInfoRestful/importCheck": importing("btnRecheck"),
  "v1/srmSupInfoRestful/importCommit": importing("btnCommit"),
  "v1/srmSupInfoRestful/doImports": importing("btnCommit"),
  "v1/srmSupContactRestful/doImports": importing("btnCommit"),
  "v1/srmSupAccountRestful/doImports": importing("btnCommit"),
  "v1/srmSupLocationRestful/doImports": importing("btnCommit"),
  "v1/srmSlcIntroduceScenesRestful/match": readersOf("SrmSlcIntroduceScenes"),
  "v1/srmSlcQualificationRequireRestful/listFor": readersOf("SrmSlcQualificationRequire"),
  ...each("v1/srmSupChangeInfoRestful", ["findFile", "buildDiff"], readersOf("SrmSupChangeInfo")),
  "v1/srmSupChangeInfoRestful/findNumbers": pressersOf("SrmSupChangeInfo", "btnVerifyBank"),
  "v1/srmSupWarningRestful/runRules": pressersOf("SrmSupWarning", "btnRunRules"),
  "v1/srmSupWarningRestful/summary": readersOf("SrmSupWarning"),
};
