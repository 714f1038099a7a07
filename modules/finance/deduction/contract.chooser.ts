import type { Chooser } from "#kernel/chooser.ts";
import { date, money, pick, ref, text } from "#kernel/field.ts";

const optional = { optional: true } as const;

/** What a contract gives to deduct: fees that come back, and the penalty of a termination. */
export const contractDeductions: Chooser = {
  list: "listContractDeductions",
  preview: "previewContractDeductions",
  sources: { REFUND: ["模具/样品费返还", "Mould or sample refund"], PENALTY: ["终止违约金", "Penalty of a termination"] },
  columns: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { ...optional, merging: "carry" }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", optional),
    currency: pick("币种", "Currency", "CURRENCY", optional),
    happenDate: date("发生日", "Happened on", optional),
    amount: money("应扣金额", "To deduct", { ...optional, currency: "currency" }),
    reason: text("原因", "Reason", { max: 500, ...optional }),
  },
  heads: [["合同", "Contract"], "contractNum", "sourceNo"],
  groups: ["sourceNo"],
  left: null,
  filters: {
    contractId: ref("SrmCctContract", "合同", "Contract", optional),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { ...optional, merging: "carry" }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", optional),
  },
  empty: ["没有可扣的合同违约金或费用返还。", "No contract has a penalty or a refund to deduct."],
};
