import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, files, money, pick, rate, ref, text } from "#kernel/field.ts";
import { financeCodes } from "../common.ts";

const computed = { computed: true } as const;
const stamp = { computed: true, optional: true } as const;

/** What of a bank entry is for which stage of an invoice or which advance. */
export const paymentSource = entity("SrmRcnPaymentSourceDetail", "付款来源明细", "Allocation of a payment", {
  fields: {
    sourceType: pick("来源类型", "Source", "RCN_PAY_SOURCE", computed),
    stageId: anyId("付款阶段", "Payment stage", { max: 64, ...stamp, hidden: "all" }),
    advanceId: ref("SrmRcnAdvanceApply", "预付单", "Advance", stamp),
    amount: money("分配金额", "Allocated", { ...computed, initial: "0" }),
    baseAtInvoiceRate: money("原汇率本位币", "Base at the former rate", stamp),
    baseAtPayRate: money("付款汇率本位币", "Base at the payment's rate", stamp),
    exchangeDiff: money("汇兑差", "Exchange difference", stamp),
  },
  sees: {},
  shows: { supplier: ["sourceType", "advanceId", "amount"] },
  title: ["sourceType"],
  list: ["sourceType", "advanceId", "amount", "baseAtInvoiceRate", "baseAtPayRate", "exchangeDiff"],
  codes: financeCodes,
});

/** Money that left the bank or came back, as it is registered once: a reversal keeps the entry and mirrors its parts. */
export const paymentDetail = entity("SrmRcnPaymentDetail", "付款明细", "Bank entry", {
  fields: {
    detailNo: code("付款流水号", "Entry no.", { max: 40, ...stamp }),
    direction: pick("方向", "Direction", "RCN_PAY_DIRECTION", computed),
    ownerType: pick("归属单据", "Owner", "RCN_PAY_OWNER", computed),
    ownerId: anyId("单据", "Document", { max: 64, ...computed, hidden: "all" }),
    ownerNum: text("单据号", "Document no.", { max: 60, ...stamp }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", ...computed }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", computed),
    payDate: date("付款日", "Paid on", computed),
    amount: money("金额", "Amount", { ...computed, initial: "0", least: 0, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", computed),
    exchangeRate: rate("汇率", "Rate", stamp),
    baseAmount: money("本位币", "Base amount", { ...computed, initial: "0" }),
    payMethod: pick("付款方式", "Method", "PAYMENT_METHOD", computed),
    bankAccountFrom: text("付款账户", "Paid from account", { max: 60, ...computed }),
    supplierAccountId: ref("SrmSupAccount", "收款账户", "Payee account", stamp),
    bankFlowNo: text("银行流水号", "Bank entry no.", { max: 60, ...computed }),
    voucherNo: text("凭证号", "Voucher no.", { max: 40, ...stamp }),
    fileIds: files("银行回单", "Bank slip", { max: 5, ...stamp }),
    reverseReason: text("冲销原因", "Reason for reversal", { max: 500, ...stamp }),
    reverseDate: date("冲销日", "Reversed on", stamp),
    reversedAt: datetime("冲销时间", "Reversed at", stamp),
    status: pick("状态", "Status", "SrmRcnPaymentDetail.status", computed),
  },
  lines: { sources: paymentSource },
  number: ["detailNo", "PD{yyyyMMdd}{0001}"],
  states: { REGISTERED: ["已登记", "Registered", "done"], REVERSED: ["已冲销", "Reversed", "ended"] },
  shownWhen: {
    reverseReason: (doc) => doc.status === "REVERSED",
    reverseDate: (doc) => doc.status === "REVERSED",
    reversedAt: (doc) => doc.status === "REVERSED",
  },
  actions: {
    doReverse: action("冲销", "Reverse", {
      button: "btnReversePay",
      who: "internal",
      from: ["REGISTERED"],
      to: "REVERSED",
      tone: "danger",
      confirm: ["冲销后该银行流水号不能再登记，确定吗？", "The bank entry number cannot be registered again after a reversal. Continue?"],
      input: {
        reason: text("冲销原因", "Reason", { max: 500 }),
        reverseOn: date("冲销日", "Reversed on", { begins: "today" }),
      },
    }),
  },
  unique: [
    { fields: ["detailNo"] },
    { fields: ["bankAccountFrom", "bankFlowNo"], code: "RCN-015", text: ["银行流水已登记", "The bank entry is already registered"] },
  ],
  sees: { internal: (me) => ({ orgId: me.orgs }), supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: [
      ...(["detailNo", "direction", "ownerType", "ownerNum", "supplierId", "orgId", "payDate", "amount", "currency", "payMethod"] as const),
      ...(["supplierAccountId", "bankFlowNo", "reverseDate", "status"] as const),
    ],
  },
  title: ["detailNo", "supplierId"],
  list: [
    ...(["detailNo", "direction", "ownerType", "ownerNum", "supplierId", "orgId", "payDate", "amount", "currency", "payMethod"] as const),
    ...(["bankAccountFrom", "bankFlowNo", "status"] as const),
  ],
  search: [
    ...(["detailNo", "direction", "ownerType", "ownerNum", "supplierId", "orgId", "payDate", "currency", "bankAccountFrom"] as const),
    ...(["bankFlowNo", "status"] as const),
  ],
  order: [["id", "desc"]],
  pages: { list: "rcnPaymentDetailList", key: "amount" },
  codes: { ...financeCodes, state: ["RCN-018"] },
});
