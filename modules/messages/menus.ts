import { folder, page, type MenuFolder } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { article, articleView } from "./article.entity.ts";
import { msgBox, msgHistory } from "./box.entity.ts";
import { msgCfg, msgReceive, msgTemplate } from "./config.entity.ts";
import { msgEvent } from "./event.entity.ts";
import { msgDelivery, msgInstance, msgLog } from "./instance.entity.ts";
import { msgOutbox } from "./outbox.entity.ts";
import { msgAddress, msgSource, msgUnsubscribe, msgUser } from "./source.entity.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];

const mine = [
  page("receiveMessageList", "我的消息", "My messages", {
    entities: [msgBox],
    buttons: ["btnRead", "btnReadAll", "btnStar", "btnArchive"],
    audience: "BOTH",
  }),
  page("msgTd", "退订管理", "Unsubscriptions", {
    entities: [msgUnsubscribe],
    buttons: ["btnUnsubscribe", "btnRestore"],
    audience: "BOTH",
  }),
  page("articleManagementList", "文章", "Articles", {
    entities: [article, articleView],
    buttons: [
      "btnAdd",
      "btnEdit",
      "btnSave",
      "btnDelete",
      "btnPreview",
      "btnPublish",
      "btnWithdraw",
      "btnTop",
      "btnExport",
      ...attachments,
    ],
    audience: "BOTH",
    children: ["articleManagementList/ArticleManagementListDetail"],
  }),
];

const sending = folder("MSG_SENDING", "发送", "Sending", [
  page("messageList", "已发消息", "Sent messages", {
    entities: [msgInstance, msgDelivery],
    buttons: ["btnCompose", "btnCopy", "btnRecall", "btnResend", "btnRemindUnread", "btnExport"],
    children: ["messageListDetail"],
  }),
  page("msgInstance", "消息实例", "Message instances", {
    entities: [msgInstance, msgDelivery],
    buttons: ["btnCancel", "btnPause", "btnResume", "btnRetryFailed", "btnExport"],
  }),
  page("msgInstanceCheck", "消息审核", "Messages to check", {
    entities: [msgInstance],
    reads: [msgDelivery],
    buttons: ["btnRelease", "btnRefuse"],
  }),
  page("msgLog", "发送日志", "Delivery log", {
    entities: [msgLog, msgOutbox],
    reads: [msgDelivery],
    buttons: ["btnDetail", "btnRetry", "btnExport"],
  }),
  page("msgHistory", "消息历史", "Message history", { entities: [msgHistory], buttons: ["btnExport", "btnExportFull"] }),
]);

const setting = folder("MSG_SETTING", "配置", "Configuration", [
  page("msgCfg", "消息配置", "Message configuration", {
    entities: [msgCfg, msgEvent],
    reads: [msgTemplate, msgReceive, msgSource],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnTest", "btnEnable", "btnInvalid", "btnExport"],
  }),
  page("msgTempleCfg", "消息模板", "Message templates", {
    entities: [msgTemplate],
    reads: [msgEvent],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnPreview", "btnPublish", "btnInvalid", "btnCopy", "btnImport", "btnExport"],
  }),
  page("msgSourceCfg", "消息源", "Message sources", {
    entities: [msgSource],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnTest", "btnEnable", "btnDisable"],
  }),
  page("msgReceive", "接收定义", "Receivers", {
    entities: [msgReceive],
    reads: [msgEvent],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnCheck", "btnTest"],
  }),
  page("msgUser", "消息用户与地址簿", "Address book", {
    entities: [msgUser, msgAddress],
    reads: [msgCfg, msgSource],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnRotate", "btnFixAddress", "btnImport", "btnExport", "btnExportFull"],
  }),
]);

/** The pages of messaging: one's own, what is sent, and how it is set. */
export const messageMenus: readonly MenuFolder[] = [root("MESSAGE", [...mine, sending, setting])];
