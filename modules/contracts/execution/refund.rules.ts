import { add, cmp, isZero } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, tell, type Decision } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { contract } from "../contract.entity.ts";
import { about } from "../about.ts";
import { netReceipts, refundOf, type Bought } from "./refunds.ts";

const nothing: Bought = { qty: "0", amount: "0" };

/** Goods that came in or went back count for the fees that come back with them. */
const track = rule(contract, "doTrackRefunds", {
  reads: async (doc, find, _, __, at) => {
    const tracked = doc.refunds.filter((row) => row.refundStatus === "TRACKING");
    const since = doc.effectiveAt?.slice(0, 10) ?? doc.effectiveDate;
    const [digits, ...bought] = await Promise.all([
      digitsOf(find, doc.currency),
      ...tracked.map((row) =>
        netReceipts.ask(find, {
          supplierId: doc.supplierId,
          itemIds: row.itemIds,
          currency: doc.currency,
          since: since < doc.effectiveDate ? since : doc.effectiveDate,
          until: row.deadline !== null && row.deadline < at.today ? row.deadline : at.today,
        }),
      ),
    ]);
    return { digits, tracked: tracked.map((row, i) => ({ id: row.id as string, bought: bought[i]![0] ?? nothing })) };
  },
  decide: (doc, { digits, tracked }, _, __, at): Decision =>
    doc.refunds.flatMap((row) => {
      const known = tracked.find(({ id }) => id === row.id);
      if (!known || row.refundStatus !== "TRACKING") return [];
      const after = refundOf(row, known.bought, at.today, digits);
      return [
        set(row, after),
        after.refundStatus === "REACHED" &&
          tell("CCT_REFUND_REACHED", { ...about(doc), refundId: row.id, amount: after.refundAmount, currency: doc.currency }),
      ];
    }),
});

interface Marked {
  readonly refundId: string;
  readonly deductionId: string;
  /** What was deducted by now on top of what was known; nought while it is only asked for. */
  readonly amount: string;
}

/** What finance makes of a refund that is due: asked for, then paid back. */
const mark = rule(contract, "doMarkRefund", {
  decide: (doc, _, input): Decision => {
    const { refundId, deductionId, amount } = input.refund as Marked;
    const row = doc.refunds.find(({ id }) => id === refundId);
    if (!row || !["REACHED", "APPLIED", "REFUNDED"].includes(row.refundStatus))
      return refuse("CCT-148", "返还条件尚未达成", "The refund is not due yet");
    const refundedAmount = add(row.refundedAmount, amount);
    const ids = new Set([...((row.deductionIds as readonly string[] | null) ?? []), deductionId]);
    const isWhole = !isZero(refundedAmount) && cmp(refundedAmount, row.refundAmount) >= 0;
    return set(row, { refundedAmount, deductionIds: [...ids], refundStatus: isWhole ? "REFUNDED" : "APPLIED" });
  },
});

export const refundRules = [track, mark];
