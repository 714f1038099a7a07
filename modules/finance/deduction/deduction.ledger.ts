import { cmp, isZero, trim } from "#kernel/decimal.ts";
import { money } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse } from "#kernel/refusal.ts";

const balance = { computed: true, initial: "0", least: 0, currency: "currency" } as const;

interface Standing {
  readonly status: string;
  readonly usedAmount: string;
  readonly amountIncl: string;
}

/** The states of a deduction that can be used. */
export const inForce = ["EFFECTIVE", "PART_USED", "USED"] as const;

/** How far a deduction in force is used up. */
export const deductionStatusOf = ({ status, usedAmount, amountIncl }: Standing): string | undefined => {
  if (!inForce.some((state) => state === status)) return undefined;
  if (isZero(usedAmount)) return "EFFECTIVE";
  return cmp(usedAmount, amountIncl) >= 0 ? "USED" : "PART_USED";
};

/** What statements and payments reserve of a deduction and take of it. */
export const deductionLedger = ledger("RCN_DEDUCTION", "扣款使用", "Use of a deduction", {
  buckets: {
    RES: ["reservedAmount", money("占用金额", "Reserved", balance)],
    USED: ["usedAmount", money("已用金额", "Used", balance)],
  },
  figures: {
    balance: [money("余额", "Balance", { computed: true, initial: "0", currency: "currency" }), "amountIncl - usedAmount - reservedAmount"],
  },
  names: {
    RESERVE: ["占用", "Reserved"],
    RELEASE: ["释放", "Released"],
    CONSUME: ["使用", "Used"],
    RETURN: ["撤回使用", "Use reversed"],
  },
  events: { RESERVE: { RES: "+" }, RELEASE: "RESERVE", CONSUME: { RES: "-", USED: "+" }, RETURN: "CONSUME" },
  caps: {
    use: {
      of: "usedAmount + reservedAmount",
      within: "amountIncl",
      refuse: ({ left }, owner: { readonly deductNo: string | null }) => shortOf(owner.deductNo ?? "", left),
    },
  },
  status: ["status", deductionStatusOf],
});

/** Less is left than is asked for. */
export function shortOf(num: string, left: string) {
  const rest = left.startsWith("-") ? "0" : trim(left);
  return refuse("RCN-009", `${num}余额不足，可用${rest}`, `${num} has only ${rest} available`, { data: { left: rest } });
}
