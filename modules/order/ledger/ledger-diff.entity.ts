import { action, entity } from "#kernel/entity.ts";
import { code, datetime, pick, ref, text } from "#kernel/field.ts";
import { ofAnyGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";

/** A figure that the nightly proof found otherwise than the postings say; both values stand, nothing is put right by itself. */
export const ledgerDiff = entity("SrmPurLedgerDiff", "数量台账差异", "Ledger difference", {
  fields: {
    ownerType: text("对象", "Owner", { max: 40, computed: true }),
    ownerId: text("对象ID", "Owner id", { max: 64, computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true }),
    docType: text("单据类型", "Document type", { max: 60, computed: true, optional: true }),
    docId: text("单据", "Document", { max: 64, computed: true, optional: true }),
    docNum: code("单号", "Document no.", { max: 60, computed: true, optional: true }),
    rule: code("规则", "Rule", { max: 20, computed: true }),
    bucket: code("科目", "Bucket", { max: 30, computed: true, optional: true }),
    storedValue: text("现值", "Stored value", { max: 60, computed: true }),
    provenValue: text("应为", "Should be", { max: 60, computed: true }),
    foundAt: datetime("发现时间", "Found at", { computed: true }),
    lastSeenAt: datetime("最近发现", "Last seen", { computed: true }),
    seenBy: ref("BaseUsers", "处理人", "Handled by", { computed: true, optional: true }),
    seenNote: text("处理说明", "Note", { max: 500, computed: true, optional: true }),
    status: pick("状态", "Status", "SrmPurLedgerDiff.status", { computed: true }),
  },
  states: { OPEN: ["未处理", "Open", "refused"], GONE: ["已消失", "Gone", "done"], DEALT: ["已处理", "Handled", "done"] },
  unique: [{ fields: ["ownerId", "rule", "bucket"], while: { status: "OPEN" } }],
  actions: {
    doDeal: action("标记已处理", "Mark as handled", {
      button: "btnConfirm",
      who: "internal",
      from: ["OPEN"],
      to: "DEALT",
      input: { note: text("处理说明", "Note", { max: 500 }) },
    }),
    doRebuild: action("重建计数", "Rebuild the counter", {
      button: "btnRebuild",
      who: "internal",
      from: ["OPEN"],
      to: "DEALT",
      tone: "danger",
      input: { note: text("处理说明", "Note", { max: 500 }) },
    }),
    doGone: action("已消失", "Gone", { button: "btnSave", who: "system", from: ["OPEN"], to: "GONE", quiet: true }),
    doSeen: action("再次发现", "Last seen", {
      button: "btnSave",
      who: "system",
      from: ["OPEN"],
      quiet: true,
      input: { storedValue: text("现值", "Stored value", { max: 60 }), provenValue: text("应为", "Should be", { max: 60 }) },
    }),
    doTell: action("通知", "Tell", {
      button: "btnSave",
      who: "system",
      quiet: true,
      from: ["OPEN"],
      input: { n: text("数量", "Number", { max: 10 }) },
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofAnyGoods(me) }) },
  title: ["docNum", "rule"],
  list: [
    "docNum",
    "ownerType",
    "rule",
    "bucket",
    "storedValue",
    "provenValue",
    "orgId",
    "foundAt",
    "lastSeenAt",
    "status",
    "seenBy",
    "seenNote",
  ],
  search: ["docNum", "rule", "bucket", "status", "orgId"],
  order: [["id", "desc"]],
  pages: { list: "purLedgerDiffList" },
  codes: purchaseCodes,
});
