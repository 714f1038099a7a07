import { add, cmp, isZero, trim } from "#kernel/decimal.ts";
import { money, qty } from "#kernel/field.ts";
import { ledger, type Over } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";

const balance = { computed: true, initial: "0", least: 0 } as const;
/** Amounts of what other documents come to: a correction may pass below zero for a moment. */
const signed = { computed: true, initial: "0" } as const;

const names = {
  ORDER: ["下单", "Ordered"],
  RECEIVE: ["收货", "Received"],
  ACCEPT: ["验收", "Accepted"],
  INVOICE: ["开票", "Invoiced"],
  PAY: ["付款", "Paid"],
  DEDUCT: ["扣款", "Deducted"],
  TRIGGER: ["触发", "Triggered"],
  RESERVE: ["申请付款", "Payment requested"],
  CONFIRM: ["付款", "Paid"],
  RELEASE: ["释放", "Released"],
  RETURN: ["退款", "Payment returned"],
} as const satisfies Readonly<Record<string, Text>>;

/** More than the contract has left for orders. */
export const overContract = ({ left }: Pick<Over, "left">): Refusal => {
  const rest = left.startsWith("-") ? "0" : trim(left);
  return refuse("CCT-061", `下单金额超过合同可用额度${rest}`, `The order exceeds the contract balance of ${rest}`, {
    data: { left: rest },
  });
};

/** More than an item of the contract has left for orders. */
export const overItem = (
  { left }: Pick<Over, "left">,
  item: { readonly lineNum: number | null; readonly itemName: string | null },
): Refusal => {
  const rest = left.startsWith("-") ? "0" : trim(left);
  return refuse(
    "CCT-061",
    `合同第${item.lineNum ?? ""}行${item.itemName ?? ""}可下单数量仅剩${rest}`,
    `Only ${rest} of contract line ${item.lineNum ?? ""} ${item.itemName ?? ""} can still be ordered`,
    { data: { left: rest } },
  );
};

/** More than a stage has left for payments. */
export const overStage = ({ left }: Pick<Over, "left">): Refusal => {
  const rest = left.startsWith("-") ? "0" : trim(left);
  return refuse("CCT-060", `付款阶段可用金额不足，剩余${rest}`, `The payment stage has only ${rest} left`, { data: { left: rest } });
};

/** What a contract came to: ordered, received, invoiced, paid and deducted, in its own currency and including tax. */
export const contractLedger = ledger("CCT_CONTRACT", "合同执行", "Contract execution", {
  buckets: {
    ORD: ["orderedAmount", money("已下单", "Ordered", { ...balance, currency: "currency" })],
    RCV: ["receivedAmount", money("已收货", "Received", { ...balance, currency: "currency" })],
    INV: ["invoicedAmount", money("已开票", "Invoiced", { ...signed, currency: "currency" })],
    PAY: ["paidAmount", money("已付款", "Paid", { ...signed, currency: "currency" })],
    DED: ["deductedAmount", money("已扣款", "Deducted", { ...signed, currency: "currency" })],
  },
  names,
  events: { ORDER: { ORD: "±" }, RECEIVE: { RCV: "±" }, INVOICE: { INV: "±" }, PAY: { PAY: "±" }, DEDUCT: { DED: "±" } },
  caps: { order: { of: "orderedAmount", within: "orderLimit", refuse: overContract } },
});

/** The same of one item, in its unit. */
export const itemLedger = ledger("CCT_ITEM", "合同明细执行", "Execution of a contract item", {
  buckets: {
    ORD: ["orderedQty", qty("已下单数量", "Ordered qty", balance)],
    RCV: ["receivedQty", qty("已收货数量", "Received qty", balance)],
    ACC: ["acceptedQty", qty("已验收数量", "Accepted qty", balance)],
  },
  names,
  events: { ORDER: { ORD: "±" }, RECEIVE: { RCV: "±" }, ACCEPT: { ACC: "±" } },
  caps: {
    order: { of: "orderedQty", within: "orderLimitQty", refuse: overItem },
    // goods that go back after their acceptance lower what was received, and are not refused for it
    accept: {
      of: "acceptedQty",
      within: "receivedQty",
      when: () => true,
      refuse: () => refuse("CCT-053", "验收数量超过收货数量", "The accepted quantity exceeds the received one"),
    },
  },
});

interface Stage {
  readonly stageStatus: string;
  readonly triggeredAt: string | null;
  readonly triggeredAmount: string;
  readonly limitAmount: string | null;
  readonly appliedAmount: string;
  readonly paidAmount: string;
  readonly deductedAmount: string;
  readonly amount: string | null;
}

/** How far a stage has come, by its balances. */
export function stageStatusOf(stage: Stage): string | undefined {
  if (stage.stageStatus === "CLOSED") return undefined;
  const whole = stage.limitAmount ?? stage.triggeredAmount;
  if (!isZero(whole) && cmp(add(stage.paidAmount, stage.deductedAmount), whole) >= 0) return "PAID";
  if (!isZero(stage.paidAmount)) return "PART_PAID";
  if (!isZero(stage.appliedAmount)) return "APPLYING";
  return stage.triggeredAt !== null || !isZero(stage.triggeredAmount) ? "TRIGGERED" : "WAIT";
}

/** A payment stage: what fell due, what was asked for, invoiced, paid and deducted of it. What was paid stays asked for. */
export const stageLedger = ledger("CCT_STAGE", "付款阶段", "Payment stage", {
  buckets: {
    TRG: ["triggeredAmount", money("已触发", "Triggered", balance)],
    APP: ["appliedAmount", money("已申请", "Requested", balance)],
    INV: ["invoicedAmount", money("已开票", "Invoiced", signed)],
    PAY: ["paidAmount", money("已付款", "Paid", balance)],
    DED: ["deductedAmount", money("已扣款", "Deducted", balance)],
  },
  names,
  events: {
    TRIGGER: { TRG: "±" },
    RESERVE: { APP: "+" },
    CONFIRM: { PAY: "+" },
    RELEASE: { APP: "-" },
    RETURN: { PAY: "-" },
    INVOICE: { INV: "±" },
    DEDUCT: { DED: "±" },
  },
  caps: {
    use: { of: "appliedAmount + deductedAmount", within: "limitAmount", refuse: overStage },
  },
  status: ["stageStatus", stageStatusOf],
});
