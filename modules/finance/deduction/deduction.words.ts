import { lookupOf as of, type EventShape, type Informs, type Lookup } from "#kernel/module.ts";

export const deductionLookups: Readonly<Record<string, Lookup>> = {
  RCN_DEDUCT_MODE: of("扣款方式", "Deducted from", "INVOICE_OFFSET 票扣/Off the invoice · PAYMENT_OFFSET 账扣/Off the payment"),
  RCN_APPEAL_DECISION: of(
    "申诉处理",
    "Decision on an appeal",
    "KEEP 维持/Keep · LOWER 降低金额/Lower the amount · WAIVE 撤销扣款/Withdraw the deduction",
  ),
  RCN_OFFSET_OWNER: of("抵扣台账对象", "Owner of an offset posting", "RCN_DEDUCTION 扣款/Deduction · RCN_ADVANCE 预付/Advance"),
};

const about: EventShape["carries"] = {
  id: ["扣款单", "Deduction"],
  num: ["扣款单号", "Deduction no."],
  supplierId: ["供应商", "Supplier"],
  ownerId: ["经办人", "Owner"],
  amount: ["金额", "Amount"],
  currency: ["币种", "Currency"],
};
const how: EventShape["carries"] = { how: ["结果", "Result"], howEn: ["结果（英文）", "Result (English)"], note: ["说明", "Note"] };
const route = `deductionsEdit?id=\${id}`;

/** What people hear of deductions. */
export const deductionEvents: Readonly<Record<string, EventShape>> = {
  RCN_DEDUCTION_PUBLISHED: {
    label: ["扣款待供应商确认", "Deduction to confirm"],
    kind: "TASK",
    carries: { ...about, days: ["答复天数", "Days to answer"], due: ["答复期限", "Answer by"] },
    tells: {
      title: [
        "扣款${num} ${amount}${currency}待确认，${days}天未回复视为同意",
        "Deduction ${num} of ${amount} ${currency}: ${days} days to answer, silence counts as consent",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
  RCN_DEDUCTION_ANSWERED: {
    label: ["供应商已答复扣款", "Deduction answered"],
    kind: "BUSINESS",
    carries: { ...about, ...how },
    tells: {
      title: ["扣款${num}：供应商${how} ${note}", "Deduction ${num}: the supplier ${howEn} ${note}"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "ownerId" }, { resp: "FINANCE" }],
      route,
    },
  },
  RCN_DEDUCTION_DECIDED: {
    label: ["扣款处理结果", "Decision on a deduction"],
    kind: "BUSINESS",
    carries: { ...about, ...how },
    tells: {
      title: ["扣款${num} ${amount}${currency}${how} ${note}", "Deduction ${num} of ${amount} ${currency} ${howEn} ${note}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
};

const ours = { nobody: "A draft of our own people; the supplier hears of it when it is published" } as const;

export const deductionInforms: Informs = {
  SrmRcnDeductions: {
    doCreateContractDeductions: ours,
    doSubmit: ours,
    doApproval: ["RCN_DEDUCTION_PUBLISHED", "DEDUCT_CONFIRM"],
    doSuppConfirm: ["RCN_DEDUCTION_ANSWERED"],
    doSuppAppeal: ["RCN_DEDUCTION_ANSWERED"],
    doAnswerAppeal: ["RCN_DEDUCTION_DECIDED", "RCN_DEDUCTION_PUBLISHED"],
    doCancel: ["RCN_DEDUCTION_DECIDED"],
  },
};
