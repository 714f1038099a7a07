import { cmp, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { targetNumbers, type Requisition, type RequisitionLine, type TargetRel } from "./doors.ts";
import { targetRel } from "./target-rel.entity.ts";

/** The relations of a requisition: those stored and those this very action has added. */
export async function relsFor(find: Find, doc: Requisition): Promise<readonly TargetRel[]> {
  const stored = await find.where(targetRel, { parentId: doc.id }, 20_000);
  const added = (doc as unknown as { readonly rels?: readonly TargetRel[] }).rels ?? [];
  return [...stored, ...added.filter((row) => !stored.some((candidate) => candidate.id === row.id))];
}

/** The relations that hold something, with the number of the document that holds it, also where it had none yet when it took. */
export async function holdersOf(find: Find, doc: Requisition): Promise<readonly { readonly rel: TargetRel; readonly num: string }[]> {
  const held = (await relsFor(find, doc)).filter((rel) => rel.relStatus === "OCCUPIED" && cmp(rel.netQty, "0") > 0);
  const nameless = Map.groupBy(
    held.filter((targetRel) => !targetRel.targetNum),
    (targetRel) => targetRel.targetType,
  );
  const numbers = await Promise.all(
    [...nameless].map(([targetType, rels]) =>
      targetNumbers.ask(find, { targetType, ids: [...new Set(rels.map((rel) => rel.targetHeaderId))] }),
    ),
  );
  const numOf = new Map(numbers.flat().map((number) => [number.id, number.num]));
  return held.map((rel) => ({ rel, num: rel.targetNum ?? numOf.get(rel.targetHeaderId) ?? rel.targetHeaderId }));
}

export type Holders = Awaited<ReturnType<typeof holdersOf>>;

/** The holding document by the name its page is opened with. */
function holderOf({ targetType, targetHeaderId }: TargetRel, num: string): Readonly<Record<string, string>> {
  if (targetType === "DEMAND_SUMMARY") return { summaryNum: num };
  if (targetType === "AGREEMENT") return { agreementId: targetHeaderId };
  return targetType === "ORDER" ? { orderId: targetHeaderId } : {};
}

/** PUR-2002 for every document that still holds something of these lines. */
export const heldRefusals = (lines: readonly RequisitionLine[], holders: Holders): Refusal[] =>
  lines.flatMap((line) =>
    holders
      .filter(({ rel }) => rel.reqLineId === line.id)
      .map(({ rel, num }) =>
        refuse(
          "PUR-2002",
          `申请行[${line.lineNum}]已被[${num}]占用${trim(rel.netQty)}，不能取消/退回`,
          `Requisition line ${line.lineNum} is held by ${num} (${trim(rel.netQty)}) and cannot be cancelled or returned`,
          { data: holderOf(rel, num) },
        ),
      ),
  );
