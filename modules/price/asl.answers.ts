import { some } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { run, set, type Effect, type Find } from "#kernel/rule.ts";
import { afterObsolete, category, item, itemFacts, mergesInto, type ItemFact } from "#modules/base/index.ts";
import { afterLeaving, afterStanding, soleItems, supplierWords, type BusinessScope, type SoleItem } from "#modules/supplier/index.ts";
import { suppliersOf } from "./asl-about.ts";
import { aslHeader } from "./asl.entity.ts";
import { isLive, isOver, statusName, type AslHeader } from "./asl.ts";

const most = 20_000;
const listsOf = (find: Find, supplierId: string): Promise<readonly AslHeader[]> =>
  find.where(aslHeader, { lines: some({ supplierId }) }, most);

/** The lists inside a stretch: an organisation's, and of a category or anything below it. */
async function within(find: Find, lists: readonly AslHeader[], { orgIds, categoryIds }: BusinessScope): Promise<readonly AslHeader[]> {
  const here = lists.filter((aslHeader) => orgIds === null || orgIds.includes(aslHeader.orgId));
  if (categoryIds === null) return here;
  const groups = await Promise.all([...new Set(here.map((aslHeader) => aslHeader.categoryId))].map((id) => find.maybe(category, id)));
  const paths = new Map(groups.flatMap((group) => (group ? [[group.id as string, (group.idPath ?? group.id).split("/")] as const] : [])));
  return here.filter((aslHeader) => (paths.get(aslHeader.categoryId ?? "") ?? []).some((id) => categoryIds.includes(id)));
}

export const aslAnswers: readonly Answer[] = [
  // Grants, controls and standing of a supplier are followed by its lines in the same transaction.
  afterStanding.answeredBy(async (find, { supplierId }) =>
    (await listsOf(find, supplierId)).map((row) => run(aslHeader, row.id, "doFollow", { supplierId })),
  ),
  // Whoever has left a stretch, or is listed there, is off its lists.
  afterLeaving.answeredBy(async (find, scope) => {
    const { supplierId, docId } = scope;
    const lists = await within(find, await listsOf(find, supplierId), scope);
    return lists.map((row) => run(aslHeader, row.id, "doDisqualify", { supplierId, by: { docId } }));
  }),
  // With an item that is obsolete its sources end.
  afterObsolete.answeredBy(async (find, { itemId }) => {
    const lists = await find.where(aslHeader, { itemId }, most);
    return lists
      .filter((doc) => doc.lines.some((line) => !isOver(line.aslStatus)))
      .map((doc) => run(aslHeader, doc.id, "doEndSources", {}));
  }),
  // Items whose list has nobody else in force.
  soleItems.answeredBy(async (find, scope): Promise<readonly SoleItem[]> => {
    const mine = (await listsOf(find, scope.supplierId)).filter((aslHeader) => aslHeader.itemId !== null && aslHeader.enabledFlag === "Y");
    const sole = (await within(find, mine, scope)).filter((aslHeader) => {
      const live = aslHeader.lines.filter((line) => isLive(line.aslStatus));
      return live.length > 0 && live.every((line) => line.supplierId === scope.supplierId);
    });
    const items = await Promise.all([...new Set(sole.map((aslHeader) => aslHeader.itemId))].map((id) => find.maybe(item, id)));
    return items.flatMap((doc) => (doc ? [{ itemCode: doc.itemCode ?? "", itemName: doc.itemName }] : []));
  }),
  // Who may supply an item, for the item's own page.
  itemFacts.answeredBy(async (find, { itemId, orgIds }): Promise<readonly ItemFact[]> => {
    const lists = await find.where(aslHeader, { itemId, enabledFlag: "Y", ...(orgIds ? { orgId: orgIds } : {}) });
    const lines = lists.flatMap((doc) => doc.lines).slice(0, 50);
    const suppliers = await suppliersOf(
      find,
      lines.map((line) => line.supplierId),
    );
    return lines.map((line) => {
      const supplier = supplierWords(suppliers.find((doc) => doc.id === line.supplierId));
      const [cn, en] = statusName(line.aslStatus);
      return {
        kind: "ASL",
        title: [`${supplier[0]} · ${cn}`, `${supplier[1]} · ${en}`],
        value: line.endDate ? `${line.startDate} – ${line.endDate}` : `${line.startDate} –`,
        route: "srmPurAslList",
      };
    });
  }),
  // Lists go along when a category goes into another; where that one has a list of its own in the organisation, the old one is switched off.
  mergesInto.answeredBy(async (find, { fromId, toId }): Promise<readonly Effect[]> => {
    const [from, to] = await Promise.all([
      find.where(aslHeader, { categoryId: fromId }, most),
      find.where(aslHeader, { categoryId: toId, itemId: null }, most),
    ]);
    return from.map((doc) =>
      doc.itemId === null && to.some((other) => other.orgId === doc.orgId)
        ? set(doc, { enabledFlag: "N" })
        : set(doc, { categoryId: toId }),
    );
  }),
];
