import { action, entity } from "#kernel/entity.ts";
import { code, money, pick, rate, ref, text } from "#kernel/field.ts";
import { financeCodes } from "../common.ts";

const stamp = { computed: true, optional: true } as const;

/** The balance of an advance goes to another one: nothing is paid, and nothing of it can be paid again. */
export const carryOver = entity("SrmRcnAdvanceCarryOver", "预付结转", "Advance carry-over", {
  fields: {
    carryNo: code("结转单号", "Carry-over no.", { max: 40, ...stamp }),
    fromAdvanceId: ref("SrmRcnAdvanceApply", "转出预付", "From advance", { fixed: "create", pick: { status: ["PART_PAID", "PAID"] } }),
    toAdvanceId: ref("SrmRcnAdvanceApply", "转入预付", "To advance", { pick: { status: ["APPROVED", "PART_PAID", "PAID"] } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", ...stamp }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", stamp),
    currency: pick("币种", "Currency", "CURRENCY", stamp),
    toCurrency: pick("转入币种", "Target currency", "CURRENCY", stamp),
    amount: money("结转金额", "Amount", { least: 0, currency: "currency" }),
    convertRate: rate("折算率", "Conversion rate", { optional: true }),
    toAmount: money("转入金额", "Target amount", { ...stamp, currency: "toCurrency" }),
    reason: text("原因", "Reason", { max: 500 }),
    status: pick("状态", "Status", "SrmRcnAdvanceCarryOver.status", { computed: true }),
  },
  number: ["carryNo", "AC{yyyyMMdd}{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  holds: { amountAboveZero: ["amount", ">", 0] },
  shownWhen: { convertRate: (doc) => doc.currency !== doc.toCurrency, toAmount: (doc) => doc.currency !== doc.toCurrency },
  approval: {
    bill: "RCN_CARRY_OVER",
    label: ["预付结转", "Advance carry-over"],
    to: "APPROVED",
    amount: "amount",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    again: ["toAdvanceId", "convertRate"],
    summary: ["carryNo", "supplierId", "fromAdvanceId", "toAdvanceId", "amount", "currency", "toAmount", "toCurrency", "reason"],
  },
  actions: {
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      to: "CANCELLED",
      tone: "danger",
    }),
  },
  unique: [{ fields: ["carryNo"] }],
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  title: ["carryNo", "supplierId"],
  list: ["carryNo", "fromAdvanceId", "toAdvanceId", "amount", "currency", "toAmount", "toCurrency", "reason", "status"],
  search: ["carryNo", "fromAdvanceId", "toAdvanceId", "supplierId", "orgId", "status"],
  order: [["id", "desc"]],
  pages: {
    edit: "advanceCarryOverEdit",
    key: "amount",
    sections: [
      [
        "结转",
        "Carry-over",
        [
          ...(["fromAdvanceId", "toAdvanceId", "supplierId", "orgId", "currency", "amount", "toCurrency", "convertRate"] as const),
          ...(["toAmount", "reason"] as const),
        ],
      ],
    ],
  },
  codes: { ...financeCodes, state: ["RCN-018"] },
});
