import type { Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import { make, run, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { deductionHome } from "./deduction.home.ts";
import { deduction } from "./deduction.entity.ts";

type Deduction = Doc<typeof deduction>;

/** What another document asks to deduct. A confirmed punishment or claim takes effect at once, anything else begins as a draft. */
export interface DeductionAsked {
  readonly sourceType: "QUALITY_PUNISH" | "CLAIM" | "CONTRACT" | "CONCESSION" | "DELAY" | "PERFORMANCE" | "MOULD";
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly supplierId: string;
  readonly orgId: string;
  readonly currency: string;
  readonly mode: "INVOICE_OFFSET" | "PAYMENT_OFFSET";
  readonly amountIncl: Decimal;
  readonly taxRate?: string | null;
  readonly happenDate: string;
  readonly reason: string;
  readonly fileIds: string | null;
  /** Who answers an appeal. */
  readonly ownerId: string;
  readonly initialStatus: "DRAFT" | "EFFECTIVE";
}

/** The deduction a source has already; null where it has none. Read it with the facts of the rule that creates one. */
export const deductionOf = async (find: Find, sourceType: DeductionAsked["sourceType"], sourceId: string): Promise<Deduction | null> =>
  (await find.where(deduction, { sourceType, sourceId }, 1))[0] ?? null;

export interface DeductionMade {
  readonly deductionId: string;
  readonly deductNo: string | null;
  readonly existed: boolean;
  readonly effects: readonly Effect[];
}

/** A deduction for a source, once: asked again it answers the one that is there and does nothing. */
export function createDeduction(known: Deduction | null, asked: DeductionAsked, at: Pick<Moment, "newId">): DeductionMade {
  if (known) return { deductionId: known.id, deductNo: known.deductNo, existed: true, effects: [] };
  const { initialStatus, ...draft } = asked;
  const deductionId = at.newId();
  return {
    deductionId,
    deductNo: null,
    existed: false,
    effects: [
      make(deduction, deductionId, draft),
      run(deduction, deductionId, "saveOrUpdate", {}),
      ...(initialStatus === "EFFECTIVE" ? [run(deduction, deductionId, "doTakeEffect", {})] : []),
    ],
  };
}

/** What a statement or a payment does with a deduction, under a key that counts once. */
export interface DeductionUse {
  readonly op: "RESERVE" | "RELEASE" | "CONSUME" | "RETURN";
  /** The row that uses it: what it reserved is released or consumed under the same name. */
  readonly use: string;
  readonly key: string;
  readonly amount: Decimal;
  readonly refType: string;
  readonly refId: string;
  readonly refNum: string | null;
}

const neg = (amount: Decimal): Decimal => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

const deltasOf = ({ op, amount }: DeductionUse) => {
  if (op === "RESERVE") return { RES: amount };
  if (op === "RELEASE") return { RES: neg(amount) };
  return op === "CONSUME" ? { RES: neg(amount), USED: amount } : { RES: amount, USED: neg(amount) };
};

/** Reserves, releases, takes and gives back parts of a deduction, in the same transaction and under its lock; RCN-009 where less is left. */
export const postDeduction = (deductionId: string, uses: readonly DeductionUse[]): Effect =>
  postTo(
    deductionHome,
    deductionId,
    uses.map((use) => ({
      owner: deductionId,
      event: use.op,
      deltas: deltasOf(use),
      causeType: use.refType,
      causeId: use.refId,
      causeLineId: use.use,
      causeNum: use.refNum,
      key: use.key,
    })),
  );
