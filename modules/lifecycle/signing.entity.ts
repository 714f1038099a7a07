import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, files, int, longtext, pick, ref, rows, text, yn } from "#kernel/field.ts";
import { whose } from "#kernel/timed.ts";
import { agreementTypes } from "./agreement-types.ts";
import { notFound } from "./common.ts";

const variables = rows(
  "变量",
  "Variables",
  { name: text("变量名", "Name", { max: 60 }), value: text("取值", "Value", { max: 400, optional: true }) },
  { optional: true, hint: ["正文中写作 {{变量名}}", "Written as {{name}} in the text"] },
);

const signed = { detailStatus: "SIGNED", parent: whose({ status: "SIGNED" }) };

/** One agreement of a package: its text or file, its versions, who helps with it, how it is signed and what proves it. */
export const signingDetail = entity("SrmSlcAgreementSigningDetail", "协议签署明细", "Agreement signing detail", {
  fields: {
    agreementType: pick("协议类型", "Type", "AGREEMENT_TYPE"),
    agreementName: text("协议名称", "Name", { max: 200 }),
    /** Contract templates belong to contracts; while there are none a detail carries its own text. */
    templateId: ref("SrmCctTemplate", "合同模板", "Contract template", { optional: true, computed: true }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    content: longtext("正文", "Text", {
      max: 60_000,
      optional: true,
      hint: ["一条一段，以编号开头；没有正文时上传草稿文件", "One clause per paragraph, starting with its number; or upload a draft file"],
    }),
    variables,
    draftFileId: files("草稿文件", "Draft file", { optional: true, max: 1 }),
    signedFileId: files("已签文件", "Signed file", { computed: true, optional: true, max: 1 }),
    signMode: pick("签署方式", "Signing method", "SIGN_MODE", { initial: "CLICK" }),
    validFrom: date("生效日", "Valid from"),
    validTo: date("有效至", "Valid to"),
    autoRenew: yn("自动续期", "Renews automatically", { initial: "N" }),
    assistUserId: ref("BaseUsers", "协办人", "Co-handler", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    assistStatus: pick("协办状态", "Co-handling", "ASSIST_STATUS", { computed: true, initial: "NONE" }),
    assistOpinion: text("协办意见", "Co-handler's comment", { max: 500, computed: true, optional: true }),
    supplierEditable: yn("供方可编辑", "Supplier may edit", { initial: "N" }),
    supplierRemark: text("供方备注", "Supplier's remark", { max: 500, computed: true, optional: true }),
    detailStatus: pick("状态", "Status", "SIGNING_DETAIL_STATUS", { computed: true, initial: "DRAFT" }),
    contractId: text("合同", "Contract", { max: 64, computed: true, optional: true }),
    /** The supplier changed it in this turn and has not sent it back yet. */
    editedFlag: yn("供方已修改", "Edited by the supplier", { computed: true, initial: "N" }),
    versions: rows(
      "历次版本",
      "Versions",
      {
        version: int("版本", "Version"),
        side: pick("修改方", "By side", "SIDE"),
        byName: text("修改人", "By", { max: 120 }),
        at: datetime("时间", "At"),
        content: longtext("正文", "Text", { max: 60_000, optional: true }),
        fileId: text("文件", "File", { max: 64, optional: true }),
      },
      { computed: true, optional: true },
    ),
    frozenHash: text("冻结校验值", "Frozen SHA-256", { max: 64, computed: true, optional: true }),
    frozenAt: datetime("冻结时间", "Frozen at", { computed: true, optional: true }),
    flowId: text("电子签流程", "E-sign flow", { max: 64, computed: true, optional: true }),
    signerName: text("签署人", "Signed by", { max: 120, computed: true, optional: true }),
    signedAt: datetime("签署时间", "Signed at", { computed: true, optional: true }),
    signedIp: text("签署地址", "Signed from", { max: 60, computed: true, optional: true }),
    warnedDays: int("已提醒天数", "Warned at days", { computed: true, optional: true }),
  },
  holds: { endsAfterBegin: ["validFrom", "<=", "validTo"] },
  timed: [{ does: "doWatch", of: "parentId", where: signed, after: "validTo", program: "AGREEMENT_WATCH" }],
  remind: [
    {
      ...{ does: "doWatch", of: "parentId", before: "validTo", by: [60, 30, 7, 1], program: "AGREEMENT_WATCH" },
      where: { ...signed, autoRenew: "N" },
    },
  ],
  sees: {},
  shows: {
    supplier: [
      ...(["agreementType", "agreementName", "version", "content", "draftFileId", "signedFileId", "signMode", "validFrom"] as const),
      ...(["validTo", "autoRenew", "supplierEditable", "supplierRemark", "detailStatus", "editedFlag", "versions", "frozenHash"] as const),
      ...(["frozenAt", "flowId", "signerName", "signedAt", "signedIp"] as const),
    ],
  },
  title: ["agreementName"],
  list: [
    ...(["agreementType", "agreementName", "draftFileId", "signMode", "validFrom", "validTo", "autoRenew", "assistUserId"] as const),
    ...(["supplierEditable", "version", "assistStatus", "detailStatus"] as const),
  ],
  codes: notFound,
});

const detailId = text("协议", "Agreement", { max: 64 });
const until = [
  "DRAFT",
  "ASSISTING",
  "SUPPLIER_CONFIRMING",
  "SUPPLIER_RETURNED",
  "INTERNAL_REVIEW",
  "APPROVING",
  "SIGNING",
  "REJECTED",
] as const;

/** The agreements one supplier is asked to sign together: drawn up, co-handled, agreed with the supplier, approved, signed, watched. */
export const agreementSigning = entity("SrmSlcAgreementSigning", "协议签署", "Agreement signing", {
  fields: {
    signingNo: code("签署单号", "Signing no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    trackId: ref("SrmSlcIntroduceTrack", "引入跟踪", "Onboarding", { optional: true, fixed: "create" }),
    dueDate: date("期限", "Due"),
    supplierContactId: ref("SrmSupContact", "供方联系人", "Supplier contact", { pick: { enabledFlag: "Y" } }),
    supplierOpinion: longtext("供方意见", "Supplier's comment", { max: 1000, computed: true, optional: true }),
    agreementLine: { ...text("协议", "Agreements", { max: 1000, computed: true, optional: true }), english: "agreementLineEn" },
    agreementLineEn: text("协议（英文）", "Agreements (English)", { max: 1000, computed: true, optional: true }),
    detailCount: int("协议数", "Agreements in total", { computed: true, initial: 0 }),
    signedCount: int("已签", "Signed", { computed: true, initial: 0 }),
    sentFlag: yn("已发供方", "Sent to the supplier", { computed: true, initial: "N" }),
    confirmedName: text("供方确认人", "Confirmed by", { max: 120, computed: true, optional: true }),
    confirmedAt: datetime("供方确认时间", "Confirmed at", { computed: true, optional: true }),
    confirmedIp: text("供方确认地址", "Confirmed from", { max: 60, computed: true, optional: true }),
    urgeTimes: int("催办次数", "Reminders", { computed: true, initial: 0 }),
    lastUrgeDate: datetime("最近催办", "Last reminder", { computed: true, optional: true }),
    endReason: text("作废原因", "Reason for voiding", { max: 500, computed: true, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "SIGNING_STATUS", { computed: true }),
  },
  lines: { details: signingDetail },
  number: ["signingNo", "XY{yyyyMMdd}{0001}"],
  stateLookup: "SIGNING_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    ASSISTING: ["协办中", "Co-handling", "running"],
    SUPPLIER_CONFIRMING: ["待供应商确认", "Awaiting supplier", "waiting"],
    SUPPLIER_RETURNED: ["供应商有异议", "Disputed by supplier", "refused"],
    INTERNAL_REVIEW: ["内部复核", "Internal review", "running"],
    SIGNING: ["签署中", "Signing", "running"],
    SIGNED: ["已签署", "Signed", "done"],
    ABOLISHED: ["已作废", "Voided", "ended"],
  },
  computes: {
    agreementLine: (doc) =>
      doc.details
        .map((detail: { agreementName: string }) => detail.agreementName ?? "")
        .join("、")
        .slice(0, 1000),
    // Agreements have the one name they are signed under; whoever reads English is told their kind.
    agreementLineEn: (doc) =>
      doc.details
        .map(
          (detail: { agreementName: string; agreementType: string }) => agreementTypes[detail.agreementType]?.[1] ?? detail.agreementName,
        )
        .join(", ")
        .slice(0, 1000),
    detailCount: (doc) => doc.details.length,
    signedCount: (doc) => doc.details.filter((detail: { signedAt: string | null }) => detail.signedAt !== null).length,
  },
  shownWhen: {
    supplierOpinion: (doc) => Boolean(doc.supplierOpinion),
    confirmedName: (doc) => Boolean(doc.confirmedName),
    confirmedAt: (doc) => Boolean(doc.confirmedAt),
    confirmedIp: (doc) => Boolean(doc.confirmedAt),
    endReason: (doc) => Boolean(doc.endReason),
    urgeTimes: (doc) => Number(doc.urgeTimes) > 0,
    lastUrgeDate: (doc) => Boolean(doc.lastUrgeDate),
  },
  approval: {
    bill: "SLC_AGREEMENT_SIGNING",
    label: ["协议签署", "Agreement signing"],
    to: "SIGNING",
    submit: {
      name: "doSupplierConfirm",
      label: ["确认全部协议", "Confirm all"],
      button: "btnSupplierConfirm",
      who: "supplier",
      from: ["SUPPLIER_CONFIRMING"],
      quiet: true,
    },
    withdraw: { name: "doReject" },
    org: "orgId",
    supplier: "supplierId",
    summary: ["signingNo", "supplierId", "agreementLine", "dueDate", "confirmedName"],
  },
  actions: {
    doSubmit: action("提交", "Submit", { button: "btnSubmit", who: "internal", from: ["DRAFT", "REJECTED"], tone: "primary" }),
    doAssistSave: action("保存协办内容", "Save co-handling", {
      button: "btnAssistDone",
      who: "internal",
      from: ["ASSISTING"],
      quiet: true,
      input: {
        detailId,
        content: longtext("正文", "Text", { max: 60_000, optional: true }),
        draftFile: files("草稿文件", "Draft file", { optional: true, max: 1 }),
        variables,
        assistOpinion: text("协办意见", "Comment", { max: 500, optional: true }),
      },
    }),
    doAssistDone: action("完成协办", "Co-handling done", {
      button: "btnAssistDone",
      who: "internal",
      from: ["ASSISTING"],
      quiet: true,
      input: { assistOpinion: text("协办意见", "Comment", { max: 500, optional: true }) },
    }),
    doSend: action("再次发送", "Send again", {
      button: "btnSend",
      who: "internal",
      from: ["INTERNAL_REVIEW", "SUPPLIER_RETURNED"],
      to: "SUPPLIER_CONFIRMING",
      tone: "primary",
    }),
    doSupplierEdit: action("修改协议", "Edit agreement", {
      button: "btnSupplierSave",
      who: "supplier",
      from: ["SUPPLIER_CONFIRMING"],
      quiet: true,
      input: {
        detailId,
        content: longtext("正文", "Text", { max: 60_000, optional: true }),
        draftFile: files("文件", "File", { optional: true, max: 1 }),
        supplierRemark: text("备注", "Remark", { max: 500, optional: true }),
      },
    }),
    doSupplierMark: action("同意或异议", "Agree or dispute", {
      button: "btnSupplierSave",
      who: "supplier",
      from: ["SUPPLIER_CONFIRMING"],
      quiet: true,
      input: {
        detailId,
        stand: pick("意见", "Response", "SIGNING_DETAIL_STATUS"),
        supplierRemark: text("备注", "Remark", { max: 500, optional: true }),
      },
    }),
    doSubmitInternal: action("退回采购方", "Return to buyer", {
      button: "btnSubmitInternal",
      who: "supplier",
      from: ["SUPPLIER_CONFIRMING"],
      quiet: true,
      input: { supplierOpinion: longtext("意见", "Comment", { max: 1000 }) },
    }),
    startSign: action("发起电子签", "Start e-signing", { button: "btnStartSign", who: "internal", from: ["SIGNING"] }),
    doPaperSigned: action("登记纸质签署", "Enter paper signing", {
      button: "btnStartSign",
      who: "internal",
      from: ["SIGNING"],
      quiet: true,
      input: {
        detailId,
        signedFile: files("已签文件", "Signed file", { max: 1 }),
        signerName: text("签署人", "Signed by", { max: 120, optional: true }),
        signedOn: date("签署日期", "Signed on", { optional: true }),
      },
    }),
    doSigned: action("电子签完成", "E-sign done", {
      button: "btnStartSign",
      who: "system",
      from: ["SIGNING", "SIGNED"],
      quiet: true,
      input: {
        flowId: text("流程", "Flow", { max: 64 }),
        hash: text("校验值", "SHA-256", { max: 64 }),
        signerName: text("签署人", "Signed by", { max: 120 }),
        signedIp: text("签署地址", "Signed from", { max: 60, optional: true }),
      },
    }),
    doSignRefused: action("电子签被拒", "E-signature declined", {
      button: "btnStartSign",
      who: "system",
      from: ["SIGNING"],
      to: "SUPPLIER_RETURNED",
      quiet: true,
      input: { flowId: text("流程", "Flow", { max: 64 }), supplierRemark: text("原因", "Reason", { max: 500 }) },
    }),
    doUrge: action("催办", "Remind", {
      button: "btnUrge",
      who: "internal",
      from: ["ASSISTING", "SUPPLIER_CONFIRMING", "SIGNING"],
      batch: "each",
    }),
    doAbolish: action("作废", "Void", {
      button: "btnAbolish",
      who: "internal",
      from: until,
      to: "ABOLISHED",
      tone: "danger",
      input: { abolishReason: longtext("作废原因", "Reason", { max: 500 }) },
    }),
    doWatch: action("到期检查", "Watch expiry", { button: "btnSave", who: "system", from: ["SIGNED"], quiet: true }),
  },
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", sentFlag: "Y" }),
  },
  shows: {
    supplier: [
      ...([
        "signingNo",
        "orgId",
        "dueDate",
        "supplierContactId",
        "supplierOpinion",
        "agreementLine",
        "agreementLineEn",
        "detailCount",
      ] as const),
      ...(["signedCount", "confirmedName", "confirmedAt", "confirmedIp", "endReason", "fileIds", "status", "details"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED", "INTERNAL_REVIEW", "SUPPLIER_RETURNED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["signingNo", "agreementLine"],
  list: ["signingNo", "supplierId", "agreementLine", "dueDate", "signedCount", "detailCount", "status", "orgId"],
  search: ["signingNo", "supplierId", "agreementLine", "orgId", "status", "dueDate"],
  order: [["id", "desc"]],
  views: {
    withSupplier: ["待供应商", "With the supplier", () => ({ status: ["SUPPLIER_CONFIRMING", "SIGNING"] })],
    withUs: [
      "待我方",
      "With us",
      (me) =>
        me.audience === "supplier"
          ? { status: ["INTERNAL_REVIEW", "SUPPLIER_RETURNED", "APPROVING"] }
          : { status: ["ASSISTING", "INTERNAL_REVIEW", "SUPPLIER_RETURNED", "APPROVING"] },
    ],
    signed: ["已签署", "Signed", () => ({ status: "SIGNED" })],
  },
  pages: {
    list: "slcAgreementSigningList",
    edit: "slcAgreementSigningEdit",
    sections: [
      ["基本信息", "Basics", ["supplierId", "orgId", "trackId", "dueDate", "supplierContactId"]],
      ["进展", "Progress", ["supplierOpinion", "confirmedName", "confirmedAt", "confirmedIp", "urgeTimes", "lastUrgeDate", "endReason"]],
    ],
  },
  codes: notFound,
});
