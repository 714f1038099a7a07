import type { Call } from "./call.ts";
import { inMeta, inQuery, like, takes, type CallInput, type InputKind } from "./input.ts";

type Names = Readonly<Record<string, InputKind>>;
const captcha = { captchaId: "text", captchaCode: "text" } as const;
const fileTarget: Names = {
  functionId: "text",
  businessId: "text",
  valueKey: "text",
  path: "text",
  fileDesc: "text",
  visibleTo: "text",
  versionOf: "text",
};
const upload = inMeta({ ...fileTarget, files: "list" });
const id = takes({ id: "id" });
const grants = takes({ id: "id", added: "list", removed: "list", versionNum: "int", reason: "text", dryRun: "flag" });
const permits = ["Role", "MenuRole", "ResourceRole", "Resp", "UserResp", "UserOrg", "UserCategory", "UserMaterial"];
const exported: Names = {
  requestUrl: "text",
  requestParams: "object",
  columns: "list",
  fileName: "text",
  sheetMaxRow: "int",
  customParams: "object",
};
const backExport = takes({ paramsValue: "object", fileName: "text" });

const signIn: Readonly<Record<string, CallInput>> = {
  "baseLoginService/handshake": inQuery({}),
  "baseLoginService/generateRandomValidate": takes(),
  "baseLoginService/login": takes({ userName: "text", password: "sealed", sessionKey: "sealed", ...captcha }),
  "baseLoginService/verifyMfa": takes({ mfaTicket: "text", code: "text", sessionKey: "sealed" }),
  "baseLoginService/exchangeTicket": takes({ ticket: "text", proof: "text", sessionKey: "sealed" }),
  "baseLoginService/heartbeat": takes({ lastActiveAt: "time" }),
  "baseLoginService/logout": takes(),
  "baseLoginService/switchResponsibility": takes({ responsibilityId: "id" }),
  "baseLoginService/wsTicket": takes(),
  "baseLoginService/findProofWays": takes(),
  "baseLoginService/sendProofCode": takes(),
  "baseLoginService/proveIdentity": takes({ way: "text", code: "text", password: "sealed" }),
  "baseLoginService/tellCaptcha": takes({ captchaId: "text", work: "int" }),
  "baseLoginService/buildExternalUrl": takes({ pageName: "text", menuId: "text" }),
  "baseForgetPwdService/sendEmailCode": takes({ userName: "text", ...captcha }),
  "baseForgetPwdService/sendPhoneCode": takes({ userName: "text", ...captcha }),
  "baseForgetPwdService/checkEmailCode": takes({ userName: "text", code: "text" }),
  "baseForgetPwdService/checkPhoneCode": takes({ userName: "text", code: "text" }),
  "baseForgetPwdService/changePassword": takes({ resetTicket: "text", password: "sealed" }),
  "baseRegisterService/sendCode": takes({ channel: "text", target: "text", ...captcha }),
  "baseRegisterService/checkCode": takes({ channel: "text", target: "text", code: "text" }),
  "baseUsersService/validateExistedByUserName": takes({ userName: "text", proofTicket: "text" }),
  "baseUsersService/changePassword": takes({ oldPassword: "sealed", newPassword: "sealed" }),
  "v1/baseLoginSessionRestful/doKick": takes({ id: "id", ids: "ids", versionNum: "int", reason: "text", confirmed: "texts" }),
};

const shell: Readonly<Record<string, CallInput>> = {
  "baseMenuService/findMenusByResp": takes({ responsibilityId: "id" }),
  "baseResourceService/findBaseResourceByRespMenuId": takes({ respId: "id", menuId: "id" }),
  "baseResourceService/findMenuResource": takes({ responsibilityId: "id", menuCode: "text" }),
  "baseLookupValuesService/findDic": takes({ types: "texts", versions: "object" }),
  "baseLookupValuesService/find": takes({ lookupType: "text" }),
  "baseProfileService/getValue": takes({ codes: "texts" }),
  "v1/searchService/find": takes({ text: "text" }),
  "baseHomeService/findWidgets": takes(),
  "baseHomeService/loadWidget": takes({ widgetCode: "text" }),
  "baseHomeService/saveLayout": takes({ layout: "any" }),
  "baseHomeService/opened": takes({ menuId: "id" }),
};

const ownAccount: Readonly<Record<string, CallInput>> = {
  "baseUsersService/findOwn": takes(),
  "baseUsersService/saveOwn": takes({
    displayName: "text",
    displayNameEn: "text",
    avatarFileId: "text",
    userLanguage: "text",
    timeZone: "text",
    defaultRespId: "id",
  }),
  "baseUsersService/sendBindCode": takes({ channel: "text", target: "text" }),
  "baseUsersService/bindOwn": takes({ channel: "text", target: "text", code: "text" }),
  "baseUsersService/listOwnRequests": takes(),
  "baseUsersService/requestResp": takes({ responsibilityId: "id", reason: "text", startDate: "date", endDate: "date" }),
  "baseUsersService/listOwnSessions": takes(),
  "baseUsersService/endOwnSessions": takes({ ids: "ids", others: "flag" }),
  "baseUsersService/startOwnTotp": takes(),
  "baseUsersService/saveOwnMfa": takes({ mfaType: "text", ticket: "text", code: "text" }),
  "baseUsersService/renewOwnRecoveryCodes": takes({ code: "text" }),
};

const administration: Readonly<Record<string, CallInput>> = {
  "baseUsersService/findPagination": like("BaseUsers", "listByPage"),
  "baseUsersService/findById": takes({ id: "id", userId: "id" }),
  "baseMenuService/findTree": takes({ responsibilityId: "id", respId: "id" }),
  ...Object.fromEntries(
    permits.flatMap((name) => [
      [`basePermitService/list${name}Permit`, id],
      [`basePermitService/saveBatch${name}Permit`, grants],
    ]),
  ),
  "basePermitService/listSodConflicts": takes(),
  "basePermitService/exportAccessReview": takes(),
  "baseUsersService/doAdminResetUserPwd": takes({ userId: "id", mode: "text", reason: "text", dropMfa: "flag" }),
  "baseUsersService/explainAccess": takes({ userId: "id", respId: "id", menuCode: "text", entity: "text", id: "id", button: "text" }),
  "baseProfileService/saveValue": takes({ profileCode: "text", level: "text", levelId: "id", value: "any" }),
  "baseProfileService/explainValue": takes({ profileCode: "text", orgId: "id" }),
  "basePositionService/getDelegates": takes({ personId: "id" }),
  "basePositionService/getManagerChain": takes({ personId: "id", levels: "int" }),
  "baseConfigService/exportBundle": takes({ passphrase: "text", parts: "texts" }),
  "baseConfigService/importBundle": takes({ bundle: "object", passphrase: "text", parts: "texts", dryRun: "flag", codes: "texts" }),
  "v1/baseOperateLogRestful/listByPage": like("BaseOperateLog", "listByPage"),
  "v1/baseOperateLogRestful/findById": id,
  "baseLogService/loginFailures": takes({ days: "int" }),
};

const files: Readonly<Record<string, CallInput>> = {
  "fileServer/v2/file/upload": upload,
  "zuul/baseServer/v2/file/upload": upload,
  "largeFileServer/v1/largeFile/upload": upload,
  "fileServer/v2/images/upload": upload,
  "fileServer/v2/file/editorUpload": upload,
  "largeFileServer/v1/largeFile/init": takes({ name: "text", size: "int", sha256: "text", ...fileTarget }),
  "largeFileServer/v1/largeFile/chunk": inQuery({ uploadId: "id", index: "int" }),
  "largeFileServer/v1/largeFile/complete": takes({ uploadId: "id" }),
  "fileServer/v2/file/download": inQuery({ id: "id" }),
  "fileServer/v2/file/downloadBody": id,
  "fileServer/v2/file/batchDownload": takes({ ids: "any", zipName: "text" }),
  "largeFileServer/v1/largeFile/downloadBody": id,
  "fileServer/v2/images/download": takes({ id: "id", w: "int", h: "int" }),
  "fileServer/v2/pageoffice/doFilePdfView": id,
  "fileServer/v2/pageoffice/openPdfStream": takes({ id: "id", viewerCode: "text" }),
  "fileServer/v2/file/getFileUrl": takes({ id: "id", purpose: "text" }),
  "fileServer/v2/file/listBaseFile": takes({ ids: "any" }),
  "fileServer/v2/file/delete": id,
  "fileServer/v2/file/copy": takes({ ids: "any", functionId: "text", businessId: "text", valueKey: "text" }),
};

const sheets: Readonly<Record<string, CallInput>> = {
  "exportServer/v1/exportExcelRestful/exportExcel": takes(exported),
  "exportServer/v1/exportExcelRestful/customExportExcel": takes(exported),
  "exportServer/v1/exportExcelRestful/doBackExport": backExport,
  "reportServer/v1/baseReportBackExportRestful/doBackExport": backExport,
  "reportServer/v1/baseReportBackExportRestful/download": id,
  "exportServer/v1/importExcelRestful/downloadImportTemplate": takes({ templateCode: "text" }),
  "exportServer/v1/importExcelRestful/importExcel": inMeta({
    templateCode: "text",
    mode: "text",
    dryRun: "text",
    importId: "text",
    confirmed: "texts",
    errorAsFile: "text",
    files: "list",
  }),
};

const tables: Readonly<Record<string, CallInput>> = {
  "srmServer/v1/srmBaseTableConfigRestful/getTableConfig": takes({ tableName: "text", columns: "list" }),
  "srmServer/v1/srmBaseTableConfigRestful/createOrUpdateTableConfig": takes({
    tableName: "text",
    columns: "list",
    pageSize: "int",
    customPageSizes: "any",
    forAll: "flag",
  }),
  "srmServer/v1/srmBaseTableConfigRestful/deleteTableConfig": takes({ tableName: "text" }),
};

const atBase = Object.fromEntries(
  Object.entries({ ...signIn, ...shell, ...ownAccount, ...administration }).map(([path, input]) => [`baseServer/${path}`, input]),
);
const own: Readonly<Record<string, CallInput>> = { ...atBase, ...files, ...sheets, ...tables };
/** Fetched by their address, with a ticket in it. */
const byTicket: Readonly<Record<string, CallInput>> = {
  "largeFileServer/v1/largeFile/downloadBody": inQuery({ id: "id", ticket: "text" }),
  "fileServer/v2/images/download": inQuery({ id: "id", ticket: "text", w: "int", h: "int" }),
};

/** Calls with what each takes: as it says itself, as the kernel knows its own, or as the areas tell of theirs. */
export const withInputs = (calls: readonly Call[], more: Readonly<Record<string, CallInput>> = {}): Call[] =>
  calls.map((call) => {
    const address = `${call.service}/${call.path}`;
    const input = call.input ?? (call.method === "GET" ? byTicket[address] : undefined) ?? own[address] ?? more[address];
    return input ? { ...call, input } : call;
  });
