import { like, takes, type CallInput } from "#kernel/server/input.ts";

const id = takes({ id: "id" });

/** What the calls of the areas take, by the path after their service's `v1/`; a call that names its input itself needs no entry. */
const purchasing: Readonly<Record<string, CallInput>> = {
  "srmPurRequisitionLineRestful/listTargets": takes(),
  "srmPurRequisitionLineRestful/listOpenBuyers": takes(),
  "srmPurRequisitionLineRestful/listOpenLines": like("SrmPurRequisitionLine", "listByPage"),
  "srmPurForecastRestful/exportMatrix": takes({ ids: "ids" }),
  "srmPurAslHeaderRestful/listPermitted": takes({ orgId: "id", itemId: "id", categoryId: "id", onDate: "date", use: "text" }),
  "srmPurAslHeaderRestful/findHistory": id,
  "srmPurAslAlterationRestful/previewImpact": takes({ aslLineIds: "ids" }),
  "srmPurAgreementHeaderRestful/listDrawn": id,
  "srmPurAgreementHeaderRestful/compareRevision": id,
  "srmPurOrderHeaderRestful/findChain": takes({ anyDocType: "text", anyDocId: "id", orderLineId: "id" }),
  "srmPurStorageTransactionRestful/findChain": takes({ anyDocType: "text", anyDocId: "id", orderLineId: "id" }),
  "srmPurOrderHeaderRestful/findByAnyNumber": takes({ num: "text" }),
  "srmPurOrderHeaderRestful/getRounding": id,
  "srmPurHistoryRestful/getItemPriceSummary": takes({ itemId: "id", orgId: "id" }),
  "srmPurHistoryRestful/compareItemPrices": takes({ itemIds: "ids", orgIds: "ids" }),
  "srmPurOrderHistoryRestful/compareRevision": takes({ orderId: "id", from: "int", to: "int" }),
  "srmPurDeliveryNoticeRestful/listNoticeable": takes({ keyword: "text", orgId: "id", supplierId: "id", orderId: "id" }),
  "srmPurDeliveryNoticeRestful/listDocks": takes({ day: "date", deliveryInfoId: "id", orderDeliveryId: "id" }),
  "srmPurDeliveryNoticeRestful/printPdf": id,
  "srmPurDeliveryNoteRestful/listShippable": takes({
    keyword: "text",
    orgId: "id",
    supplierId: "id",
    orderId: "id",
    sourceMode: "text",
  }),
  "srmPurDeliveryNoteRestful/findByToken": takes({ token: "text", qrToken: "text" }),
  "srmPurDeliveryNoteRestful/findByIdForPrint": id,
  "srmPurDeliveryNoteRestful/listArrivals": takes({ day: "date" }),
  "srmPurDeliveryNoteRestful/findByScan": takes({ code: "text" }),
  "srmPurDeliveryNoteRestful/printPdf": id,
  "srmPurBarcodeRestful/printLabels": takes({ noteId: "id", ids: "ids" }),
  "srmPurReceiveRestful/listReceivable": takes({ noteId: "id", keyword: "text", supplierId: "id", orderType: "text" }),
  "srmPurReceiveRestful/printPdf": id,
  "srmPurWriteOffRestful/listReversible": takes({ type: "text", keyword: "text", receiveId: "id", supplierId: "id" }),
  "srmPurWriteOffRestful/printPdf": id,
};

const masterData: Readonly<Record<string, CallInput>> = {
  "srmBaseExchangeRateRestful/getRate": takes({ rateType: "text", fromCurrency: "text", toCurrency: "text", date: "date" }),
  "srmBaseExchangeRateRestful/pullRates": takes({ rateType: "text", date: "date" }),
  "srmBaseExchangeRateRestful/coverage": takes({ rateType: "text", date: "date" }),
  "srmBasePurchaseCategoryRestful/resolveBuyer": takes({ categoryId: "id", orgId: "id", role: "text", date: "date" }),
  "srmBaseDistrictRestful/listChildren": takes({ parentId: "id" }),
  "srmBaseItemRestful/findDuplicates": takes({ id: "id", itemName: "text", specification: "text", manufacturerPartNo: "text" }),
  "srmBaseItemRestful/quality": takes(),
  "srmBaseItemRestful/lacking": takes({ check: "text" }),
  "srmBaseItemRestful/listDuplicates": takes(),
  "srmBaseItemRestful/assignOrg": takes({ itemIds: "ids", orgIds: "ids", copyFromOrgId: "id" }),
  "srmBaseItemRestful/find360": takes({ itemId: "id", orgId: "id" }),
  "srmBaseItemRestful/convertUom": takes({ itemId: "id", qty: "text", from: "text", to: "text", date: "date" }),
  "srmBaseItemRestful/orgCounts": takes({ ids: "ids" }),
  "srmBaseItemOrgRestful/lastPaid": takes({ ids: "ids" }),
  "srmBaseProcessTemplateRestful/listUsage": id,
  "srmBaseConfigProfileRestful/getProfile": takes({ profileCode: "text", orgId: "id", categoryId: "id" }),
  "srmBaseConfigProfileRestful/getProfiles": takes({ profileCodes: "texts", orgId: "id", categoryId: "id" }),
  "srmBasePurchaseBillTypeRelRestful/checkGaps": takes({ orgId: "id" }),
  "srmBaseNoticeRestful/readNotice": id,
  "srmBaseNoticeRestful/readAll": takes(),
  "srmBaseNoticeRestful/statistics": id,
  "srmBaseNotificationReceiverRestful/readLetter": id,
  "srmBaseNotificationRestful/findByIdForPrint": id,
  "srmBaseInsidePendingRestful/countByType": takes(),
  "srmBaseSupplierPendingRestful/countByType": takes(),
  "srmBaseCommonFileRestful/download": id,
};

const within = { from: "text", to: "text" } as const;
const rates = ["deliveryRate", "readRate", "cost", "failingAddresses", "unsubscribeRate", "articles"];

/** Reports that stand beside the desks of reports, and the rooms of the platform's keepers. */
const keepers: Readonly<Record<string, CallInput>> = {
  ...Object.fromEntries(rates.map((name) => [`messageServer/baseMsgReportService/${name}`, takes(within)])),
  "bpmServer/bpmHistoryService/getTaskEfficiency": takes({ ...within, billTypeCode: "text", orgId: "id", by: "text" }),
  "bpmServer/bpmHistoryService/getBottleneck": takes({ ...within, billTypeCode: "text", orgId: "id" }),
  "bpmServer/bpmHistoryService/findStuck": takes({ days: "int", billTypeCode: "text" }),
  "bpmServer/bpmHistoryService/findInterventions": takes(within),
  "schedule/jobService/runs": takes({ jobId: "id" }),
  "schedule/jobService/health": takes({ days: "int" }),
  "schedule/requestService/log": takes({ requestId: "id", fromSeq: "int" }),
  "baseServer/baseRedisService/listKeys": takes({ prefix: "text", cursor: "any" }),
  "baseServer/baseRedisService/getValue": takes({ key: "text" }),
  "baseServer/baseRedisService/deleteKey": takes({ key: "text" }),
  "baseServer/baseRedisService/info": takes(),
  "baseServer/baseRedisService/clearGroup": takes({ group: "text", typed: "any" }),
  "baseServer/v1/baseTableModelRestful/findModel": takes({ entity: "text" }),
};

export const moduleInputs: Readonly<Record<string, CallInput>> = {
  ...keepers,
  ...Object.fromEntries(Object.entries({ ...purchasing, ...masterData }).map(([path, input]) => [`srmServer/v1/${path}`, input])),
};
