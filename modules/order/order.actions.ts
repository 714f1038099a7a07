import { action } from "#kernel/entity.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { date, files, longtext, payload, qty, ref, rows, text, yn, int } from "#kernel/field.ts";
import { changeReason, revisionActions } from "#kernel/revision.ts";

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

/** A draft revision is approved as a change, everything else as an order. */
export const askingFor = (doc: { readonly liveId?: unknown }): "doAskChange" | "doAskApproval" =>
  doc.liveId ? "doAskChange" : "doAskApproval";

const approvalFacts = {
  to: "APPROVED",
  submit: { label: ["提交审批", "Submit"], submits: askingFor, batch: "each" },
  amount: "amountIncl",
  currency: "currency",
  rate: { field: "exchangeRate", day: "orderDate" },
  org: "orgId",
  category: "categoryId",
  supplier: "supplierId",
  summary: [
    ...(["orderNum", "orderType", "supplierId", "orgId", "buyerId", "amountExcl", "amountIncl", "currency"] as const),
    ...(["exchangeRate", "rateNote", "paymentTermId", "deliveryMode", "priceException", "aslException"] as const),
    ...(["planException", "exceptionNote", "changeSummary"] as const),
  ],
} as const;

/** The way of an order, and of a change of it, from draft to approval. */
export const orderApprovals = [
  { bill: "PUR_ORDER", label: ["采购订单", "Purchase order"], ask: { name: "doAskApproval" }, ...approvalFacts },
  {
    bill: "PUR_ORDER_CHANGE",
    label: ["采购订单变更", "Purchase order change"],
    ask: { name: "doAskChange", label: ["变更送审", "Submit change"] },
    ...approvalFacts,
  },
] as const;

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

const changing = revisionActions({
  from: ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "COMPLETED", "CLOSED"],
  to: "CHANGING",
  discardFrom: ["CHANGING", "DRAFT", "REJECTED"],
  input: { reason: changeReason({ optional: true }) },
});

/** Changing an order that is on its way, and ending it. */
const ending = {
  ...changing,
  doCancelChange: { ...changing.doCancelChange, offered: (doc: Shown) => Boolean(doc["changeId"] ?? doc["liveId"]) },
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

/** A contract made of the order. */
const contracting = {
  doCreateContract: action("生成合同", "Create contract", {
    button: "btnCreateContract",
    who: "internal",
    offered: (doc) => !doc["liveId"],
    from: ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED"],
    input: { templateId: ref("SrmCctTemplate", "合同模板", "Contract template", { pick: { status: "APPROVED" } }) },
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
  doUseContract: action("更新合同用量", "Contract usage", {
    ...system,
    from: ["APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
  }),
  doRebuild: {
    ...ledgerActions.doRebuild,
    from: ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED", "CANCELLED"],
  },
  doEnterLines: action("变更加行", "Enter lines", {
    ...system,
    from: ["PUBLISHED", "CONFIRMED", "APPROVED", "COMPLETED", "CLOSED"],
    input: { draftId: text("变更稿", "Draft", { max: 64 }), entries: payload("新行", "Lines") },
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
  doAutoConfirm: action("默认确认", "Confirm automatically", { ...system, from: ["PUBLISHED"] }),
} as const;

export const orderActions = { ...agreeing, ...ending, ...contracting, ...quiet };
