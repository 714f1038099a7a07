import { isZero } from "#kernel/decimal.ts";
import type { Effect, Moment } from "#kernel/rule.ts";
import { useContractStages as stagesUsed } from "#modules/contracts/index.ts";
import { advance } from "./advance.entity.ts";
import type { Advance } from "./advance.facts.ts";

type Op = "RESERVE" | "CONFIRM" | "UNCONFIRM" | "RELEASE";

/** What an advance does with the advance stage of its contract, one operation after the other; nothing where it has none. */
export const stageUse = (doc: Advance, ops: readonly Op[], amount: string, at: Pick<Moment, "newId">): Effect[] =>
  doc.contractId && doc.contractStageId && !isZero(amount)
    ? [
        stagesUsed(
          doc.contractId,
          ops.map((op) => ({
            ...{ op, amount, use: doc.id, key: at.newId(), refType: advance.name, refId: doc.id, refNum: doc.applyNo },
            ...(op === "RESERVE" ? { stageId: doc.contractStageId! } : {}),
          })),
        ),
      ]
    : [];
