import { some } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { typeFor, typeOfSaved, unrelatedTypes, type TypeChosen } from "#modules/base/index.ts";
import { fault, requisition } from "#modules/demand/index.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import type { SaveFacts } from "../save/save.facts.ts";

/** Demand that comes straight from requisitions; what an agreement held was asked when it came from the agreement. */
const named = (line: OrderLine): readonly string[] =>
  line.liveLineId ? [] : (line.reqRels ?? []).flatMap((rel) => (rel.parentRelId ? [] : [rel.reqLineId as string]));

/** The document type an order begins with: where nobody names one, what its first requisition becomes by default; null where it has its own. */
export async function typeOfOrder(find: Find, doc: Order, before: Order | null): Promise<TypeChosen | Refusal | null> {
  if (doc.liveId !== null) return null;
  const [first] = doc.billTypeId ? [] : doc.lines.flatMap(named);
  const [source] = first ? await find.where(requisition, { lines: some({ id: first }) }, 1) : [];
  const sourceTypeId = source?.billTypeId ?? null;
  if (!sourceTypeId) return typeOfSaved(find, "ORDER", doc, before);
  return typeFor(find, { family: "ORDER", orgId: doc.orgId ?? null, sourceTypeId, unrelated: "NOTHING", wanted: null });
}

/** Requisitions whose type does not become the type of the order; what an order of that type names already stays. */
export async function unrelatedNeeds(
  find: Find,
  doc: Order,
  before: Order | null,
  { needs }: Pick<SaveFacts, "needs">,
): Promise<Refusal[]> {
  const known = new Set(before?.billTypeId === doc.billTypeId ? before?.lines.flatMap(named) : []);
  const asked = doc.lines.map((line) =>
    named(line).flatMap((id) => (known.has(id) ? [] : ((needs.get(id)?.requisition.billTypeId as string | null | undefined) ?? []))),
  );
  const sources = [...new Set(asked.flat())];
  const refusals = sources.length && doc.billTypeId ? await unrelatedTypes(find, sources, doc.billTypeId) : new Map<string, Refusal>();
  return asked.flatMap((ids, i) => {
    const no = ids.map((id) => refusals.get(id)).find((refusal) => refusal !== undefined);
    return no ? [fault(`lines[${i}].reqRels`, no.code, ...no.text)] : [];
  });
}
