import { cmp, div, isZero, max, min, mul, round, type Decimal } from "#kernel/decimal.ts";
import { isOver } from "#kernel/effective.ts";
import { Question } from "#kernel/question.ts";

/** Net accepted receipts of items from one supplier since a day: quantities in their stock unit, amounts including tax. */
export const netReceipts = new Question<
  {
    readonly supplierId: string;
    readonly itemIds: readonly string[];
    readonly currency: string;
    readonly since: string;
    readonly until: string;
  },
  { readonly qty: Decimal; readonly amount: Decimal }
>();

interface Refund {
  readonly refundMode: string;
  readonly stepMode: string;
  readonly feeAmount: Decimal;
  readonly refundRatio: Decimal;
  readonly targetQty: Decimal | null;
  readonly targetAmount: Decimal | null;
  readonly deadline: string | null;
}

export interface Bought {
  readonly qty: Decimal;
  readonly amount: Decimal;
}

/** How much of the target is reached, from 0 to 1, to eight digits. */
function degreeOf({ refundMode, targetQty, targetAmount, deadline }: Refund, bought: Bought, today: string): Decimal {
  if (refundMode === "BY_DATE") return deadline !== null && deadline <= today ? "1" : "0";
  const [reached, target] = refundMode === "BY_QTY" ? [bought.qty, targetQty] : [bought.amount, targetAmount];
  if (target === null || isZero(target) || cmp(reached, target) >= 0) return "1";
  return min("1", max("0", div(reached, target, 8)));
}

/** What a refund comes to with so much bought: due as a whole once its target is reached, or in proportion. */
export function refundOf(refund: Refund, bought: Bought, today: string, digits: number) {
  const degree = degreeOf(refund, bought, today);
  const isReached = cmp(degree, "1") === 0;
  const isEnded = !isReached && isOver(refund.deadline, today);
  const whole = mul(refund.feeAmount, div(refund.refundRatio, "100", 8));
  const share = refund.stepMode === "LINEAR" ? degree : isReached ? "1" : "0";
  const refundAmount = round(mul(whole, share), digits);
  const isDue = isReached || (isEnded && !isZero(refundAmount));
  return {
    reachedQty: bought.qty,
    reachedAmount: bought.amount,
    refundAmount,
    refundStatus: isDue ? "REACHED" : isEnded ? "EXPIRED" : "TRACKING",
  } as const;
}
