import { cmp } from "#kernel/decimal.ts";
import { money, qty } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { postingEvents } from "./postings.ts";

const balance = { computed: true, initial: "0", least: 0 } as const;
const figure = { computed: true, initial: "0" } as const;

const asks = { OCC_QTY: "+", OCC_AMT: "+" } as const;
const withdraws = { OCC_QTY: "-", OCC_AMT: "-" } as const;
/** An order or what becomes of it: what it no longer uses may be reserved again, and the other way round. */
const orders = { OCC_QTY: "±", USED_QTY: "±", OCC_AMT: "±", USED_AMT: "±" } as const;

export const planRefusal = ({ left, asked }: { readonly left: string; readonly asked: string }): Refusal =>
  refuse("PUR-2003", `超出采购计划，剩余${left}，申请${asked}`, `Over plan: ${left} left, ${asked} requested`);

/** Item lines are held to quantity where the plan says so; category lines always to amount. */
export const byAmount = (plan: { readonly controlBasis: string }, line: { readonly itemId: string | null }): boolean =>
  plan.controlBasis === "AMOUNT" || !line.itemId;

/** An order that is given up hands back what it used; what is reserved in its stead, at the estimate, may be more: that is still giving back. */
const givesBack = (deltas: { readonly USED_QTY?: string; readonly USED_AMT?: string }): boolean =>
  cmp(deltas.USED_QTY ?? "0", "0") < 0 || cmp(deltas.USED_AMT ?? "0", "0") < 0;

/** What requisitions reserve of a plan line and orders use of it, in quantity and amount. */
export const planLedger = ledger("PLAN_LINE", "采购计划用量", "Use of a plan", {
  buckets: {
    OCC_QTY: ["occupiedQty", qty("占用数量", "Reserved qty", balance)],
    USED_QTY: ["usedQty", qty("已用数量", "Used qty", balance)],
    OCC_AMT: ["occupiedAmount", money("占用金额", "Reserved amount", balance)],
    USED_AMT: ["usedAmount", money("已用金额", "Used amount", balance)],
  },
  figures: {
    openQty: [qty("剩余数量", "Open qty", figure), "planQty + adjustQty - occupiedQty - usedQty"],
    openAmount: [money("剩余金额", "Open amount", figure), "planAmount + adjustAmount - occupiedAmount - usedAmount"],
  },
  names: postingEvents,
  events: {
    SUBMIT: asks,
    REJECT: withdraws,
    WITHDRAW: withdraws,
    DELETE: withdraws,
    CANCEL: withdraws,
    CLOSE: withdraws,
    E1: orders,
    E2: orders,
    E3: orders,
    E3c: orders,
    E3o: orders,
    E9: orders,
    E11: orders,
    E12: orders,
    E13: orders,
    E16: orders,
    E19: orders,
    HOLD: orders,
    ORDER: orders,
    RELEASE: orders,
    BURN: orders,
    RETAKE: orders,
  },
  caps: {
    qty: {
      of: "occupiedQty + usedQty",
      within: "planQty + adjustQty",
      when: (line, plan) => !byAmount(plan, line),
      exempts: givesBack,
      refuse: planRefusal,
    },
    amount: {
      of: "occupiedAmount + usedAmount",
      within: "planAmount + adjustAmount",
      when: (line, plan) => byAmount(plan, line),
      exempts: givesBack,
      refuse: planRefusal,
    },
  },
});
