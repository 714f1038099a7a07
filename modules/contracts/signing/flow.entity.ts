import { action, entity, type Me } from "#kernel/entity.ts";
import { anyId, code, datetime, files, int, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";

const computed = { computed: true, optional: true } as const;

/** What a signer has to do: one for each signer, in the order of signing. */
export const signTask = entity("SrmCctSignTask", "签署任务", "Signing task", {
  fields: {
    seq: int("次序", "Order", { computed: true, adds: false }),
    side: pick("签署方", "Side", "CCT_SIGN_SIDE", { computed: true }),
    personAccountId: ref("SrmCctSignPersonAccount", "签署人", "Signer", computed),
    orgAccountId: ref("SrmCctSignOrgAccount", "签署主体", "Organisation", computed),
    sealId: text("印章", "Seal", { max: 40, ...computed }),
    signerUserId: ref("BaseUsers", "签署账号", "User", computed),
    signerName: text("签署人姓名", "Signed by", { max: 120, ...computed }),
    state: pick("状态", "State", "CCT_SIGN_STATE", { computed: true, initial: "WAIT" }),
    signedAt: datetime("签署时间", "Signed at", computed),
    ip: text("地址", "Address", { max: 60, ...computed }),
    way: text("身份验证方式", "Proof of identity", { max: 40, ...computed }),
    reason: text("原因", "Reason", { max: 300, ...computed }),
    certificate: text("证书序列号", "Certificate", { max: 60, ...computed }),
    linkUsed: text("链接", "Link", { max: 64, ...computed, hidden: "all" }),
  },
  sees: {},
  shows: { supplier: ["seq", "side", "signerName", "state", "signedAt", "reason", "certificate"] },
  title: ["seq", "signerName"],
  list: ["seq", "side", "signerName", "orgAccountId", "state", "signedAt", "ip", "way", "certificate", "reason"],
  order: [["seq", "asc"]],
  codes: contractCodes,
});

/** One attempt to have a document signed: who signs in which order, what is signed, and what came of it. */
export const signFlow = entity("SrmCctSignFlow", "签署流程", "Signing", {
  fields: {
    flowNum: code("流程号", "Number", { max: 40, ...computed }),
    objectType: pick("签署对象", "Document", "CCT_SIGN_OBJECT", { computed: true, initial: "CONTRACT" }),
    contractId: ref("SrmCctContract", "合同", "Contract", { computed: true }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", { computed: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true }),
    ownerId: ref("BaseUsers", "经办人", "Owner", { computed: true }),
    signMode: pick("签署方式", "Signing", "CCT_SIGN_MODE", { computed: true }),
    signOrder: pick("签署顺序", "Signing order", "CCT_SIGN_ORDER", { computed: true }),
    provider: pick("签署服务", "Provider", "CCT_SIGN_PROVIDER", { computed: true }),
    providerFlowId: text("服务商流程", "Provider's number", { max: 80, ...computed }),
    linkFlag: yn("供应商可凭链接签署", "Supplier may sign by a link", { computed: true, initial: "N" }),
    fileId: files("待签文件", "File to sign", { ...computed, max: 1 }),
    fileHash: text("正文校验值", "Text checksum", { max: 64, computed: true }),
    fileSum: text("文件校验值", "Checksum of the file", { max: 64, computed: true }),
    startedAt: datetime("开始时间", "Started", { computed: true }),
    expireAt: datetime("截止时间", "Sign by", { computed: true }),
    finishedAt: datetime("完成时间", "Finished", computed),
    signedFileId: files("签署件", "Signed copy", { ...computed, max: 1 }),
    signedSum: text("签署件校验值", "Checksum of the signed copy", { max: 64, ...computed }),
    evidenceFileId: files("存证", "Evidence", { ...computed, max: 1 }),
    errorText: longtext("错误", "Error", { max: 1000, ...computed }),
    status: pick("状态", "Status", "CCT_SIGN_STATUS", { computed: true }),
  },
  lines: { tasks: signTask },
  number: ["flowNum", "QS{yyyyMMdd}{0001}"],
  stateLookup: "CCT_SIGN_STATUS",
  states: {
    SIGNING: ["签署中", "Signing", "running"],
    FINISHED: ["已完成", "Completed", "done"],
    REJECTED: ["已拒签", "Refused", "refused"],
    EXPIRED: ["已过期", "Expired", "ended"],
    REVOKED: ["已撤销", "Revoked", "ended"],
    ERROR: ["出错", "Error", "refused"],
  },
  actions: {
    doSigned: action("签署", "Sign", {
      button: "btnSign",
      who: "system",
      from: ["SIGNING"],
      quiet: true,
      input: {
        taskId: text("任务", "Task", { max: 64 }),
        signedAt: datetime("签署时间", "Signed at"),
        beforeSum: text("签署前校验值", "Checksum before", { max: 64 }),
        signedFileId: files("签署件", "Signed copy", { max: 1, optional: true }),
        evidenceFileId: files("存证", "Evidence", { max: 1, optional: true }),
        signerUserId: ref("BaseUsers", "签署账号", "User", { optional: true }),
        signerName: text("签署人", "Signer", { max: 120 }),
        ip: text("地址", "Address", { max: 60, optional: true }),
        way: text("身份验证方式", "Proof of identity", { max: 40 }),
        certificate: text("证书", "Certificate", { max: 60, optional: true }),
        linkUsed: text("链接", "Link", { max: 64, optional: true }),
      },
    }),
    doRefuse: action("拒签", "Refuse to sign", {
      button: "btnSign",
      who: "system",
      from: ["SIGNING"],
      to: "REJECTED",
      quiet: true,
      input: {
        taskId: text("任务", "Task", { max: 64 }),
        reason: text("原因", "Reason", { max: 300 }),
        signedAt: datetime("拒签时间", "Refused at"),
      },
    }),
    doExpire: action("签署过期", "Expire", { button: "btnSign", who: "system", from: ["SIGNING"], to: "EXPIRED", quiet: true }),
    doRevoke: action("撤销签署", "Revoke", {
      button: "btnRevokeSign",
      who: "system",
      from: ["SIGNING"],
      to: "REVOKED",
      quiet: true,
      input: { reason: text("原因", "Reason", { max: 300 }) },
    }),
    doFail: action("签署出错", "Fail", {
      button: "btnSign",
      who: "system",
      from: ["SIGNING"],
      quiet: true,
      input: { errorText: text("错误", "Error", { max: 1000 }) },
    }),
  },
  timed: [{ does: "doExpire", in: ["SIGNING"], after: "expireAt" }],
  remind: [
    {
      tells: "CCT_SIGN_EXPIRING",
      in: ["SIGNING"],
      before: "expireAt",
      by: [3],
      says: (doc) => ({ contractId: doc["contractId"], num: doc["flowNum"], ownerId: doc["ownerId"], date: doc["expireAt"] }),
    },
  ],
  holds: { beginsFirst: ["startedAt", "<", "expireAt"] },
  unique: [{ fields: ["contractId"], while: { status: "SIGNING" } }, { fields: ["flowNum"] }],
  judgedBy: "contractId",
  sees: {
    internal: (me: Me) => ({
      orgId: me.orgs,
      contractId: {
        of: "SrmCctContract",
        row: { any: [{ secretLevel: { not: "SECRET" } }, { ownerId: me.userId }, { readerIds: { holds: [me.userId] } }] },
      },
    }),
    supplier: (me: Me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: {
    supplier: [
      ...(["flowNum", "objectType", "contractId", "orgId", "supplierId", "signMode", "signOrder", "provider", "fileHash"] as const),
      ...(["fileSum", "startedAt", "expireAt", "finishedAt", "signedFileId", "signedSum", "status", "tasks"] as const),
    ],
  },
  title: ["flowNum"],
  list: ["flowNum", "contractId", "supplierId", "provider", "startedAt", "expireAt", "finishedAt", "status"],
  search: ["flowNum", "contractId", "supplierId", "provider", "status"],
  order: [["id", "desc"]],
  codes: contractCodes,
});

/** What a signing provider reported, word for word. Each of its events counts once. */
export const signCallback = entity("SrmCctSignCallback", "签署回调", "Provider's report", {
  fields: {
    providerEventId: anyId("事件号", "Event", { max: 80 }),
    flowId: ref("SrmCctSignFlow", "签署流程", "Signing", { optional: true }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", { optional: true }),
    payload: payload("内容", "Content", { optional: true }),
    verified: yn("验签通过", "Verified", { initial: "N" }),
    result: text("处理结果", "Result", { max: 200, optional: true }),
    receivedAt: datetime("接收时间", "Received"),
  },
  unique: [{ fields: ["providerEventId"] }],
  appendOnly: true,
  sees: { internal: (me: Me) => ({ orgId: me.orgs }) },
  title: ["providerEventId"],
  list: ["providerEventId", "flowId", "verified", "result", "receivedAt"],
  codes: contractCodes,
});
