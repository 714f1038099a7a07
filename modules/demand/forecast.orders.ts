import { abs, cmp, div, isZero, mul, round, sub, sum, type Decimal } from "#kernel/decimal.ts";
import { rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { convertUom, item } from "#modules/base/index.ts";
import { periodsOf, type Forecast } from "./forecast.ts";
import { forecast } from "./forecast.entity.ts";

/** What was ordered from a supplier of an item for a day, in the item's stock unit. */
export interface OrderedFor {
  readonly itemId: string;
  readonly invOrgId: string | null;
  readonly needByDate: string;
  readonly qty: Decimal;
}

/** What was ordered within a horizon? Orders answer with those that are approved, without what was cancelled or closed. */
export const orderedWithin = new Question<
  {
    readonly orgId: string;
    readonly supplierId: string;
    readonly itemIds: readonly string[];
    readonly from: string;
    readonly to: string;
  },
  OrderedFor
>();

const million = "1000000";

/** How many of a line's unit one of its item's stock unit is. */
async function unitRates(find: Find, doc: Forecast, day: string): Promise<ReadonlyMap<string, Decimal>> {
  const ids = [...new Set(doc.lines.map((line) => line.itemId as string))];
  const items = ids.length ? await find.where(item, { id: ids }, ids.length) : [];
  const rates = doc.lines.map(async (line): Promise<[string, Decimal]> => {
    const from = items.find((row) => row.id === line.itemId)?.primaryUom;
    if (!from || !line.uom || from === line.uom) return [line.id, "1"];
    return [line.id, div((await convertUom(find, { itemId: line.itemId, qty: million, from, to: line.uom, day })).qty, million, 12)];
  });
  return new Map(await Promise.all(rates));
}

/** How far orders are from what was asked for in the periods that have begun, in hundredths of it; unknown before the first one. */
function orderDeviation(
  periods: readonly { readonly periodStart: string; readonly demandQty: Decimal; readonly orderedQty: Decimal }[],
  today: string,
): string | null {
  const begun = periods.filter((period) => period.periodStart <= today);
  const asked = sum(begun.map((entry) => entry.demandQty));
  return isZero(asked) ? null : div(mul(sum(begun.map((entry) => abs(sub(entry.demandQty, entry.orderedQty)))), "100"), asked, 4);
}

const count = rule(forecast, "doCount", {
  reads: async (doc, find, _, __, at) => {
    const slots = periodsOf(doc.startPeriod, doc.periodType, doc.periodCount);
    const [ordered, rates] = await Promise.all([
      orderedWithin.ask(find, {
        orgId: doc.orgId,
        supplierId: doc.supplierId,
        itemIds: [...new Set(doc.lines.map((line) => line.itemId as string))],
        from: slots[0]!.start,
        to: slots.at(-1)!.end,
      }),
      unitRates(find, doc, at.today),
    ]);
    return { ordered, rates };
  },
  decide: (doc, { ordered, rates }, _, __, at) => {
    const counted = doc.lines.flatMap((line) =>
      line.periods.map((period) => {
        const own = ordered.filter(
          (orderedFor) =>
            orderedFor.itemId === line.itemId &&
            (orderedFor.invOrgId === null || orderedFor.invOrgId === line.invOrgId) &&
            period.periodStart <= orderedFor.needByDate &&
            orderedFor.needByDate <= (period.periodEnd ?? period.periodStart),
        );
        return { period, orderedQty: round(mul(sum(own.map((orderedFor) => orderedFor.qty)), rates.get(line.id) ?? "1"), 6) };
      }),
    );
    const deviation = orderDeviation(
      counted.map(({ period, orderedQty }) => ({ ...period, orderedQty })),
      at.today,
    );
    return [
      ...counted
        .filter(({ period, orderedQty }) => cmp(period.orderedQty, orderedQty) !== 0)
        .map(({ period, orderedQty }) => set(period, { orderedQty })),
      ...(deviation === doc.orderDeviation ? [] : [set(doc, { orderDeviation: deviation })]),
    ];
  },
});

/** Counts at once what was ordered already. */
export const counting = (doc: Forecast): Effect => run(forecast, doc.id, "doCount", {});

export const forecastOrderRules = [count];
