import { cmp, max, trim } from "#kernel/decimal.ts";
import { action } from "#kernel/entity.ts";
import { date, money, payload, pick, picks, ref, text, yn, longtext } from "#kernel/field.ts";
import { changeReason, revisionActions } from "#kernel/revision.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { whenFilled } from "../common.ts";
import { tradeFields } from "../contract-fields.ts";
import { signingFields } from "../signing/fields.ts";

const stamp = { computed: true, optional: true } as const;
const flow = (cn: string, en: string) => pick(cn, en, "CCT_SUBFLOW", { computed: true, optional: true, initial: "NONE" });

/** On a contract: the draft that changes it and how far each of its sub-flows has come. On a draft: what it changes and what it asks for. */
export const changeFields = {
  liveId: ref("SrmCctContract", "现行合同", "Contract in force", stamp),
  draftId: text("变更草稿", "Draft change", { max: 64, ...stamp }),
  changeReason: text("变更原因", "Reason for change", { max: 1000, ...stamp }),
  changeRows: payload("变更内容", "What changed", stamp),
  alterTypes: picks("变更内容补充", "Further kinds of change", "CCT_ALTER_TYPE", {
    optional: true,
    hint: ["由差异自动得出，可补充", "Worked out from the differences; add others"],
  }),
  needSupplierConfirm: yn("须供应商确认", "Supplier confirms", {
    optional: true,
    hint: ["留空按变更内容判断", "Empty: decided by what changes"],
  }),
  needResign: yn("须重新签署", "Sign again", { optional: true, hint: ["留空按变更内容判断", "Empty: decided by what changes"] }),
  alterStatus: flow("变更", "Change"),
  terminateStatus: flow("终止", "Termination"),
  voidStatus: flow("作废", "Voiding"),
  assetStatus: flow("资产验收", "Asset acceptance"),
  terminateReason: text("终止原因", "Reason for termination", { max: 1000, ...stamp }),
  voidReason: text("作废原因", "Reason for voiding", { max: 1000, ...stamp }),
} as const;

const isDraft = (doc: { readonly liveId: unknown }): boolean => Boolean(doc.liveId);
const isRunning = (status: string | null): boolean => status !== null && status !== "NONE";

export const changeShown = {
  alterTypes: isDraft,
  needSupplierConfirm: isDraft,
  needResign: isDraft,
  alterStatus: (doc: { readonly alterStatus: string | null }) => isRunning(doc.alterStatus),
  terminateStatus: (doc: { readonly terminateStatus: string | null }) => isRunning(doc.terminateStatus),
  voidStatus: (doc: { readonly voidStatus: string | null }) => isRunning(doc.voidStatus),
  assetStatus: (doc: { readonly assetStatus: string | null }) => isRunning(doc.assetStatus),
  ...whenFilled("terminateReason", "voidReason"),
};

export const changeSection = [
  "变更与终止",
  "Changes and end",
  [
    ...(["liveId", "changeReason", "alterTypes", "needSupplierConfirm", "needResign", "alterStatus", "terminateStatus"] as const),
    ...(["voidStatus", "assetStatus", "terminateReason", "voidReason"] as const),
  ],
] as const;

/** States in which a contract may be voided: not executed, not ended; a draft only once it has its number. */
export const voidable = [
  ...(["DRAFT", "REJECTED"] as const),
  ...(["APPROVED", "CONFIRMING", "SUPPLIER_REFUSED", "CONFIRMED", "PUBLISHED", "SIGNING", "SIGNED", "EFFECTIVE"] as const),
] as const;
export const terminable = ["EFFECTIVE", "SIGNED"] as const;

/** The states of a draft that is worked on. */
export const openDrafts = [
  ...(["DRAFT", "APPROVING", "REJECTED", "APPROVED", "CONFIRMING", "SUPPLIER_REFUSED", "CONFIRMED"] as const),
  ...(["PUBLISH_APPROVING", "PUBLISHED", "SIGNING", "SIGNED"] as const),
] as const;

const { doChange, doCancelChange, doRevise } = revisionActions({
  from: ["EFFECTIVE"],
  discardFrom: ["EFFECTIVE", "DRAFT", "REJECTED", "SUPPLIER_REFUSED"],
  input: { reason: changeReason(), resign: yn("须重新签署", "Sign again", { optional: true }) },
});

const system = { button: "btnSave", who: "system", quiet: true } as const;
const offered = (key: "draftId" | "liveId") => (doc: Readonly<Record<string, unknown>>) => Boolean(doc[key]);
const inForce = (doc: Readonly<Record<string, unknown>>): boolean => !doc["liveId"];
const why = (cn: string, en: string) => longtext(cn, en, { max: 1000 });

export const changeActions = {
  doAlteration: { ...doChange, button: "btnAlteration", offered: inForce },
  doCancelChange: { ...doCancelChange, offered: (doc: Readonly<Record<string, unknown>>) => Boolean(doc["draftId"] ?? doc["liveId"]) },
  doRevise,
  doReopenChange: action("退回修改", "Edit again", {
    button: "btnAlteration",
    who: "internal",
    from: ["APPROVED", "CONFIRMED", "PUBLISHED"],
    to: "DRAFT",
    offered: offered("liveId"),
    confirm: ["变更稿须重新审批，确定吗？", "The change has to be approved again. Edit it?"],
  }),
  doTermination: action("终止", "Terminate", {
    button: "btnTermination",
    who: "internal",
    from: terminable,
    offered: inForce,
    tone: "danger",
    input: {
      kind: pick("终止类型", "Kind", "CCT_TERMINATE_KIND"),
      reason: why("终止原因", "Reason"),
      terminateDate: date("终止日", "Ends on"),
      penalty: money("违约金", "Penalty", { optional: true, least: 0 }),
      penaltyTo: pick("违约金方向", "Penalty goes to", "CCT_PENALTY_TO", { optional: true }),
    },
  }),
  doVoid: action("作废", "Void", {
    button: "btnVoid",
    who: "internal",
    from: voidable,
    offered: (doc) => inForce(doc) && Boolean(doc["contractNum"]),
    tone: "danger",
    input: { kind: pick("作废类型", "Kind", "CCT_VOID_KIND"), reason: why("作废原因", "Reason") },
  }),
  doAssetAcceptance: action("资产验收", "Accept assets", {
    button: "btnAssetAcceptance",
    who: "internal",
    from: ["EFFECTIVE"],
    offered: (doc) => doc["assetFlag"] === "Y" && inForce(doc),
    input: { acceptDate: date("验收日期", "Accepted on") },
  }),
  /** A sub-flow begins, moves or ends. */
  doFlow: action("子流程", "Sub-flow", {
    ...system,
    from: [...openDrafts, "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED", "VOIDED"],
    input: {
      flow: pick("子流程", "Sub-flow", "CCT_FLOW"),
      docId: text("单据", "Document", { max: 64 }),
      flowStatus: pick("状态", "Status", "CCT_SUBFLOW"),
    },
  }),
  doTerminated: action("终止生效", "Terminated", {
    ...system,
    from: terminable,
    to: "TERMINATED",
    input: { docId: text("终止单", "Termination", { max: 64 }), terminated: payload("终止", "Termination") },
  }),
  doVoided: action("作废生效", "Voided", {
    ...system,
    from: voidable,
    to: "VOIDED",
    input: { docId: text("作废单", "Voiding", { max: 64 }), reason: why("原因", "Reason") },
  }),
} as const;

interface Executed {
  readonly orderedAmount: string;
  readonly invoicedAmount: string;
  readonly paidAmount: string;
  readonly receivedAmount: string;
}

/** What has been done under a contract: no change goes below it. */
export const executedOf = (doc: Pick<Executed, "orderedAmount" | "invoicedAmount" | "paidAmount">): string =>
  max(doc.orderedAmount, max(doc.invoicedAmount, doc.paidAmount));

const belowExecuted = (path: string, executed: string, asked: string): Refusal | null => {
  if (cmp(asked, executed) >= 0) return null;
  const text = [
    `变更后金额不得低于已执行金额${trim(executed)}`,
    `The new amount cannot be below ${trim(executed)} already executed`,
  ] as const;
  return refuse("CCT-051", ...text, { fieldErrors: [{ path, code: "CCT-051", text }] });
};

/** What publication and signing write: a draft that is signed again brings its own. */
export const signedKeys = Object.keys(signingFields) as (keyof typeof signingFields)[];

/** How a draft that changes a contract stands to the contract in force. */
export const contractRevision = {
  live: "liveId",
  draft: "draftId",
  number: "version",
  status: "alterStatus",
  reason: "changeReason",
  kept: "changeRows",
  start: "doAlteration",
  open: openDrafts,
  done: "SUPERSEDED",
  shown: ["CONFIRMING", "SUPPLIER_REFUSED", "CONFIRMED", "PUBLISHED", "SIGNING", "SIGNED"],
  codes: {
    fixed: "CCT-091",
    floor: "CCT-051",
    open: "CCT-050",
    draft: "CCT-090",
    none: refuse("CCT-092", "没有进行中的变更", "There is no change in progress"),
  },
  changes: [
    ...(["contractName", "contractType", "ourPartyId", "supplierSiteId", "supplierContactId", "extraParties", "amountMode"] as const),
    ...(["fixedAmount", "fixedTax", "taxIncludedFlag", "amountIncl", "overRunPct", "effectiveDate", "expiryDate"] as const),
    ...(["autoRenewFlag", "renewMonths", "noticeDays", "paymentTermId", "retentionPct", "warrantyMonths", "depositAmount"] as const),
    ...(["assetFlag", "headText", "tailText", "fileIds"] as const),
  ],
  follows: [
    ...([
      "amountExcl",
      "taxAmount",
      "textJson",
      "pdfHash",
      "deviationLevel",
      "sentAt",
      "confirmDue",
      "confirmedBy",
      "confirmedAt",
    ] as const),
    ...(["confirmedIp", "confirmRemark"] as const),
  ],
  fixed: ["orgId", "supplierId", "currency", "templateId"],
  leaves: [
    ...(["orderedAmount", "receivedAmount", "invoicedAmount", "paidAmount", "deductedAmount", "appliedAmount", "effectiveAt"] as const),
    ...(["renewedTimes", "nonRenewFor", "nonRenewReason", "nonRenewSide", "nonRenewAt", "alterTypes", "needSupplierConfirm"] as const),
    ...(["needResign", "terminateStatus", "voidStatus", "assetStatus", "terminateReason", "voidReason", "pdfHash", "sentAt"] as const),
    ...(["confirmDue", "confirmedBy", "confirmedAt", "confirmedIp", "confirmRemark", "refuseReason", "refuseFileIds"] as const),
    ...signedKeys,
  ],
  floors: { amountIncl: (live: Executed, asked: string) => belowExecuted("amountIncl", executedOf(live), asked) },
  lines: {
    items: {
      by: "liveRowId",
      called: ["明细", "Item", "lineNum"],
      changes: [
        ...(["itemId", "itemName", "spec", "uom", "qty", "unitPrice", "unitPriceIncl", "taxRate", "ladderJson", "deliveryDate"] as const),
        ...(["warrantyMonths", "assetFlag"] as const),
      ],
      follows: ["lineNum", "amountExcl", "taxAmount", "amountIncl"],
      leaves: ["orderedQty", "receivedQty", "acceptedQty", "lineStatus"],
      floors: { qty: "orderedQty" },
      gone: "removed",
    },
    stages: {
      by: "liveRowId",
      called: ["付款阶段", "Payment stage", "stageNo"],
      changes: [
        ...(["stageType", "stageName", "stageNameEn", "percent", "amount", "trigger", "dueDays", "dueDate", "needInvoice"] as const),
        ...(["needDocs", "remark"] as const),
      ],
      follows: ["stageNo"],
      leaves: [
        ...(["triggeredAmount", "appliedAmount", "invoicedAmount", "paidAmount", "deductedAmount", "triggeredAt", "dueDateCalc"] as const),
        "stageStatus",
      ],
      floors: { amount: "appliedAmount + deductedAmount" },
      gone: "removed",
    },
    trade: {
      by: [],
      called: ["贸易条款", "Trade terms"],
      changes: Object.keys(tradeFields) as (keyof typeof tradeFields)[],
      gone: "removed",
    },
    clauses: {
      by: "liveRowId",
      called: ["条款", "Clause", "seq"],
      changes: ["seq", "title", "content", "deviationReason"],
      follows: ["termsId", "originText", "editableFlag", "deviationFlag", "fallbackSeq", "deviationLevel", "deviationApprovedBy"],
      gone: "removed",
    },
  },
} as const;

/** On a row of a draft: the row in force it stands for. */
export const liveRow = { liveRowId: text("现行行", "Row in force", { max: 60, computed: true, optional: true, hidden: "all" }) } as const;
