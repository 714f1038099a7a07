import { cmp } from "#kernel/decimal.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Pair } from "#kernel/revision-diff.ts";
import type { Find } from "#kernel/rule.ts";
import { itemsNotBuyable } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import { linePairs, rowPairs, type LinePair } from "./line.checks.ts";
import type { Order, OrderRow } from "../ledger/effects.ts";
import { moreOf } from "../save/trade.ts";

const isElsewhere = ({ draft, live }: Pair<OrderRow>): boolean => !live || (draft.invOrgId ?? null) !== (live.invOrgId ?? null);
const isLarger = ({ draft, live }: Pair<OrderRow>): boolean => !live || cmp(draft.qty, live.qty) > 0;

/** The rows of a changed line that bring goods which were not ordered before: all of them where only the price rises. */
function rowsAsked(pair: LinePair, ordersMore: boolean): readonly OrderRow[] {
  const rows = rowPairs(pair);
  const asked = rows.filter((row) => isElsewhere(row) || (ordersMore && isLarger(row)));
  return (asked.length === 0 && ordersMore ? rows : asked).map((row) => row.draft);
}

/** Items that may not be bought where they are to go: of an order all lines are asked, of a change those that order more or elsewhere. */
export async function unboughtFaults(find: Find, doc: Order, live: Order | null, day: string): Promise<Refusal[]> {
  const pairs: readonly LinePair[] = live ? linePairs(doc, live) : doc.lines.map((draft) => ({ draft, live: null }));
  const asked = pairs.flatMap((pair, at) => {
    const { itemId } = pair.draft;
    const more = live && pair.live ? moreOf(doc, live, pair) : null;
    const rows = more ? rowsAsked(pair, cmp(more.qty, "0") > 0 || cmp(more.amount, "0") > 0) : pair.draft.deliveries;
    const places = new Set(rows.map((row) => (row.invOrgId ?? doc.orgId) as string));
    return itemId ? [...places].map((orgId) => ({ at, itemId: itemId as string, orgId })) : [];
  });
  const answers = await itemsNotBuyable(find, asked, day);
  const first = new Map(asked.flatMap(({ at }, i): [number, Refusal][] => (answers[i] ? [[at, answers[i]]] : [])).toReversed());
  return [...first].toReversed().map(([at, no]) => fault(`lines[${at}].itemId`, no.code, ...no.text));
}
