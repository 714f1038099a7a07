import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, pick, qty, ref, text } from "#kernel/field.ts";
import { contractCodes, isSecret, whenFilled } from "../common.ts";
import { ofContract, scopeFields } from "./sees.ts";

const stamp = { computed: true, optional: true } as const;
const figure = (cn: string, en: string) => money(cn, en, { computed: true, initial: "0", currency: "currency" });

/** An amount above nothing, which a form may hold half typed. */
const hasPenalty = (doc: { readonly penaltyAmount: string | null }): boolean => /[1-9]/.test(doc.penaltyAmount ?? "");

/** An open line of an order under the contract, and what becomes of it. */
export const terminationLine = entity("SrmCctTerminationLine", "终止单未完订单行", "Open order line of a termination", {
  fields: {
    orderLineId: text("订单行", "Order line id", { max: 64, computed: true, optional: true, hidden: "all" }),
    orderNum: text("订单号", "Order no.", { max: 60, ...stamp }),
    lineNum: int("行号", "Line", { ...stamp, adds: false }),
    itemName: text("物料", "Item", { max: 500, ...stamp }),
    uom: pick("单位", "UOM", "UOM", stamp),
    openQty: qty("未完数量", "Open", { computed: true, initial: "0" }),
    inTransitQty: qty("在途数量", "In transit", { computed: true, initial: "0" }),
    openAmount: money("未完金额", "Open amount", { computed: true, initial: "0" }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", stamp),
    plan: pick("处理", "What becomes of it", "CCT_ORDER_PLAN", { optional: true }),
  },
  sees: {},
  title: ["orderNum", "lineNum"],
  list: ["orderNum", "lineNum", "itemName", "openQty", "uom", "inTransitQty", "openAmount", "buyerId", "plan"],
  unit: "uom",
  codes: contractCodes,
});

/** The end of a contract before its time: why, from when, what either side still pays, and what becomes of open orders. */
export const termination = entity("SrmCctTermination", "合同终止单", "Contract termination", {
  fields: {
    terminateNum: code("终止单号", "Termination no.", { max: 40, ...stamp }),
    contractId: ref("SrmCctContract", "合同", "Contract", { fixed: "create", pick: { status: ["EFFECTIVE", "SIGNED"], liveId: null } }),
    ...scopeFields,
    kind: pick("终止类型", "Kind", "CCT_TERMINATE_KIND"),
    reason: longtext("终止原因", "Reason", { max: 1000 }),
    effectiveDate: date("终止日", "Ends on", { begins: "today" }),
    currency: pick("币种", "Currency", "CURRENCY", stamp),
    penaltyAmount: money("违约金", "Penalty", { optional: true, least: 0, currency: "currency" }),
    penaltyDirection: pick("违约金方向", "Penalty goes to", "CCT_PENALTY_TO", { optional: true }),
    paidAmount: figure("已付款", "Paid"),
    receivedAmount: figure("已验收收货", "Accepted receipts"),
    backAmount: figure("应退款", "To be paid back"),
    payableAmount: figure("应付款", "Still to pay"),
    claimAmount: figure("我方应收", "Due to us"),
    owedAmount: figure("我方应付", "Due to the supplier"),
    supplierConfirm: pick("供应商确认", "Supplier's answer", "CCT_SUPPLIER_ANSWER", stamp),
    confirmedBy: text("供应商确认人", "Answered by", { max: 120, ...stamp }),
    refuseReason: text("拒绝原因", "Reason for declining", { max: 500, ...stamp }),
    fileIds: files("终止协议或通知", "Agreement or notice", { optional: true, max: 10 }),
    status: pick("状态", "Status", "SrmCctTermination.status", { computed: true }),
  },
  lines: { orders: terminationLine },
  number: ["terminateNum", "ZZ{yyyyMMdd}{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    CONFIRMING: ["待供应商确认", "Awaiting supplier", "waiting"],
    AGREED: ["已商定待终止", "Agreed, ends later", "waiting"],
    DONE: ["已终止", "Terminated", "done"],
  },
  requires: { penaltyDirection: (doc) => hasPenalty(doc) },
  shownWhen: {
    ...whenFilled("supplierConfirm", "confirmedBy", "refuseReason"),
    penaltyDirection: (doc) => hasPenalty(doc),
  },
  unique: [{ fields: ["terminateNum"] }],
  approval: {
    bill: "CCT_TERMINATION",
    closed: isSecret,
    label: ["合同终止", "Contract termination"],
    amount: "penaltyAmount",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    again: ["kind", "effectiveDate", "claimAmount", "owedAmount", "fileIds"],
    summary: ["terminateNum", "contractId", "supplierId", "kind", "reason", "effectiveDate", "penaltyAmount", "claimAmount", "owedAmount"],
  },
  actions: {
    doSupplierConfirm: action("同意终止", "Agree", {
      button: "btnSupplierConfirm",
      who: "supplier",
      from: ["CONFIRMING"],
      tone: "primary",
    }),
    doSupplierRefuse: action("不同意终止", "Decline", {
      button: "btnSupplierRefuse",
      who: "supplier",
      from: ["CONFIRMING"],
      to: "REJECTED",
      tone: "danger",
      input: { answer: text("原因", "Reason", { max: 500 }) },
    }),
    doTakeEffect: action("终止生效", "Take effect", { button: "btnSave", who: "system", quiet: true, from: ["AGREED"] }),
  },
  timed: [{ does: "doTakeEffect", in: ["AGREED"], on: "effectiveDate" }],
  waiting: [
    {
      todo: "CCT_TERMINATE_CONFIRM",
      label: ["确认合同终止", "Confirm termination"],
      route: "contractManage/cctTerminationEdit",
      title: ["请确认终止单{bizNo}", "Answer termination {bizNo}"],
      in: ["CONFIRMING"],
      who: { supplier: "LEGAL" },
      org: "orgId",
      tells: "CCT_TERMINATE_CONFIRM",
      says: (doc) => ({ num: doc["terminateNum"], supplierId: doc["supplierId"] }),
    },
  ],
  sees: {
    internal: ofContract,
    supplier: (me) => ({
      supplierId: me.supplierId ?? "-",
      any: [{ status: ["CONFIRMING", "AGREED", "DONE"] }, { supplierConfirm: "REFUSED" }],
    }),
  },
  shows: {
    supplier: [
      ...(["terminateNum", "contractId", "orgId", "supplierId", "kind", "reason", "effectiveDate", "currency", "penaltyAmount"] as const),
      ...(["penaltyDirection", "paidAmount", "receivedAmount", "backAmount", "payableAmount", "claimAmount", "owedAmount"] as const),
      ...(["supplierConfirm", "confirmedBy", "refuseReason", "fileIds", "status"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT", "REJECTED"],
  title: ["terminateNum", "contractId"],
  list: ["terminateNum", "contractId", "supplierId", "kind", "effectiveDate", "claimAmount", "owedAmount", "currency", "status"],
  search: ["terminateNum", "contractId", "supplierId", "kind", "status", "effectiveDate"],
  order: [["id", "desc"]],
  pages: {
    edit: "contractManage/cctTerminationEdit",
    key: "claimAmount",
    sections: [
      ["终止", "Termination", ["terminateNum", "contractId", "orgId", "supplierId", "ownerId", "kind", "effectiveDate", "reason"]],
      [
        "结算",
        "Settlement",
        [
          ...(["currency", "paidAmount", "receivedAmount", "backAmount", "payableAmount", "penaltyAmount", "penaltyDirection"] as const),
          ...(["claimAmount", "owedAmount"] as const),
        ],
      ],
      ["供应商确认", "Supplier's answer", ["supplierConfirm", "confirmedBy", "refuseReason"]],
    ],
  },
  codes: contractCodes,
});
