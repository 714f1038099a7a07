import { action, entity } from "#kernel/entity.ts";
import { anyId, datetime, int, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";

const given = { computed: true, optional: true } as const;

/** A comment on a clause, or a change of it that somebody suggests: by hand or with an edited Word file. */
export const textMark = entity("SrmCctTextMark", "正文批注与修订", "Text markup", {
  fields: {
    kind: pick("类别", "Kind", "CCT_MARK_KIND", { computed: true, initial: "CHANGE" }),
    /** The row of the clause; HEAD and TAIL for the opening and closing text, NEW for a clause that is not there yet. */
    clauseId: anyId("条款", "Clause", { max: 60, computed: true }),
    seq: int("顺序", "Order", { ...given, adds: false }),
    title: text("标题", "Title", { max: 240, ...given }),
    beforeText: longtext("原文", "Text before", { max: 40_000, ...given }),
    afterText: longtext("修改后", "Text after", { max: 40_000, ...given }),
    quote: text("所指文字", "Words", { max: 500, ...given }),
    remark: longtext("说明", "Remark", { max: 2000, ...given }),
    side: pick("提出方", "Side", "PUR_SIDE", { computed: true, initial: "BUYER" }),
    authorName: text("提出人", "Author", { max: 120, ...given }),
    sharedFlag: yn("对供应商可见", "Shared with supplier", { computed: true, initial: "N" }),
    wordFlag: yn("来自Word文件", "From a Word file", { computed: true, initial: "N" }),
    decidedBy: text("处理人", "Decided by", { max: 120, ...given }),
    decidedAt: datetime("处理时间", "Decided at", given),
    status: pick("状态", "Status", "SrmCctTextMark.status", { computed: true }),
  },
  states: {
    OPEN: ["待处理", "Open", "waiting"],
    ACCEPTED: ["已采纳", "Accepted", "done"],
    REJECTED: ["已拒绝", "Rejected", "refused"],
    RESOLVED: ["已解决", "Resolved", "done"],
  },
  actions: {
    doAccept: action("采纳", "Accept", {
      button: "btnRevision",
      who: "internal",
      from: ["OPEN"],
      to: "ACCEPTED",
      offered: (doc) => doc["kind"] === "CHANGE",
    }),
    doReject: action("拒绝", "Reject", {
      button: "btnRevision",
      who: ["internal", "supplier"],
      from: ["OPEN"],
      to: "REJECTED",
      offered: (doc) => doc["kind"] === "CHANGE",
    }),
    doResolve: action("标为已解决", "Resolve", {
      button: "btnRevision",
      who: ["internal", "supplier"],
      from: ["OPEN"],
      to: "RESOLVED",
      offered: (doc) => doc["kind"] === "COMMENT",
    }),
  },
  sees: { supplier: () => ({ sharedFlag: "Y" }) },
  shows: {
    supplier: [
      ...(["kind", "clauseId", "seq", "title", "beforeText", "afterText", "quote", "remark", "side", "authorName", "sharedFlag"] as const),
      ...(["wordFlag", "decidedAt", "status"] as const),
    ],
  },
  title: ["title", "authorName"],
  list: ["kind", "title", "beforeText", "afterText", "quote", "remark", "side", "authorName", "status", "decidedBy", "decidedAt"],
  order: [["id", "asc"]],
  codes: contractCodes,
});

/** The contract as it stood when it was sent or finalised. */
export const textVersion = entity("SrmCctTextVersion", "合同文本版本", "Contract text version", {
  fields: {
    versionNo: int("版本", "Version", { computed: true, adds: false }),
    occasion: pick("场合", "Occasion", "CCT_VERSION_OCCASION", { computed: true, initial: "SENT" }),
    madeAt: datetime("时间", "Time", { computed: true }),
    madeBy: text("操作人", "By", { max: 120, computed: true }),
    hash: text("校验值", "Checksum", { max: 64, computed: true }),
    sharedFlag: yn("已发供应商", "Sent to supplier", { computed: true, initial: "N" }),
    snapshot: payload("内容", "Content", { computed: true, hidden: "all" }),
  },
  appendOnly: true,
  sees: { supplier: () => ({ sharedFlag: "Y" }) },
  shows: { supplier: ["versionNo", "occasion", "madeAt", "hash"] },
  title: ["versionNo", "occasion"],
  list: ["versionNo", "occasion", "madeAt", "madeBy", "hash", "sharedFlag"],
  order: [["versionNo", "desc"]],
  codes: contractCodes,
});

/** Who edits the text of a contract, until when: kept beside the contract, so that the heartbeat changes nothing in it. */
export const textLock = entity("SrmCctTextLock", "正文编辑锁", "Text lock", {
  internal: true,
  fields: {
    contractId: ref("SrmCctContract", "合同", "Contract", { computed: true }),
    userId: ref("BaseUsers", "编辑人", "Editor", { computed: true, optional: true }),
    userName: text("编辑人姓名", "Editor's name", { max: 120, ...given }),
    lockedUntil: datetime("锁定至", "Locked until", given),
  },
  unique: [{ fields: ["contractId"] }],
  sees: {},
  title: ["contractId"],
});
