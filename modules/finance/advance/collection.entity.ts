import { action, entity } from "#kernel/entity.ts";
import { code, date, files, money, pick, ref, text } from "#kernel/field.ts";
import { financeCodes } from "../common.ts";

const stamp = { computed: true, optional: true } as const;

/** A supplier pays an unused advance back. */
export const collection = entity("SrmRcnCollectAdvance", "预付收回", "Advance collection", {
  fields: {
    collectNo: code("收回单号", "Collection no.", { max: 40, ...stamp }),
    advanceId: ref("SrmRcnAdvanceApply", "预付单", "Advance", { fixed: "create", pick: { status: ["PART_PAID", "PAID"] } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", ...stamp }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", stamp),
    currency: pick("币种", "Currency", "CURRENCY", stamp),
    amount: money("应收金额", "Amount", { least: 0, currency: "currency" }),
    expectDate: date("预计日", "Expected on"),
    collectReason: pick("原因", "Reason", "RCN_COLLECT_REASON", { initial: "PO_CANCEL" }),
    receivedAmount: money("实收金额", "Received", { computed: true, initial: "0", least: 0, currency: "currency" }),
    paymentDetailId: ref("SrmRcnPaymentDetail", "收款流水", "Bank entry", stamp),
    status: pick("状态", "Status", "SrmRcnCollectAdvance.status", { computed: true }),
  },
  number: ["collectNo", "CA{yyyyMMdd}{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["待收", "To receive", "waiting"],
    RECEIVED: ["已收", "Received", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  holds: { amountAboveZero: ["amount", ">", 0], receivedWithin: ["receivedAmount", "<=", "amount"] },
  shownWhen: { paymentDetailId: (doc) => Boolean(doc.paymentDetailId) },
  approval: {
    bill: "RCN_COLLECT",
    label: ["预付收回", "Advance collection"],
    to: "APPROVED",
    amount: "amount",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    again: ["expectDate", "collectReason"],
    summary: ["collectNo", "supplierId", "advanceId", "amount", "currency", "expectDate", "collectReason"],
  },
  actions: {
    doRegisterReceipt: action("登记收款", "Register receipt", {
      button: "btnRegisterPay",
      who: "internal",
      from: ["APPROVED"],
      tone: "primary",
      input: {
        payDate: date("收款日", "Received on", { begins: "today" }),
        received: money("收款金额", "Amount received", { least: 0 }),
        bankAccountFrom: text("收款银行账户", "Received on account", { max: 60 }),
        bankFlowNo: text("银行流水号", "Bank entry no.", { max: 60 }),
        voucherNo: text("凭证号", "Voucher no.", { max: 40, optional: true }),
        slipIds: files("银行回单", "Bank slip", { optional: true, max: 5 }),
      },
    }),
    doUnreceive: action("收款冲销", "Receipt reversed", {
      button: "btnSave",
      who: "system",
      quiet: true,
      from: ["APPROVED", "RECEIVED"],
      input: { detailId: text("收款流水", "Bank entry", { max: 64 }), amount: money("金额", "Amount") },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "REJECTED", "APPROVED"],
      tone: "danger",
    }),
  },
  unique: [{ fields: ["collectNo"] }],
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  title: ["collectNo", "supplierId"],
  list: ["collectNo", "advanceId", "amount", "receivedAmount", "currency", "expectDate", "collectReason", "status"],
  search: ["collectNo", "advanceId", "supplierId", "orgId", "expectDate", "status"],
  order: [["id", "desc"]],
  pages: {
    edit: "collectAdvanceEdit",
    key: "amount",
    sections: [
      [
        "收回",
        "Collection",
        [
          ...(["advanceId", "supplierId", "orgId", "currency", "amount", "expectDate", "collectReason", "receivedAmount"] as const),
          "paymentDetailId",
        ],
      ],
    ],
  },
  codes: { ...financeCodes, state: ["RCN-018"] },
});
