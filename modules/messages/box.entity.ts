import { entity } from "#kernel/entity.ts";
import { anyId, code, datetime, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";

/** A person's inbox. Nobody else reads it, administrators included. */
export const msgBox = entity("BaseMsgBox", "站内信", "Inbox", {
  service: "messageServer",
  fields: {
    userId: ref("BaseUsers", "收件人", "Receiver", { computed: true }),
    instanceId: anyId("消息实例", "Instance", { max: 64, computed: true }),
    deliveryId: anyId("投递", "Delivery", { max: 64, computed: true, optional: true }),
    kind: pick("类别", "Kind", "MSG_KIND", { computed: true }),
    title: text("标题", "Title", { max: 400, computed: true }),
    content: longtext("内容", "Content", { max: 40000, computed: true, optional: true }),
    senderName: text("发送人", "Sender", { max: 100, computed: true, optional: true }),
    linkRoute: text("链接", "Link", { max: 400, computed: true, optional: true }),
    linkParams: payload("链接参数", "Link parameters", { computed: true, optional: true }),
    bizEntity: code("单据类型", "Document type", { max: 60, computed: true, optional: true }),
    bizId: anyId("单据编号", "Document id", { max: 64, computed: true, optional: true }),
    bizNum: text("单号", "Document no.", { max: 200, computed: true, optional: true }),
    readFlag: yn("已读", "Read", { computed: true, initial: "N" }),
    starFlag: yn("星标", "Starred", { computed: true, initial: "N" }),
    archiveFlag: yn("已归档", "Archived", { computed: true, initial: "N" }),
    readAt: datetime("阅读时间", "Read at", { computed: true, optional: true }),
    expiresAt: datetime("失效时间", "Expires at", { computed: true, optional: true }),
  },
  unique: [{ fields: ["instanceId", "userId"] }],
  mine: "userId",
  sees: { internal: "all", supplier: "all" },
  shows: {
    supplier: [
      ...(["userId", "kind", "title", "content", "senderName", "linkRoute", "linkParams", "bizEntity", "bizId", "bizNum"] as const),
      ...(["readFlag", "starFlag", "archiveFlag", "readAt", "creationDate"] as const),
    ],
  },
  title: ["title", "kind"],
  list: ["title", "kind", "senderName", "creationDate", "readFlag", "starFlag", "bizNum"],
  search: ["title", "kind", "readFlag", "starFlag", "creationDate"],
  order: [
    ["readFlag", "asc"],
    ["id", "desc"],
  ],
  views: {
    unread: ["未读", "Unread", () => ({ readFlag: "N", archiveFlag: "N" })],
    starred: ["星标", "Starred", () => ({ starFlag: "Y" })],
    archived: ["已归档", "Archived", () => ({ archiveFlag: "Y" })],
  },
  pages: { list: "receiveMessageList" },
});

/** What was delivered longer than ninety days ago: proof without the words. */
export const msgHistory = entity("BaseMsgHistory", "消息历史", "Message history", {
  service: "messageServer",
  fields: {
    instanceNum: code("实例编号", "Instance no.", { max: 40, computed: true }),
    cfgCode: code("配置", "Configuration", { max: 60, computed: true, optional: true }),
    eventCode: code("事件", "Event", { max: 60, computed: true, optional: true }),
    msgKind: pick("类别", "Kind", "MSG_KIND", { computed: true }),
    bizEntity: code("单据类型", "Document type", { max: 60, computed: true, optional: true }),
    bizId: anyId("单据编号", "Document id", { max: 64, computed: true, optional: true }),
    bizNum: text("单号", "Document no.", { max: 200, computed: true, optional: true }),
    userId: ref("BaseUsers", "接收人", "Receiver", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { computed: true, optional: true }),
    channel: pick("渠道", "Channel", "MSG_CHANNEL", { computed: true }),
    address: text("地址", "Address", { max: 200, computed: true, optional: true }),
    title: text("标题", "Title", { max: 400, computed: true, optional: true }),
    result: pick("结果", "Result", "MSG_DELIVERY_STATUS", { computed: true }),
    sentAt: datetime("发送时间", "Sent at", { computed: true, optional: true }),
    deliveredAt: datetime("送达时间", "Delivered at", { computed: true, optional: true }),
    readAt: datetime("阅读时间", "Read at", { computed: true, optional: true }),
    errorText: text("错误", "Error", { max: 500, computed: true, optional: true }),
    keepUntil: datetime("保存至", "Kept until", { computed: true }),
  },
  sees: { internal: "all" },
  title: ["instanceNum", "title"],
  list: ["bizNum", "userId", "channel", "address", "title", "sentAt", "readAt", "result", "instanceNum", "cfgCode"],
  search: ["bizNum", "userId", "address", "channel", "result", "sentAt", "instanceNum"],
  order: [["id", "desc"]],
  pages: { list: "msgHistory" },
});
