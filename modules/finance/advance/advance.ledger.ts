import { add, cmp, div, isZero, mul, round, sub, sum, trim, type Decimal } from "#kernel/decimal.ts";
import { money } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse } from "#kernel/refusal.ts";
import { shortOf } from "../deduction/deduction.ledger.ts";

const balance = { computed: true, initial: "0", least: 0, currency: "currency" } as const;
const figure = { computed: true, initial: "0", currency: "currency" } as const;

interface Standing {
  readonly status: string;
  readonly applyAmount: Decimal | null;
  readonly givenUpAmount: Decimal;
  readonly paidAmount: Decimal;
  readonly carriedInAmount: Decimal;
  readonly reservedAmount: Decimal;
  readonly balance: Decimal;
}

/** The states of an advance that money moves in. */
export const moneyStates = ["APPROVED", "PART_PAID", "PAID", "CLOSED"] as const;

/** How far an advance has come: by what it got, and by what is left of it. */
export function advanceStatusOf(row: Standing): string | undefined {
  if (!moneyStates.some((state) => state === row.status)) return undefined;
  const got = add(row.paidAmount, row.carriedInAmount);
  if (isZero(got)) return "APPROVED";
  if (cmp(got, sub(row.applyAmount ?? "0", row.givenUpAmount)) < 0) return "PART_PAID";
  return isZero(row.balance) && isZero(row.reservedAmount) ? "CLOSED" : "PAID";
}

/** An advance from its payment to its last cent: paid, carried in and out, written off, collected, reserved; and what it is worth in base currency. */
export const advanceLedger = ledger("RCN_ADVANCE", "预付使用", "Use of an advance", {
  buckets: {
    PAID: ["paidAmount", money("已付金额", "Paid", balance), "paidBase"],
    IN: ["carriedInAmount", money("转入金额", "Carried in", balance), "carriedInBase"],
    EXP: ["incomingAmount", money("转入审批中", "Being carried in", balance)],
    OUT: ["carriedOutAmount", money("转出金额", "Carried out", balance), "carriedOutBase"],
    OFF: ["writtenOffAmount", money("已核销", "Written off", balance), "writtenOffBase"],
    COL: ["collectedAmount", money("已收回", "Collected", balance), "collectedBase"],
    RES: ["reservedAmount", money("占用金额", "Reserved", balance)],
  },
  figures: {
    balance: [
      money("余额", "Balance", figure),
      "paidAmount + carriedInAmount - carriedOutAmount - writtenOffAmount - collectedAmount - reservedAmount",
    ],
    baseAmount: [
      money("本位币余额", "Base value left", { computed: true, initial: "0" }),
      "paidBase + carriedInBase - carriedOutBase - writtenOffBase - collectedBase",
    ],
  },
  names: {
    PAY: ["付款", "Paid"],
    UNPAY: ["付款冲销", "Payment reversed"],
    EXPECT: ["转入送审", "Carry-over submitted"],
    UNEXPECT: ["转入撤回", "Carry-over withdrawn"],
    CARRY_IN: ["转入", "Carried in"],
    CARRY_OUT: ["转出", "Carried out"],
    RESERVE: ["占用", "Reserved"],
    RELEASE: ["释放", "Released"],
    WRITE_OFF: ["核销", "Offset"],
    UNAPPLY: ["反核销", "Offset reversed"],
    COLLECT: ["收回", "Collected"],
    UNCOLLECT: ["收回冲销", "Collection reversed"],
  },
  events: {
    PAY: { PAID: "+" },
    UNPAY: "PAY",
    EXPECT: { EXP: "+" },
    UNEXPECT: "EXPECT",
    CARRY_IN: { EXP: "-", IN: "+" },
    CARRY_OUT: { RES: "-", OUT: "+" },
    RESERVE: { RES: "+" },
    RELEASE: "RESERVE",
    WRITE_OFF: { RES: "-", OFF: "+" },
    UNAPPLY: "WRITE_OFF",
    COLLECT: { RES: "-", COL: "+" },
    UNCOLLECT: "COLLECT",
  },
  caps: {
    /** What a reversed payment takes away counts too: an advance is never used beyond what it got. */
    free: {
      of: "carriedOutAmount + writtenOffAmount + collectedAmount + reservedAmount - paidAmount - carriedInAmount",
      within: () => "0",
      refuse: ({ left }, owner: { readonly applyNo: string | null }) => shortOf(owner.applyNo ?? "", left),
    },
    fill: {
      of: "paidAmount + carriedInAmount + incomingAmount",
      within: "applyAmount - givenUpAmount",
      refuse: ({ left }) => overpaid(left),
    },
  },
  status: ["status", advanceStatusOf],
});

/** What the database repeats of the cap on use. */
export const advanceHolds = {
  ...advanceLedger.holds,
  usedWithinReceived: ["carriedOutAmount + writtenOffAmount + collectedAmount + reservedAmount", "<=", "paidAmount + carriedInAmount"],
} as const;

/** More than an advance still has to get. */
export function overpaid(left: Decimal) {
  const rest = left.startsWith("-") ? "0" : trim(left);
  return refuse("RCN-014", `付款金额超过未付金额${rest}`, `Payment exceeds the open amount ${rest}`, { data: { left: rest } });
}

type Worth = Pick<Standing, "paidAmount" | "carriedInAmount"> & {
  readonly carriedOutAmount: Decimal;
  readonly writtenOffAmount: Decimal;
  readonly collectedAmount: Decimal;
  readonly baseAmount: Decimal;
};

/** What is left of an advance, what is reserved of it included. */
export const leftOf = (row: Omit<Worth, "baseAmount">): Decimal =>
  sub(add(row.paidAmount, row.carriedInAmount), sum([row.carriedOutAmount, row.writtenOffAmount, row.collectedAmount]));

/** The base value that a use takes along: its share of what is left, the use that empties the advance all of it. */
export function baseOfUse(row: Worth, amount: Decimal): Decimal {
  const left = leftOf(row);
  return cmp(amount, left) >= 0 ? row.baseAmount : round(div(mul(row.baseAmount, amount), left, 12), 2);
}
