import { action } from "#kernel/entity.ts";
import { date, files, longtext, payload, qty, rows, text, yn, int } from "#kernel/field.ts";

const system = { button: "btnSave", who: "system", quiet: true } as const;
const reason = longtext("原因", "Reason", { max: 500 });
const lineIds = payload("订单行", "Lines", { optional: true, hint: ["留空为全部行", "Empty: all lines"] });
const releaseToReq = yn("退回需求", "Return to requisition", { optional: true });

type Shown = Readonly<Record<string, unknown>>;
const rowsOf = (of: Shown, key: string): readonly Shown[] => (Array.isArray(of[key]) ? (of[key] as Shown[]) : []);
/** Does a delivery row stand so? A row of a list has no lines: there the order's own figure tells. */
const hasRow = (doc: Shown, states: readonly string[]): boolean =>
  Array.isArray(doc["lines"])
    ? rowsOf(doc, "lines").some((line) => rowsOf(line, "deliveries").some((row) => states.includes(String(row["confirmStatus"]))))
    : states.includes(String(doc["confirmStatus"]));
const hasEndedLine = (doc: Shown): boolean =>
  ["COMPLETED", "CLOSED"].includes(String(doc["status"])) ||
  rowsOf(doc, "lines").some((line) => ["COMPLETED", "CLOSED"].includes(String(line["lineStatus"])));

/** Some delivery rows, each as the caller read it. */
const named = {
  deliveryId: text("计划行", "Schedule", { max: 64 }),
  versionNum: int("版本", "Version", { optional: true }),
};

const approvalFacts = {
  approve: "doApproval",
  reject: "doReject",
  withdraw: "doWithdraw",
  amount: "amountIncl",
  currency: "currency",
  rate: { field: "exchangeRate", day: "orderDate" },
  org: "orgId",
  category: "categoryId",
  supplier: "supplierId",
  summary: [
    ...[
      "orderNum",
      "orderType",
      "supplierId",
      "orgId",
      "buyerId",
      "amountExcl",
      "amountIncl",
      "currency",
      "exchangeRate",
      "rateNote",
      "paymentTermId",
    ],
    ...["deliveryMode", "priceException", "aslException", "planException", "exceptionNote", "changeSummary"],
  ],
} as const;

/** A draft revision is approved as a change, everything else as an order. */
export const askingFor = (doc: { readonly liveId?: unknown }): "doAskChange" | "doAskApproval" =>
  doc.liveId ? "doAskChange" : "doAskApproval";

/** The way of an order from draft to approval. */
const approving = {
  doSubmit: action("提交审批", "Submit", {
    button: "btnSubmit",
    who: "internal",
    from: ["DRAFT", "REJECTED"],
    submits: askingFor,
    tone: "primary",
    batch: "each",
  }),
  doAskApproval: action("送审", "Send for approval", {
    button: "btnSubmit",
    who: "system",
    from: ["DRAFT", "REJECTED"],
    to: "APPROVING",
    quiet: true,
    approval: { bill: "PUR_ORDER", label: ["采购订单", "Purchase order"], ...approvalFacts },
  }),
  doAskChange: action("变更送审", "Submit change", {
    button: "btnSubmit",
    who: "system",
    from: ["DRAFT", "REJECTED"],
    to: "APPROVING",
    quiet: true,
    approval: { bill: "PUR_ORDER_CHANGE", label: ["采购订单变更", "Purchase order change"], ...approvalFacts },
  }),
  doApproval: action("批准", "Approve", { button: "btnApproval", who: "system", from: ["APPROVING"], to: "APPROVED", quiet: true }),
  doReject: action("驳回", "Reject", { button: "btnReject", who: "system", from: ["APPROVING"], to: "REJECTED", quiet: true }),
  doWithdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "system", from: ["APPROVING"], to: "DRAFT", quiet: true }),
} as const;

/** What supplier and buyer agree about dates and quantities. */
const agreeing = {
  doPublish: action("发布", "Publish", {
    button: "btnPublish",
    who: "internal",
    from: ["APPROVED", "REFUSED"],
    to: "PUBLISHED",
    tone: "primary",
    batch: "each",
  }),
  doSupplierDeliveryConfirm: action("确认", "Confirm", {
    button: "btnSupplierConfirm",
    who: "supplier",
    from: ["PUBLISHED", "CONFIRMED"],
    tone: "primary",
    input: {
      rows: rows(
        "计划行",
        "Schedules",
        { ...named, promiseDate: date("承诺日期", "Promise date", { optional: true }) },
        { optional: true, hint: ["留空为全部待确认行", "Empty: all pending"] },
      ),
    },
  }),
  doSupplierDeliveryPropose: action("提议", "Propose", {
    button: "btnSupplierPropose",
    who: "supplier",
    from: ["PUBLISHED", "CONFIRMED"],
    input: {
      deliveryId: named.deliveryId,
      /** The version of the row; the envelope's is the order's. */
      rowVersion: named.versionNum,
      parts: rows("提议", "Parts", { qty: qty("数量", "Quantity", { least: 0 }), promiseDate: date("日期", "Date") }),
      reason: longtext("原因", "Reason", { max: 500, optional: true }),
    },
  }),
  doSupplierRefuse: action("拒绝", "Decline", {
    button: "btnSupplierRefuse",
    who: "supplier",
    from: ["PUBLISHED"],
    tone: "danger",
    input: { rows: rows("计划行", "Schedules", named, { optional: true, hint: ["留空为整单", "Empty: the whole order"] }), reason },
  }),
  doBuyerDeliveryConfirm: action("接受提议", "Accept proposal", {
    button: "btnBuyerConfirm",
    who: "internal",
    offered: (doc) => doc["confirmStatus"] === "PROPOSED",
    from: ["PUBLISHED", "CONFIRMED"],
    tone: "primary",
    input: {
      rows: rows("计划行", "Schedules", { ...named, buyerCausedFlag: yn("采购方原因", "Caused by buyer", { optional: true }) }),
    },
  }),
  doBuyerReject: action("驳回提议", "Reject proposal", {
    button: "btnBuyerReject",
    who: "internal",
    offered: (doc) => hasRow(doc, ["PROPOSED", "REFUSED"]),
    from: ["PUBLISHED", "CONFIRMED"],
    tone: "danger",
    input: { rows: rows("计划行", "Schedules", named), reason },
  }),
  doAttachSigned: action("上传回签文件", "Attach signed copy", {
    button: "btnUploadAttachment",
    who: "supplier",
    from: ["PUBLISHED", "CONFIRMED", "CHANGING", "COMPLETED", "CLOSED"],
    input: { signed: files("回签文件", "Signed copy", { max: 10, optional: true, hint: ["留空为撤下", "Empty: remove"] }) },
  }),
  doUrge: action("催交", "Remind", {
    button: "btnUrge",
    who: "internal",
    from: ["PUBLISHED", "CONFIRMED", "CHANGING"],
    batch: "each",
    input: {
      rows: rows("计划行", "Schedules", named, { optional: true }),
      message: longtext("催交内容", "Message", { max: 1000, optional: true }),
    },
  }),
} as const;

const beforeEnd = ["DRAFT", "REJECTED", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED"] as const;

/** Changing an order that is on its way, and ending it. */
const ending = {
  doChange: action("变更", "Change", {
    button: "btnChange",
    who: "internal",
    from: ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "COMPLETED", "CLOSED"],
    to: "CHANGING",
    input: { reason: longtext("变更原因", "Reason", { max: 500, optional: true }) },
  }),
  doCancelChange: action("放弃变更", "Discard change", {
    button: "btnCancelChange",
    who: "internal",
    offered: (doc) => Boolean(doc["changeId"] ?? doc["liveId"]),
    from: ["CHANGING", "DRAFT", "REJECTED"],
    tone: "danger",
  }),
  doCancel: action("取消", "Cancel", {
    button: "btnCancel",
    who: "internal",
    from: beforeEnd,
    tone: "danger",
    input: { lineIds, reason, releaseToReq, side: text("取消方", "Side", { max: 10, optional: true }) },
  }),
  doClose: action("关闭", "Close", {
    button: "btnClose",
    who: "internal",
    from: ["PUBLISHED", "CONFIRMED", "REFUSED"],
    tone: "danger",
    batch: "each",
    input: { lineIds, reason, releaseToReq, side: text("关闭方", "Side", { max: 10, optional: true }) },
  }),
  doOpenLine: action("打开行", "Open line", {
    button: "btnOpenLine",
    who: "internal",
    offered: (doc) => hasEndedLine(doc),
    from: ["PUBLISHED", "CONFIRMED", "REFUSED", "COMPLETED", "CLOSED"],
    input: { lineIds, reason: longtext("原因", "Reason", { max: 500, optional: true }) },
  }),
} as const;

/** What other documents and the clock do to an order. */
const quiet = {
  doPost: action("过账", "Post", {
    ...system,
    from: ["PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
    input: { postings: payload("过账", "Postings") },
  }),
  doUseCaps: action("更新限额占用", "Cap usage", {
    ...system,
    from: ["APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
  }),
  doRebuild: action("重建计数", "Rebuild a counter", {
    ...system,
    from: ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
    input: { ownerId: text("对象", "Owner", { max: 64 }), bucket: text("科目", "Bucket", { max: 30 }) },
  }),
  doRevise: action("变更生效", "Revise", { ...system, from: ["CHANGING"], input: { draftId: text("变更稿", "Draft", { max: 64 }) } }),
  doEnterLines: action("变更加行", "Enter lines", {
    ...system,
    from: ["PUBLISHED", "CONFIRMED", "APPROVED", "COMPLETED", "CLOSED"],
    input: { draftId: text("变更稿", "Draft", { max: 64 }), entries: payload("新行", "Lines") },
  }),
  doChangeDecided: action("变更状态", "Change state", {
    ...system,
    from: ["CHANGING"],
    input: { changeStatus: text("变更状态", "Change state", { max: 20 }) },
  }),
  doDigest: action("交期汇总", "Due digest", {
    ...system,
    from: ["PUBLISHED", "CONFIRMED", "CHANGING"],
    loads: "row",
    input: {
      n: text("将到期", "Due", { max: 10 }),
      m: text("逾期", "Overdue", { max: 10 }),
      late: text("严重逾期", "Long overdue", { max: 10 }),
    },
  }),
  doWarnStale: action("草稿提醒", "Warn of draft", { ...system, from: ["DRAFT", "REJECTED"], loads: "row" }),
  doAutoConfirm: action("默认确认", "Confirm automatically", { ...system, from: ["PUBLISHED"] }),
  doRemind: action("提醒确认", "Remind to confirm", { ...system, from: ["PUBLISHED"] }),
} as const;

export const orderActions = { ...approving, ...agreeing, ...ending, ...quiet };
