import { run, type Effect } from "#kernel/rule.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";

/** A signed contract that begins with its signature takes effect in the same moment. */
export const takesEffect = (doc: Contract): Effect[] =>
  "doTakeEffect" in contract.actions ? [run(contract, doc.id, "doTakeEffect" as never, {} as never)] : [];
