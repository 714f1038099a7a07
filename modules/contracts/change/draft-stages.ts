import { add, isZero } from "#kernel/decimal.ts";
import { stageAmounts } from "../contract-amounts.ts";
import type { Contract } from "../contract-text-of.ts";
import { sharedStages } from "./kept-stages.ts";

interface Share {
  readonly percent: string | null;
  readonly liveRowId?: string | null;
}

/** The amount of a stage in force that was asked for or deducted; null where nothing happened to it. */
function keptAmount(share: Share, live: Contract): string | null {
  const stage = live.stages.find((candidate) => candidate.id === share.liveRowId);
  return stage && !isZero(add(stage.appliedAmount, stage.deductedAmount)) ? stage.amount : null;
}

/** Amounts and percents of the stages of a contract; on the draft of a change, stages that payment was asked for keep their amount. */
export function stagesOf(total: string, shares: readonly Share[], live: Contract | null, digits: number) {
  const kept = live ? shares.map((share) => ({ percent: share.percent, kept: keptAmount(share, live) })) : [];
  const shared = kept.some((share) => share.kept !== null) ? sharedStages(total, kept, digits) : null;
  if (shared) return shared;
  const percents = shares.map((share) => share.percent || "0");
  const amounts = stageAmounts(total, percents, digits);
  return percents.map((percent, i) => ({ percent, amount: amounts[i]! }));
}
