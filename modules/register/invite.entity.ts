import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, pick, ref, refs, text, yn } from "#kernel/field.ts";
import { enabled, notFound, wrongStage } from "./common.ts";

const counted = { computed: true, optional: true } as const;

/** An invitation to register: a code that opens the door once, or for several people of one company. */
export const invite = entity("SrmSupRegisterInvite", "注册邀请", "Registration invite", {
  fields: {
    inviteNo: code("邀请编号", "Invite no", { max: 40, ...counted }),
    inviteCode: code("邀请码", "Invite code", { max: 12, ...counted }),
    companyName: text("企业", "Company", { max: 200 }),
    uscc: text("信用代码", "Credit code", { max: 40, optional: true, hint: ["境外企业填税号", "Tax number for companies abroad"] }),
    contactName: text("联系人", "Contact", { max: 60 }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { pick: enabled }),
    sceneId: ref("SrmSlcIntroduceScenes", "场景", "Scenario", { optional: true, pick: { status: "EFFECTIVE" } }),
    validTo: date("有效期", "Valid to", { optional: true, hint: ["默认30天，最长90天", "Default 30 days, maximum 90"] }),
    multiUseFlag: yn("可多次使用", "Multi-use", { initial: "N" }),
    messageCn: longtext("邀请语", "Message (Chinese)", { max: 1000, optional: true }),
    messageEn: longtext("邀请语（英文）", "Message (English)", { max: 1000, optional: true }),
    leadId: ref("SrmSlcSupplierLead", "线索", "Lead", counted),
    sendTimes: int("发送次数", "Times sent", { computed: true, initial: 0 }),
    lastSendDate: datetime("最近发送", "Last sent", counted),
    openDate: datetime("打开时间", "Opened", counted),
    registerId: ref("SrmSupRegister", "注册", "Registration", counted),
    status: pick("状态", "Status", "INVITE_STATUS", { computed: true }),
  },
  number: ["inviteNo", "YQ{yyyyMMdd}{0001}"],
  stateLookup: "INVITE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    SENT: ["已发送", "Sent", "running"],
    OPENED: ["已打开", "Opened", "running"],
    REGISTERED: ["已注册", "Registered", "done"],
    EXPIRED: ["已过期", "Expired", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  requires: { email: (doc) => !doc.mobile, mobile: (doc) => !doc.email },
  holds: { sends: ["sendTimes", "<=", 5] },
  unique: [{ fields: ["inviteCode"], while: { inviteCode: { not: null } } }],
  actions: {
    doSend: action("发送", "Send", { button: "btnSend", who: "internal", from: ["DRAFT"], to: "SENT", tone: "primary", batch: "each" }),
    doResend: action("重发", "Send again", { button: "btnResend", who: "internal", from: ["SENT", "OPENED"], batch: "each" }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["SENT", "OPENED"],
      to: "CANCELLED",
      tone: "danger",
      batch: "each",
      confirm: ["取消后邀请码立即失效，确定取消吗？", "The code becomes invalid at once. Cancel the invitation?"],
    }),
    doOpen: action("打开", "Opened", { button: "btnSend", who: "system", from: ["SENT", "OPENED"], quiet: true, loads: "row" }),
    doTake: action("使用", "Used", {
      button: "btnSend",
      who: "system",
      from: ["SENT", "OPENED"],
      quiet: true,
      input: { registerId: ref("SrmSupRegister", "注册", "Registration") },
    }),
    doExpire: action("过期", "Expire", { button: "btnCancel", who: "system", from: ["SENT", "OPENED"], to: "EXPIRED", quiet: true }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["inviteNo", "companyName"],
  list: [
    ...(["inviteNo", "companyName", "status", "contactName", "email", "mobile", "categoryIds", "orgId"] as const),
    ...(["validTo", "sendTimes", "openDate", "registerId", "createdBy"] as const),
  ],
  search: ["companyName", "status", "createdBy", "creationDate", "orgId", "validTo"],
  order: [["creationDate", "desc"]],
  views: {
    drafts: ["未发送", "Not sent", () => ({ status: "DRAFT" })],
    waiting: ["已发送", "Sent", () => ({ status: "SENT" })],
    opened: ["已打开", "Opened", () => ({ status: "OPENED" })],
    registered: ["已注册", "Registered", () => ({ status: "REGISTERED" })],
    over: ["过期或取消", "Expired or cancelled", () => ({ status: ["EXPIRED", "CANCELLED"] })],
  },
  pages: {
    list: "registerInviteList",
    sections: [
      ["企业", "Company", ["inviteNo", "companyName", "uscc", "contactName", "email", "mobile"]],
      ["邀请内容", "Invitation", ["orgId", "categoryIds", "sceneId", "validTo", "multiUseFlag", "messageCn", "messageEn"]],
      ["进度", "Progress", ["inviteCode", "sendTimes", "lastSendDate", "openDate", "registerId", "leadId"]],
    ],
  },
  codes: { notFound, state: wrongStage },
});
