import { add, cmp, div, mul, round, sub, sum, trim, type Decimal } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** A stage of a contract as far as advances look at it. */
export interface AdvanceStage {
  readonly id: string;
  readonly stageNo: number | null;
  readonly stageType: string;
  readonly stageStatus: string;
  readonly limitAmount: Decimal | null;
  readonly appliedAmount: Decimal;
  readonly deductedAmount: Decimal;
}

/** An advance as it counts towards a limit. */
export interface Counted {
  readonly applyAmount: Decimal | null;
  readonly givenUpAmount: Decimal;
  readonly collectedAmount: Decimal;
  readonly carriedOutAmount: Decimal;
}

/** What an advance takes of the limit: what was asked for, less what was given up, collected or carried to another document. */
export const takenOf = (row: Counted): Decimal =>
  sub(row.applyAmount ?? "0", sum([row.givenUpAmount, row.collectedAmount, row.carriedOutAmount]));

/** The stages for advances that a contract still has. */
export const advanceStages = <S extends AdvanceStage>(stages: readonly S[]): readonly S[] =>
  stages.filter((stage) => stage.stageType === "ADVANCE" && stage.stageStatus !== "CLOSED");

/** The stage that is asked: the one named, else the first with room, else the first. */
export function chosenStage<S extends AdvanceStage>(stages: readonly S[], stageNo: number | null): S | null {
  const open = advanceStages(stages);
  if (stageNo !== null) return open.find((stage) => stage.stageNo === stageNo) ?? null;
  const hasRoom = (stage: S): boolean =>
    stage.limitAmount === null || cmp(stage.limitAmount, add(stage.appliedAmount, stage.deductedAmount)) > 0;
  return open.find(hasRoom) ?? open[0] ?? null;
}

interface Basis {
  readonly gross: Decimal;
  readonly stages: readonly AdvanceStage[];
}

/** How much all advances on a basis may come to: the advance stages of the contract, else a percent of the order; null where nothing limits them. */
export function capOf({ gross, stages }: Basis, percent: Decimal, digits: number): Decimal | null {
  const open = advanceStages(stages);
  if (open.length === 0) return round(div(mul(gross, percent), "100", digits + 4), digits);
  const limits = open.map((stage) => stage.limitAmount);
  return limits.some((limit) => limit === null) ? null : sum(limits as readonly Decimal[]);
}

/** More than all advances on a basis may come to. */
export function capFault(amount: Decimal, others: readonly Counted[], cap: Decimal | null): Refusal | false {
  const total = add(amount, sum(others.map(takenOf)));
  return (
    cap !== null &&
    cmp(total, cap) > 0 &&
    refuse("RCN-013", `预付累计${trim(total)}超过上限${trim(cap)}`, `Advances of ${trim(total)} exceed the limit ${trim(cap)}`, {
      data: { total, cap },
    })
  );
}
