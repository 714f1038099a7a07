import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

const six = ["findById", "listByPage", "saveOrUpdate", "doBatchSaveOrUpdate", "delete", "doBatchDelete"];
const of = (service: string, group: string, names: readonly string[]): string[] => names.map((name) => `${service}/${group}/${name}`);
const words = (text: string): string[] => text.trim().split(/\s+/);

/** The addresses of the shared behaviour, by the part of the specification or the handbook that names them. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  "signing in": [
    "GET baseServer/baseLoginService/handshake",
    ...of("baseServer", "baseLoginService", words("generateRandomValidate login ssoStart exchangeTicket verifyMfa")),
    ...of("baseServer", "baseLoginService", words("switchResponsibility wsTicket buildExternalUrl")),
    ...of("baseServer", "baseForgetPwdService", words("sendEmailCode sendPhoneCode checkEmailCode checkPhoneCode changePassword")),
    ...of("baseServer", "baseRegisterService", words("sendCode checkCode")),
  ],
  "menus, home and sessions": [
    "baseServer/baseMenuService/findMenusByResp",
    ...of("baseServer", "baseResourceService", words("findMenuResource findBaseResourceByRespMenuId")),
    ...of("baseServer", "baseHomeService", words("findWidgets loadWidget saveLayout")),
    ...of("baseServer", "v1/baseLoginSessionRestful", words("listByPage doKick")),
  ],
  files: [
    ...of("fileServer", "v2/file", words("upload download downloadBody listBaseFile batchDelete delete batchDownload getFileUrl copy")),
    ...words("fileServer/v2/file/editorUpload zuul/baseServer/v2/file/upload fileServer/v2/images/upload fileServer/v2/images/download"),
    ...of("largeFileServer", "v1/largeFile", words("upload init complete downloadBody")),
    "GET largeFileServer/v1/largeFile/downloadBody",
    ...of("fileServer", "v2/pageoffice", words("doFilePdfView openPdfStream")),
  ],
  "export and import": [
    ...of("exportServer", "v1/exportExcelRestful", words("exportExcel customExportExcel doBackExport")),
    ...of("exportServer", "v1/importExcelRestful", words("importExcel downloadImportTemplate")),
    "srmServer/v1/srmSup/largeFile/downloadTemplate",
    ...of("reportServer", "v1/baseReportBackExportRestful", words("findById listByPage doBackExport")),
    ...words("Info Contact Account Location").map((word) => `srmServer/v1/srmSup${word}Restful/doImports`),
    ...words("IntroduceScenes QualificationRequire").map((word) => `srmServer/v1/srmSlc${word}Restful/importSaveOrUpdate`),
    "srmServer/v1/srmSlcSupplierLeadRestful/doImport",
    ...of("srmServer", "v1/srmBaseTableConfigRestful", words("createOrUpdateTableConfig getTableConfig deleteTableConfig")),
  ],
  administration: [
    ...of("baseServer", "baseUsersService", words("findPagination save findById changePassword doAdminResetUserPwd")),
    ...of("baseServer", "baseUsersService", words("validateExistedByUserName doEnabled doDisable doUnlock explainAccess")),
    ...of("baseServer", "baseLookupValuesService", words("find findDic findPage saveOrUpdateALL delete")),
    ...of("baseServer", "baseMenuService", words("findTree doMove")),
    ...of("baseServer", "basePermitService", words("listRolePermit listRespPermit listUserRespPermit listMenuRolePermit")),
    ...of(
      "baseServer",
      "basePermitService",
      words("listResourceRolePermit listUserOrgPermit listUserCategoryPermit listUserMaterialPermit"),
    ),
    ...of("baseServer", "basePositionService", ["getManagerChain"]),
    "GET baseServer/basePersonService/findById",
    "GET baseServer/basePersonService/listByPage",
    "GET baseServer/baseOrganizationService/list",
    "GET baseServer/baseOrganizationService/findById",
    "baseServer/baseOrganizationService/listByPermit",
    ...of("baseServer", "baseProfileService", words("getValue saveValue")),
    ...of("baseServer", "baseRedisService", words("listKeys getValue deleteKey info clearGroup")),
    ...of("baseServer", "baseSsoService", words("test listEnabled")),
    ...of("baseServer", "baseApiService", words("importDefinition tryCall")),
    ...of("baseServer", "baseOauthService", words("rotateSecret")),
    ...of("baseServer", "v1/baseTransactionCompenRestful", words("doRetry doSkip doDone")),
    ...of("baseServer", "v1/baseUserAuthorisationRestful", ["doRevoke"]),
    ...of("baseServer", "v1/basePersonRestful", ["doLeave"]),
    "generatorServer/v1/baseGeneratorRest/generatorCode",
  ],
  schedule: [
    ...of("schedule", "jobService", words("findPage save")),
    ...of("schedule", "parameterService", ["findPage"]),
    ...of("schedule", "requestService", words("launch cancel pause resume rerun log")),
    ...of("schedule", "errorService", words("findPage doHandled")),
  ],
  workflow: [
    ...of("bpmServer", "bpmTaskService", words("findTodoTasks findGroupTasks doClaim doUnclaim doPass doReject doTransfer doDelegate")),
    ...of("bpmServer", "bpmTaskService", words("doAddSign doRemoveSign doRevokeMine batchPass")),
    ...of("bpmServer", "bpmListService", words("findBpmLists doWithdraw doUrge doCopy doStop doSuspend doResume doJump doReassign")),
    ...of("bpmServer", "bpmListService", words("findCopies doRead")),
    ...of("bpmServer", "bpmHistoryService", words("findHistoricTasks findTrace")),
    ...of("bpmServer", "bpmProcessService", words("getTaskUrl findCurNode start predict")),
    ...of("bpmServer", "bpmModelService", [...six, ...words("publish disable copy simulate importBpmn exportBpmn")]),
    ...of("bpmServer", "bpmCategoryService", six),
    ...of("bpmServer", "bpmRoleService", [...six, "checkGaps"]),
    ...of("bpmServer", "bpmUrgeConfigService", six),
    ...of("bpmServer", "bpmDelegationService", six.slice(0, 4)),
  ],
  messages: [
    ...of("messageServer", "baseMsgInstanceService", words("findPage findById doCancel doPause doResume doRelease doRefuse retryFailed")),
    "messageServer/baseMsgInstanceService/sendManual",
    "messageServer/baseMsgHistoryService/findPage",
    ...of("messageServer", "baseMsgReceiveService", [...six, "checkQuery", "test"]),
    ...of("messageServer", "baseMsgSourceCfgService", six),
    ...of("messageServer", "baseMsgTempleCfgService", [...six, "preview", "publish"]),
    ...of("messageServer", "baseMsgCfgService", [...six, "test"]),
    ...of("messageServer", "baseMsgUserService", six),
    "messageServer/baseMsgLogService/findPage",
    ...of("messageServer", "baseMsgBoxService", words("findMine unreadCount doRead doStar doArchive")),
    ...of("messageServer", "baseMsgUnsubscribeService", words("listMine save restore")),
    "messageServer/open/send",
    ...of("messageServer", "baseArticleService", [...six, ...words("publish withdraw listForReader feedback")]),
  ],
};

let product: TestProduct;
let admin: Client;
beforeAll(async () => {
  product = await openTestProduct();
  admin = await product.signIn("admin");
});
afterAll(() => product.drop());

/** What an address says to a request that names nothing. */
async function answerOf(address: string): Promise<string> {
  const [path, method] = address.startsWith("GET ") ? [address.slice(4), "GET" as const] : [address, "POST" as const];
  const { error, http } = await admin.download(path, {}, { method });
  return error ? (error.code ?? error.status) : String(http);
}

test.each(Object.entries(addresses))("every address of %s is answered, and an empty request with a clear word", async (_, all) => {
  const lost: string[] = [];
  for (const address of all) {
    const answer = await answerOf(address);
    if (["CALL_UNKNOWN", "SYS_ERROR", "404", "500"].includes(answer)) lost.push(`${address}: ${answer}`);
  }
  expect(lost).toEqual([]);
});

test("an address nobody knows is told apart", async () => {
  expect(await answerOf("baseServer/baseUsersService/nowhere")).toBe("CALL_UNKNOWN");
  expect(await answerOf("srmServer/v1/nowhereRestful/listByPage")).toBe("CALL_UNKNOWN");
});
