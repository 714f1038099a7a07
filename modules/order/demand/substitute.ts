import type { Refusal } from "#kernel/refusal.ts";
import { fault } from "#modules/demand/index.ts";
import type { OrderLine } from "../ledger/effects.ts";
import type { SaveFacts } from "../save/save.facts.ts";

type Known = Pick<SaveFacts, "needs" | "replacements">;

/** The items a line's requisitions ask for that are not its own; a need without an item takes any. */
const others = (line: OrderLine, { needs }: Known): string[] =>
  (line.reqRels ?? []).flatMap((rel) => {
    const asked = needs.get(rel.reqLineId)?.line.itemId;
    return asked && asked !== line.itemId ? [asked as string] : [];
  });

/** Does the line bring a declared replacement for what was asked for? */
export const isSubstitute = (line: OrderLine, facts: Known): boolean =>
  others(line, facts).some((asked) => line.itemId !== null && facts.replacements.get(asked) === line.itemId);

/** A line uses up the requisition of its own item, or of the one it is the declared replacement of. */
export const foreignItem = (line: OrderLine, facts: Known, path: string): Refusal[] =>
  // a line that is changed keeps what it was ordered for
  !line.liveLineId && others(line, facts).some((asked) => line.itemId === null || facts.replacements.get(asked) !== line.itemId)
    ? [
        fault(
          `${path}.itemId`,
          "PUR-2217",
          `第${line.lineNum}行的物料与申请不一致，只能下申请的物料或其声明的替代物料`,
          `Line ${line.lineNum} has a different item than its requisition. Order that item or its declared replacement`,
        ),
      ]
    : [];

/** Why a replacement is ordered must be said before it is approved. */
export const unexplained = (line: OrderLine, facts: Known, path: string): Refusal[] =>
  isSubstitute(line, facts) && !line.substituteReason?.trim()
    ? [
        fault(
          `${path}.substituteReason`,
          "PUR-2218",
          `第${line.lineNum}行是替代物料，请填写“替代原因”`,
          `Line ${line.lineNum} is a substitute: enter the reason in "Substitution reason"`,
        ),
      ]
    : [];
