import { lookupOf as of, type EventShape, type Informs, type Lookup } from "#kernel/module.ts";

export const advanceLookups: Readonly<Record<string, Lookup>> = {
  RCN_COLLECT_REASON: of(
    "预付收回原因",
    "Reason of a collection",
    "PO_CANCEL 订单取消/Order cancelled · OVERPAID 多付/Overpaid · QUIT 供应商退出/Supplier exit",
  ),
  RCN_PAY_DIRECTION: of("收付方向", "Direction", "OUT 付出/Paid out · IN 收回/Received"),
  RCN_PAY_OWNER: of(
    "付款归属",
    "Owner of a bank entry",
    "PAYMENT_APPLY 付款申请/Payment request · ADVANCE 预付/Advance · COLLECT 预付收回/Advance collection · DEPOSIT 保证金/Tender deposit · CLAIM 索赔收款/Cash claim",
  ),
  RCN_PAY_SOURCE: of("付款来源", "Source of an allocation", "STAGE 付款阶段/Payment stage · ADVANCE 预付/Advance"),
};

const about: EventShape["carries"] = {
  id: ["预付单", "Advance"],
  num: ["预付单号", "Advance no."],
  supplierId: ["供应商", "Supplier"],
  ownerId: ["经办人", "Owner"],
};
const money: EventShape["carries"] = { amount: ["金额", "Amount"], currency: ["币种", "Currency"], flow: ["银行流水", "Bank entry"] };
const route = `advanceApplyEdit?id=\${id}`;

/** What people hear of advances and bank entries. */
export const advanceEvents: Readonly<Record<string, EventShape>> = {
  RCN_PAID: {
    label: ["已付款", "Paid"],
    kind: "BUSINESS",
    carries: { ...about, ...money },
    tells: {
      title: ["已付款${amount}${currency}，流水${flow}", "${amount} ${currency} paid, bank entry ${flow}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }, { value: "ownerId" }],
      route,
    },
  },
  RCN_PAYMENT_REVERSED: {
    label: ["付款已冲销", "Payment reversed"],
    kind: "BUSINESS",
    carries: {
      id: ["付款流水", "Bank entry"],
      num: ["付款流水号", "Entry no."],
      supplierId: ["供应商", "Supplier"],
      ...money,
      reason: ["原因", "Reason"],
    },
    tells: {
      title: ["流水${flow}的${amount}${currency}已冲销：${reason}", "${amount} ${currency} of bank entry ${flow} reversed: ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }, { resp: "FINANCE" }],
      route: `rcnPaymentDetailList?id=\${id}`,
    },
  },
  RCN_ADVANCE_OVERDUE: {
    label: ["预付超期未核销", "Advance not recovered in time"],
    kind: "WARNING",
    carries: { ...about, balance: ["余额", "Balance"] },
    tells: {
      title: ["预付${num}余额${balance}超期未核销", "Advance ${num}: ${balance} not recovered in time"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "ownerId" }, { resp: "FINANCE" }],
      route,
    },
  },
  RCN_BANK_CHANGED: {
    label: ["收款账户近期变更", "Payee account changed recently"],
    kind: "WARNING",
    carries: { ...about, changed: ["变更日", "Changed on"] },
    tells: {
      title: [
        "预付${num}的收款账户于${changed}变更，请电话核实",
        "The payee account of advance ${num} was changed on ${changed}; verify it by phone",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "FINANCE" }, { resp: "FINANCE_MANAGER" }],
      route,
    },
  },
};

const ours = { nobody: "The supplier sees an advance from its approval on, and hears of it when it is paid" } as const;

export const advanceInforms: Informs = {
  SrmRcnAdvanceApply: {
    doSubmit: ours,
    doApproval: ours,
    doRegisterPayment: ["RCN_PAID"],
    doCarryOver: { nobody: "Moves a balance between our own documents; the supplier sees both" },
    doCollect: { nobody: "Goes to approval first; the money itself is asked for outside the product" },
    doClose: ours,
    doCancel: { nobody: "Nothing was paid on it" },
  },
  SrmRcnPaymentDetail: { doReverse: ["RCN_PAYMENT_REVERSED"] },
};
