import { folder, page, type MenuFolder } from "#kernel/module.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { root } from "#modules/admin/index.ts";
import { bank } from "./bank.entity.ts";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { auctionCategory, category } from "./category.entity.ts";
import { district } from "./district.entity.ts";
import { item, itemOrg } from "./item.entity.ts";
import { letter, letterReceiver } from "./letter.entity.ts";
import { notice, noticeReply, noticeViewer } from "./notice.entity.ts";
import { deliveryInfo, storage } from "./place.entity.ts";
import { processTemplate } from "./process-template.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { exchangeRate } from "./rate.entity.ts";
import { commonFile, noticeConfig } from "./reader.entity.ts";
import { orgRelation } from "./relation.entity.ts";
import { paymentTerm } from "./term.entity.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const edits = ["btnAdd", "btnEdit", "btnSave"];
const switched = ["btnEnable", "btnInvalid"];

const materials = folder("BASE_MATERIAL", "物料", "Items", [
  page("purchaseCassificationManagement", "采购品类", "Purchase categories", {
    entities: [category, auctionCategory],
    reads: [item],
    buttons: [...edits, "btnAddRoot", "btnAddChild", "btnDelete", "btnMove", "btnMerge", ...switched, "btnImport", "btnExport"],
  }),
  page("materialManagement", "物料管理", "Item master", {
    entities: [item, itemOrg],
    reads: [category],
    buttons: [
      ...[...edits, "btnDelete", "btnCopy", "btnAssignOrg", "btnSubmit", "btnApproval", "btnFreeze", "btnUnfreeze", "btnObsolete"],
      ...["btnDupCheck", "btnBatchSetBuyer", "btnImport", "btnExport", ...attachments],
    ],
  }),
  page("materialManagement2", "采购物料", "Items I buy", {
    entities: [itemOrg],
    reads: [item, category],
    buttons: ["btnSave", "btnBatchSetBuyer", "btnFreeze", "btnUnfreeze", "btnView360", "btnImport", "btnExport"],
  }),
  page("organizationMaterialQuery", "组织物料查询", "Items by organisation", {
    reads: [itemOrg, item, category],
    buttons: ["btnView", "btnExport"],
  }),
]);

const places = folder("BASE_PLACE", "组织与地点", "Places", [
  page("orgAssociationList", "组织关系", "Organisation relations", {
    entities: [orgRelation],
    reads: [organization],
    buttons: [...edits, "btnDelete", ...switched, "btnImport", "btnExport"],
  }),
  page("deliveryInfoList", "收货信息", "Delivery addresses", {
    entities: [deliveryInfo],
    buttons: [...edits, "btnDelete", ...switched, "btnSetDefault", "btnImport", "btnExport"],
    children: ["deliveryInfoEdit"],
  }),
  page("storageLocationList", "库存地点", "Storage locations", {
    entities: [storage],
    buttons: [...edits, "btnDelete", ...switched, "btnImport", "btnExport"],
    children: ["storageLocationEdit"],
  }),
  page("srmBaseDistrictList", "地区", "Districts", {
    entities: [district],
    buttons: [...edits, ...switched, "btnImport", "btnExport"],
  }),
]);

const money = folder("BASE_MONEY", "付款与汇率", "Payment and rates", [
  page("paymentProportionManagement", "付款条件", "Payment terms", {
    entities: [paymentTerm],
    buttons: [...edits, "btnDelete", "btnCopy", ...switched, "btnSimulate", "btnImport", "btnExport"],
    children: ["paymentProportionManagementEdit"],
  }),
  page("exchangeRateManagement", "汇率", "Exchange rates", {
    entities: [exchangeRate],
    buttons: [...edits, "btnDelete", "btnPull", "btnProbe", "btnImport", "btnExport"],
  }),
  page("baseBankList", "银行", "Banks", { entities: [bank], buttons: [...edits, ...switched, "btnImport", "btnExport"] }),
]);

const settings = folder("BASE_CONFIG", "业务配置", "Business setup", [
  page("srmBaseConfigProfileList", "业务参数", "Business parameters", {
    entities: [configProfile],
    buttons: [...edits, "btnDelete", "btnHistory", "btnRestoreDefault", "btnApproval", "btnExport"],
  }),
  page("purchaseBillTypeList", "采购单据类型", "Purchase document types", {
    entities: [billType],
    buttons: [...edits, "btnDelete", "btnCopy", ...switched, "btnExport"],
  }),
  page("purchaseBillTypeRel", "单据类型关系", "Document type relations", {
    entities: [billTypeRel],
    reads: [billType],
    buttons: [...edits, "btnDelete", ...switched, "btnCheckGaps", "btnExport"],
  }),
  page("srmBaseProcessTemplateList", "流程模板", "Process templates", {
    entities: [processTemplate],
    buttons: [...edits, "btnDelete", "btnCopy", ...switched, "btnPreview", "btnViewUsage", "btnExport"],
    children: ["srmBaseProcessTemplateEdit"],
  }),
  page("noticeConfigList", "消息通知配置", "Notice rules", {
    entities: [noticeConfig],
    buttons: [...edits, "btnDelete", ...switched, "btnTestSend", "btnExport"],
    children: ["noticeConfigEdit"],
  }),
]);

const reading = folder("BASE_NOTICE", "公告与通知", "Notices and notifications", [
  page("noticeManagement", "公告管理", "Notices", {
    entities: [notice, noticeReply, noticeViewer],
    buttons: [
      ...[...edits, "btnDelete", "btnPublish", "btnWithdraw", "btnTop", "btnApproval", "btnPreview", "btnViewStat", "btnPickReceiver"],
      ...["btnImportReceiver", "btnExportReply", "btnExport", ...attachments],
    ],
    children: ["notice/noticeEdit", "notice/noticePreview"],
  }),
  page("notice/noticeMore", "公告", "Notices to read", {
    entities: [noticeReply],
    reads: [notice],
    buttons: [
      "btnOpen",
      "btnReadAll",
      "btnReply",
      "btnDownloadAttachment",
      "btnUploadAttachment",
      "btnPreviewAttachment",
      "btnDelAttachment",
    ],
    audience: "BOTH",
    children: ["notice/noticeDesc"],
  }),
  page("notificationManagement", "通知单管理", "Notifications", {
    entities: [letter, letterReceiver],
    buttons: [
      ...[...edits, "btnDelete", "btnPublish", "btnWithdraw", "btnUrge", "btnClose", "btnAccept", "btnReturn", "btnAck", "btnReply"],
      ...["btnPreview", "btnPickReceiver", "btnPrint", "btnExport", ...attachments],
    ],
    children: ["notification/notificationEdit", "notification/notificationPreview"],
  }),
  page("notification/notificationMore", "收到的通知", "My notifications", {
    entities: [letterReceiver],
    reads: [letter],
    buttons: ["btnOpen", "btnAck", "btnReply", ...attachments],
    audience: "BOTH",
    children: ["notification/notificationDesc"],
  }),
  page("commonFileList", "常用文件", "Common files", {
    entities: [commonFile],
    buttons: [...edits, "btnNewVersion", "btnPublish", "btnWithdraw", "btnDelete", "btnExport", ...attachments],
    audience: "BOTH",
  }),
]);

/** The menus of base data; to-do lists stand at home. */
export const baseMenus: readonly MenuFolder[] = [
  root("HOME", [
    page("insidePendingList", "内部待办", "Document to-dos", {
      entities: [insidePending],
      buttons: ["btnOpen", "btnBatchPass", "btnTransfer", "btnExport"],
    }),
    page("insideHandledList", "内部已办", "Done to-dos", { reads: [insidePending], buttons: ["btnOpen", "btnRecall", "btnExport"] }),
    page("supplierPendingList", "待办事项", "To do", {
      entities: [supplierPending],
      buttons: ["btnOpen", "btnAssign", "btnExport"],
      audience: "SUPPLIER",
    }),
    page("supplierHandledList", "已办事项", "Done", { reads: [supplierPending], buttons: ["btnOpen", "btnExport"], audience: "SUPPLIER" }),
  ]),
  root("BASE_DATA", [materials, places, money, settings, reading]),
];
