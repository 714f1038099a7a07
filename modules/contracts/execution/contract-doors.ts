import { run, type Effect } from "#kernel/rule.ts";
import { contract } from "../contract.entity.ts";
import type { Exec } from "./exec.ts";
import type { StageUse } from "./stages.ts";

/** Posts what another document comes to on its contract, in the same transaction; under a key it counts once. */
export const postContractExec = (contractId: string, exec: Exec): Effect => run(contract, contractId, "doPost", { exec });

/** Asks for, pays and gives back money of payment stages, in the same transaction and under the lock of the contract. */
export const useContractStages = (contractId: string, uses: readonly StageUse[]): Effect =>
  run(contract, contractId, "doUseStages", { uses });

/** Declares stages due up to an amount: an asset that was accepted, a milestone that was reached. */
export const triggerStages = (contractId: string, stages: readonly { readonly stageId: string; readonly amount: string }[]): Effect =>
  run(contract, contractId, "doTrigger", { stages });
