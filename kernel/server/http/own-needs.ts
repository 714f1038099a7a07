import { anyone, each, pressersOf, readersOf, type NeedsOf } from "./need.ts";

const shell = anyone("the shell of every page asks it, and answers about the caller alone");
const account = anyone("the caller's own account");
const named = anyone("names an entity, whose own button is asked for that one");
const permits: Readonly<Record<string, string>> = {
  Role: "BaseRole",
  MenuRole: "BaseMenuRole",
  ResourceRole: "BaseResourceRole",
  Resp: "BaseRespRole",
  UserResp: "BaseUserResp",
  UserOrg: "BaseUserOrgPermit",
  UserCategory: "BaseUserCategoryPermit",
  UserMaterial: "BaseUserMaterialPermit",
};

/** Who needs the kernel's own calls. */
export const ownNeeds: NeedsOf = {
  ...each("baseLoginService", ["switchResponsibility", "wsTicket", "buildExternalUrl"], shell),
  ...each("baseLoginService", ["findProofWays", "sendProofCode", "proveIdentity"], account),
  "v1/baseLoginSessionRestful/doKick": anyone("one's own devices; those of others need the button"),
  "baseMenuService/findMenusByResp": shell,
  ...each("baseResourceService", ["findBaseResourceByRespMenuId", "findMenuResource"], shell),
  "baseLookupValuesService/find": anyone("words of codes, which every form shows"),
  "baseProfileService/getValue": shell,
  "v1/searchService/find": anyone("finds only what the caller may read"),
  ...each("baseHomeService", ["findWidgets", "loadWidget", "countTodos", "saveLayout", "opened"], shell),
  ...each("v1/srmBaseTableConfigRestful", ["getTableConfig", "createOrUpdateTableConfig", "deleteTableConfig"], shell),
  ...each("v1/exportExcelRestful", ["exportExcel", "customExportExcel", "doBackExport"], named),
  ...each("v1/baseReportBackExportRestful", ["doBackExport"], named),
  ...each("v1/baseReportBackExportRestful", ["doRerun", "download"], readersOf("BaseReportBackExport")),
  ...each("v1/importExcelRestful", ["downloadImportTemplate", "importExcel"], named),
  ...each("baseUsersService", ["findPagination", "findById"], readersOf("BaseUsers")),
  "baseMenuService/findTree": readersOf("BaseMenu"),
  "baseLookupValuesService/saveOrUpdateALL": readersOf("BaseLookupTypes"),
  ...Object.fromEntries(
    Object.entries(permits).flatMap(([name, entity]) =>
      [`list${name}Permit`, `saveBatch${name}Permit`].map((value) => [`basePermitService/${value}`, readersOf(entity)] as const),
    ),
  ),
  "basePermitService/listSodConflicts": readersOf("BaseSodRule"),
  "basePermitService/exportAccessReview": pressersOf("BaseUserResp", "btnExport"),
  "baseUsersService/doAdminResetUserPwd": readersOf("BaseUsers"),
  ...each("baseUsersService", ["findOwn", "saveOwn", "sendBindCode", "bindOwn", "listOwnRequests", "requestResp"], account),
  ...each("baseUsersService", ["listOwnSessions", "endOwnSessions", "startOwnTotp", "saveOwnMfa", "renewOwnRecoveryCodes"], account),
  "baseUsersService/explainAccess": pressersOf("BaseUsers", "btnExplain"),
  ...each("baseProfileService", ["saveValue", "explainValue"], anyone("the caller's own values; those of others need the button")),
  ...each("basePositionService", ["getDelegates", "getManagerChain"], readersOf("BasePerson")),
  ...each("v1/baseOperateLogRestful", ["listByPage", "findById", "doVerify"], readersOf("BaseOperateLog")),
  ...each("baseConfigService", ["exportBundle", "importBundle"], readersOf("BaseLookupTypes", "BaseProfile", "BaseMenu", "BaseRole")),
  "baseLogService/loginFailures": readersOf("BaseLoginLog"),
};
