import { isZero } from "#kernel/decimal.ts";
import type { Effect, Find } from "#kernel/rule.ts";
import { moveDemand, relsOf, type TargetRel } from "#modules/demand/index.ts";

type Held = { readonly id: string; readonly agreementNum: string | null };

/** The demand an agreement holds. */
export const held = (doc: Held, find: Find): Promise<readonly TargetRel[]> => relsOf(find, "AGREEMENT", doc.id);

/** Demand goes back to its requisitions: an agreement orders nothing. */
export function givenBack(doc: Held, rels: readonly TargetRel[], reason: string): Effect[] {
  const open = rels.filter((rel) => !isZero(rel.netQty));
  return [...Map.groupBy(open, (rel) => rel.parentId).entries()].map(([requisitionId, own]) =>
    moveDemand(
      requisitionId,
      own.map((rel) => ({
        kind: "release" as const,
        reqLineId: rel.reqLineId,
        qty: rel.netQty,
        targetType: "AGREEMENT",
        targetHeaderId: doc.id,
        targetLineId: rel.targetLineId,
        targetNum: rel.targetNum ?? doc.agreementNum ?? "",
        parentRelId: rel.parentRelId,
        reason,
      })),
    ),
  );
}
