import { entity } from "#kernel/entity.ts";
import { datetime, files, int, longtext, money, payload, pick, ref, refs, text, yn } from "#kernel/field.ts";
import { changeActions, changeFields, changeShown, contractRevision } from "./change/contract-change.ts";
import { contractCodes, priced, seenContracts, whenFilled } from "./common.ts";
import { contractActions, contractApprovals } from "./contract.actions.ts";
import { contractTextFields } from "./contract-fields.ts";
import { contractClause, contractDocument, contractItem, contractTrade, paymentStage } from "./contract-lines.entity.ts";
import { moldSampleRefund } from "./execution/refund.entity.ts";
import { contractRemind, contractTimed } from "./execution/timing.ts";
import { executionComputes, executionFields, executionShown, executionHolds } from "./execution/fields.ts";
import { contractLists, contractSections } from "./contract-pages.ts";
import { careActions } from "./renewal/contract.actions.ts";
import { simpleActions } from "./simple/simple.actions.ts";
import { sourceActions, sourceComputes, sourceFields, sourceUnique } from "./source/source.actions.ts";
import { textMark, textVersion } from "./text/mark.entity.ts";
import { signWaiting } from "./signing/waiting.ts";
import { publishApproval, signingActions } from "./signing/actions.ts";
import { signingFields, signingShown, signingShownWhen } from "./signing/fields.ts";

const stamp = { computed: true, optional: true } as const;
const people = { userType: "INTERNAL", userStatus: "ACTIVE" } as const;

/** What the supplier sees once a contract has been sent to it. */
const seenBySupplier = [
  ...["CONFIRMING", "SUPPLIER_REFUSED", "CONFIRMED", "PUBLISH_APPROVING", "PUBLISHED", "SIGNING", "SIGNED", "EFFECTIVE"],
  ...["EXPIRED", "COMPLETED", "TERMINATED", "VOIDED"],
] as const;

/** The amount is agreed on as a whole, whatever the lines come to. */
const isEntered = (doc: { readonly amountMode: string }): boolean => doc.amountMode === "FIXED" || doc.amountMode === "CAP";

/** A contract from its draft to its end: whom it is with, what is bought, how it is paid, which clauses hold. */
export const contract = entity("SrmCctContract", "合同", "Contract", {
  fields: priced(
    {
      ...contractTextFields,
      fixedAmount: money("约定含税金额", "Agreed amount incl. tax", { currency: "currency", optional: true, least: 0, adds: false }),
      fixedTax: money("其中税额", "Of which tax", { currency: "currency", optional: true, least: 0, adds: false }),
      taxIncludedFlag: yn("含税报价", "Prices include tax", { initial: "N" }),
      templateId: ref("SrmCctTemplate", "模板", "Template", { pick: { status: "APPROVED" } }),
      templateVersion: int("模板版本", "Template version", { ...stamp }),
      sourceType: pick("来源", "Source", "CCT_SOURCE", { computed: true, initial: "MANUAL" }),
      sourceId: text("来源单据", "Source document", { max: 60, ...stamp, hidden: "all" }),
      sourceNum: text("来源单号", "Source no.", { max: 60, ...stamp }),
      parentId: ref("SrmCctContract", "关联合同", "Related contract", { optional: true }),
      relationType: pick("关联方式", "Relation", "CCT_RELATION", { optional: true }),
      ownerId: ref("BaseUsers", "经办人", "Owner", { pick: people, begins: "me" }),
      deptId: ref("BaseDepartment", "部门", "Department", { optional: true, pick: { enabledFlag: "Y" }, fits: ["works", "orgId"] }),
      legalId: ref("BaseUsers", "法务", "Legal counsel", { optional: true, pick: people }),
      secretLevel: pick("密级", "Secrecy", "CCT_SECRET", { initial: "NORMAL" }),
      readerIds: refs("BaseUsers", "可阅人员", "Readers", { optional: true, pick: people }),
      remark: longtext("备注", "Internal remark", { max: 2000, optional: true }),
      fileIds: files("合同附件", "Files of the contract", { optional: true, max: 20 }),
      exchangeRateId: ref("SrmBaseExchangeRate", "汇率行", "Rate row", { ...stamp }),
      crossRateId: ref("SrmBaseExchangeRate", "套算汇率行", "Cross rate row", { ...stamp, hidden: "all" }),
      version: int("版本", "Version", { computed: true, initial: 1, adds: false }),
      headText: longtext("首部", "Opening text", { max: 40_000, optional: true }),
      tailText: longtext("尾部", "Closing text", { max: 40_000, optional: true }),
      textJson: payload("正文", "Text", stamp),
      deviationLevel: pick("待批偏离", "Open deviation", "CCT_APPROVAL_LEVEL", { computed: true, initial: "NONE" }),
      pdfHash: text("正文校验值", "Text checksum", { max: 64, ...stamp }),
      sentAt: datetime("发送时间", "Sent at", stamp),
      confirmDue: datetime("确认期限", "Confirm by", stamp),
      confirmedBy: text("供应商确认人", "Confirmed by", { max: 120, ...stamp }),
      confirmedAt: datetime("供应商确认时间", "Confirmed at", stamp),
      confirmedIp: text("确认地址", "Confirmed from", { max: 60, ...stamp }),
      confirmRemark: text("供应商备注", "Supplier's remark", { max: 500, ...stamp }),
      refuseReason: text("拒绝原因", "Reason for declining", { max: 500, ...stamp }),
      refuseFileIds: files("供应商修订件", "Supplier's marked-up files", { ...stamp, max: 5 }),
      ...executionFields,
      ...changeFields,
      ...signingFields,
      ...sourceFields,
      status: pick("状态", "Status", "CCT_STATUS", { computed: true }),
    },
    ["textJson"],
  ),
  computes: { ...executionComputes, ...sourceComputes },
  lines: {
    items: contractItem,
    stages: paymentStage,
    trade: contractTrade,
    clauses: contractClause,
    documents: contractDocument,
    refunds: moldSampleRefund,
  },
  owns: { marks: textMark, versions: textVersion },
  number: ["contractNum", "HT-{org}-{yyyy}-{0001}", { gapless: true, at: "submission" }],
  unique: [{ fields: ["contractNum"], while: { contractNum: { not: null }, liveId: null } }, sourceUnique],
  stateLookup: "CCT_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "running"],
    CONFIRMING: ["待供应商确认", "Awaiting supplier", "waiting"],
    SUPPLIER_REFUSED: ["供应商已拒绝", "Declined by supplier", "refused"],
    CONFIRMED: ["供应商已确认", "Supplier confirmed", "running"],
    PUBLISH_APPROVING: ["发布审批中", "Publication in approval", "waiting"],
    PUBLISHED: ["已发布待签署", "Published, to sign", "waiting"],
    SIGNING: ["签署中", "Signing", "running"],
    SIGNED: ["已签署", "Signed", "done"],
    EFFECTIVE: ["生效", "Effective", "done"],
    EXPIRED: ["已到期", "Expired", "ended"],
    COMPLETED: ["已履行完", "Completed", "ended"],
    TERMINATED: ["已终止", "Terminated", "ended"],
    VOIDED: ["已作废", "Voided", "ended"],
    SUPERSEDED: ["已并入合同", "Taken over", "ended"],
  },
  revises: contractRevision,
  holds: { validPeriod: ["effectiveDate", "<=", "expiryDate"], ...executionHolds, withinAward: ["amountIncl", "<=", "sourceCap"] },
  requires: {
    fixedAmount: isEntered,
    renewMonths: (doc) => doc.autoRenewFlag === "Y",
    noticeDays: (doc) => doc.autoRenewFlag === "Y",
    relationType: (doc) => Boolean(doc.parentId),
  },
  shownWhen: {
    renewMonths: (doc) => doc.autoRenewFlag === "Y",
    noticeDays: (doc) => doc.autoRenewFlag === "Y",
    fixedAmount: isEntered,
    fixedTax: isEntered,
    overRunPct: (doc) => doc.amountMode === "SUM" || doc.amountMode === "CAP",
    readerIds: (doc) => doc.secretLevel === "SECRET",
    relationType: (doc) => Boolean(doc.parentId),
    confirmDue: (doc) => doc.status === "CONFIRMING",
    ...whenFilled(
      "exchangeRateId",
      "confirmedBy",
      "confirmedAt",
      "confirmedIp",
      "confirmRemark",
      "refuseReason",
      "refuseFileIds",
      "pdfHash",
    ),
    ...changeShown,
    ...executionShown,
    ...signingShownWhen,
  },
  approval: [...contractApprovals, publishApproval],
  actions: { ...contractActions, ...changeActions, ...signingActions, ...simpleActions, ...sourceActions, ...careActions },
  timed: contractTimed,
  remind: contractRemind,
  waiting: [
    ...signWaiting,
    {
      todo: "CCT_CONFIRM",
      label: ["合同确认", "Confirm contract"],
      route: "contractManage/cctContractEdit",
      title: ["请确认合同{bizNo}", "Confirm contract {bizNo}"],
      in: ["CONFIRMING"],
      who: { supplier: "LEGAL" },
      org: "orgId",
      due: "confirmDue",
      list: "desk",
      view: ["toConfirm", "待供应商确认", "Awaiting supplier"],
      tile: { code: "CCT_TO_CONFIRM", label: ["待确认的合同", "Contracts to confirm"], seq: 30 },
      tells: "CCT_SEND_CONFIRM",
      says: (doc) => ({ num: doc["contractNum"], due: String(doc["confirmDue"] ?? "").slice(0, 10), supplierId: doc["supplierId"] }),
    },
    {
      todo: "CCT_DEVIATION_LEGAL",
      label: ["合同条款偏离", "Contract clause deviation"],
      route: "contractManage/cctContractEdit",
      title: ["请审核合同{bizNo}的条款偏离", "Review the clause deviations of contract {bizNo}"],
      in: ["APPROVING"],
      while: (doc) => doc["deviationLevel"] === "LEGAL",
      who: { resp: "LEGAL" },
      org: "orgId",
    },
    {
      todo: "CCT_DEVIATION_MANAGER",
      label: ["合同条款偏离", "Contract clause deviation"],
      route: "contractManage/cctContractEdit",
      title: ["请审核合同{bizNo}的条款偏离", "Review the clause deviations of contract {bizNo}"],
      in: ["APPROVING"],
      while: (doc) => doc["deviationLevel"] === "MANAGER",
      who: { resp: "PUR_MANAGER" },
      org: "orgId",
    },
  ],
  sees: {
    internal: seenContracts,
    // A contract that was voided before it was ever sent stays among our own people.
    supplier: (me) => ({
      supplierId: me.supplierId ?? "-",
      status: seenBySupplier,
      any: [{ status: { not: "VOIDED" } }, { sentAt: { not: null } }],
    }),
  },
  shows: {
    supplier: [
      ...(["contractNum", "contractName", "contractType", "orgId", "ourPartyId", "supplierId", "supplierSiteId", "extraParties"] as const),
      ...(["supplierContactId", "currency", "amountMode", "amountExcl", "taxAmount", "amountIncl", "effectiveDate", "expiryDate"] as const),
      ...(["effectiveMode", "autoRenewFlag", "renewMonths", "noticeDays", "signMode", "signOrder", "paymentTermId"] as const),
      ...(["retentionPct", "warrantyMonths", "depositAmount", "fileIds", "version", "textJson", "pdfHash", "confirmDue"] as const),
      ...(["confirmedBy", "confirmedAt", "confirmRemark", "refuseReason", "refuseFileIds", "status"] as const),
      ...signingShown,
      ...(["items", "stages", "trade", "clauses", "refunds"] as const),
    ],
  },
  saves: "internal",
  // What was approved or confirmed may be edited: whatever was agreed on is then agreed on anew.
  savesFrom: ["DRAFT", "REJECTED", "APPROVED", "SUPPLIER_REFUSED", "CONFIRMED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["contractNum", "contractName"],
  headline: "contractName",
  list: [
    ...(["contractNum", "contractName", "contractType", "supplierId", "amountIncl", "currency", "version", "signMode"] as const),
    ...(["status", "effectiveDate", "expiryDate", "ownerId", "orgId"] as const),
  ],
  search: [
    ...(["contractNum", "contractName", "supplierId", "contractType", "status", "orgId", "ownerId", "sourceNum"] as const),
    ...(["items.itemId", "amountIncl", "effectiveDate", "expiryDate"] as const),
  ],
  order: [["id", "desc"]],
  lists: contractLists,
  pages: { edit: "contractManage/cctContractEdit", key: "amountIncl", sections: contractSections },
  codes: { ...contractCodes, state: ["CCT-035"] },
});
