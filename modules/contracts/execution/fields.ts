import { date, datetime, int, money, pick, qty, text } from "#kernel/field.ts";
import { whenFilled } from "../common.ts";
import { contractLedger, itemLedger, stageLedger } from "./contract.ledger.ts";
import { sum } from "#kernel/decimal.ts";
import { itemLimitOf, orderLimitOf, payLimitOf, stageLimitOf } from "./limits.ts";

const stamp = { computed: true, optional: true } as const;

/** What the execution of a contract keeps on the contract, on its items and on its stages. */
export const executionFields = {
  ...contractLedger.fields,
  appliedAmount: money("已申请付款", "Requested", { computed: true, initial: "0", currency: "currency" }),
  orderLimit: money("可下单上限", "Order limit", { ...stamp, currency: "currency" }),
  payLimit: money("可付款上限", "Payment limit", { ...stamp, currency: "currency" }),
  effectiveAt: datetime("生效时间", "In force since", stamp),
  renewedTimes: int("已续期次数", "Renewals", { computed: true, initial: 0, adds: false }),
  nonRenewFor: date("不续期的到期日", "Not renewed after", stamp),
  nonRenewReason: text("不续期原因", "Reason for not renewing", { ...stamp, max: 500 }),
  nonRenewSide: pick("不续期提出方", "Not renewed by", "CCT_SIDE", stamp),
  nonRenewAt: datetime("不续期通知时间", "Notice given at", stamp),
} as const;
export const itemExecutionFields = {
  ...itemLedger.fields,
  orderLimitQty: qty("可下单数量上限", "Order limit", { ...stamp, hidden: "all" }),
} as const;
export const stageExecutionFields = {
  ...stageLedger.fields,
  limitAmount: money("可申请上限", "Payment limit", { ...stamp, hidden: "all" }),
  triggeredAt: datetime("触发时间", "Triggered at", stamp),
  dueDateCalc: date("应付日", "Due on", stamp),
  stageStatus: pick("阶段状态", "Stage status", "CCT_STAGE_STATUS", { computed: true, initial: "WAIT" }),
} as const;

interface Whole {
  readonly stages: readonly { readonly appliedAmount: string | null }[];
}

/** The limits of the ledgers, and what was asked for over all stages. */
export const executionComputes = {
  orderLimit: orderLimitOf,
  payLimit: payLimitOf,
  appliedAmount: ({ stages }: Whole) => sum(stages.map((stage) => stage.appliedAmount ?? "0")),
};
export const itemComputes = { orderLimitQty: itemLimitOf };
export const stageComputes = { limitAmount: stageLimitOf };

/** What has something to say only once it happened. */
export const executionShown = {
  renewedTimes: (doc: { readonly renewedTimes: number }) => doc.renewedTimes > 0,
  ...whenFilled("effectiveAt", "nonRenewFor", "nonRenewReason", "nonRenewSide", "nonRenewAt"),
};

/** What is asked for and paid in one action is judged by what it leaves. */
export const stageHolds = { ...stageLedger.holds, paidWithinRequested: ["paidAmount", "<=", "appliedAmount"] } as const;
export const executionHolds = { ...contractLedger.holds, withinPayment: ["appliedAmount", "<=", "payLimit"] } as const;
