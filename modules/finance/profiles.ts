import type { Profiles } from "#kernel/module.ts";

const amount = (cn: string, en: string, initial: string) =>
  ({ module: "RCN", label: [cn, en], type: "DECIMAL", initial, least: "0" }) as const;
const days = (cn: string, en: string, initial: string, most = "3650") =>
  ({ module: "RCN", label: [cn, en], type: "INT", initial, least: "0", most }) as const;

/** What a company decides about reconciliation, invoices and payments, for each organisation where it wants. */
export const financeProfiles: Profiles = {
  RCN_TAX_LEVEL: { module: "RCN", label: ["税额口径", "Tax level"], type: "LOOKUP", lookup: "RCN_TAX_LEVEL", initial: "LINE" },
  RCN_TOL_EX: amount("匹配容差(不含税)", "Match tolerance, net", "1.00"),
  RCN_TOL_TAX: amount("匹配容差(税额)", "Match tolerance, tax", "1.00"),
  RCN_TOL_INC: amount("匹配容差(含税)", "Match tolerance, gross", "1.00"),
  RCN_TOL_MONTH: amount("月度尾差上限", "Differences of a month at most", "10.00"),
  RCN_MATCH_DETAIL: { module: "RCN", label: ["按明细行匹配", "Match by line"], type: "YN", initial: "N" },
  RCN_STMT_START: {
    module: "RCN",
    label: ["对账单发起方", "Who may start statements"],
    type: "LOOKUP",
    lookup: "RCN_STMT_START",
    initial: "BOTH",
  },
  RCN_STMT_AUTO_DAY: {
    module: "RCN",
    label: ["自动生成对账单日", "Day statements are generated"],
    type: "INT",
    initial: "1",
    least: "1",
    most: "31",
  },
  RCN_STMT_CUTOFF: {
    module: "RCN",
    label: ["对账截止日(0为月末)", "Cut-off day of statements (0: end of month)"],
    type: "INT",
    initial: "0",
    least: "0",
    most: "28",
  },
  RCN_STMT_AUTO_CONFIRM_DAYS: days("对账单自动确认天数(0为关闭)", "Days until a statement is confirmed automatically (0: off)", "0", "90"),
  RCN_ADJUST_LIMIT: amount("调整金额审批上限", "Adjustments above this need further approval", "500.00"),
  RCN_ADV_CAP: {
    module: "RCN",
    label: ["预付比例上限%", "Advance limit in % of the order"],
    type: "DECIMAL",
    initial: "30",
    least: "0",
    most: "100",
  },
  RCN_DED_CONFIRM_DAYS: days("扣款确认天数", "Days to answer a deduction", "7", "90"),
  RCN_DED_APPEAL_ROUNDS: days("扣款申诉轮次", "Appeals against a deduction", "1", "9"),
  RCN_INV_MAX_AGE: days("发票有效天数", "Days a tax invoice may be old", "360"),
  RCN_PAY_ACCOUNT_COOL: days("收款账户变更观察天数", "Days of checks after a bank account changed", "30", "365"),
};
