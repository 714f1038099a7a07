import type { Refusal } from "#kernel/refusal.ts";
import { set, type Effect } from "#kernel/rule.ts";
import { noConversion } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import { foreignDraw } from "#modules/price/index.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import type { SaveFacts } from "./save.facts.ts";
import { foreignItem } from "../demand/substitute.ts";

/** An agreement line of another supplier or item; a line that is changed keeps what it was ordered under. */
function foreignAgreement(doc: Order, line: OrderLine, facts: SaveFacts, path: string, live: Order | null): Refusal[] {
  const drawn = facts.drawn.get(line.id);
  const was = live?.lines.find((row) => row.id === line.liveLineId);
  if (!drawn || was?.agreementLineId === line.agreementLineId) return [];
  const no = foreignDraw(drawn.agreement, drawn.line, { supplierId: doc.supplierId, itemId: line.itemId });
  return no ? [fault(`${path}.agreementLineId`, no.code, ...no.text, no.data)] : [];
}

/** A unit nobody can convert: into the item's stock unit, or into that of the agreement. */
function unconverted(line: OrderLine, facts: SaveFacts, path: string): Refusal[] {
  const isUnknown = !line.liveLineId && facts.stockRates.get(line.id) === null;
  const to = (isUnknown ? facts.items.get(line.itemId ?? "")?.primaryUom : null) ?? facts.undrawable.get(line.id);
  if (!to) return [];
  const no = noConversion(line.uom, to);
  return [fault(`${path}.uom`, no.code, ...no.text)];
}

/** What a line names that does not fit it, whatever way the order came in. */
export const unfit = (doc: Order, line: OrderLine, facts: SaveFacts, path: string, live: Order | null): Refusal[] => [
  ...foreignItem(line, facts, path),
  ...unconverted(line, facts, path),
  ...foreignAgreement(doc, line, facts, path, live),
];

/** Lines whose item has moved to another category since they were written. */
export const recategorised = (doc: Order, facts: Pick<SaveFacts, "items">): Effect[] =>
  ownCategories(doc, facts).lines.flatMap(({ categoryId }, i): Effect[] => {
    const line = doc.lines[i]!;
    return categoryId === line.categoryId ? [] : [set(line, { categoryId }), ...line.deliveries.map((row) => set(row, { categoryId }))];
  });

/** The order with every line under the category its item has: that one decides who may supply it. */
export const ownCategories = (doc: Order, { items }: Pick<SaveFacts, "items">): Order => ({
  ...doc,
  lines: doc.lines.map((line) => ({ ...line, categoryId: items.get(line.itemId ?? "")?.categoryId ?? line.categoryId })),
});
