import { run, type Effect, type Find } from "#kernel/rule.ts";
import { aslFor } from "./asl.ask.ts";
import { aslHeader } from "./asl.entity.ts";

/** Goods that came in: from whom, of what, for which organisation, on which day. */
export interface Supplied {
  readonly orgId: string;
  readonly supplierId: string;
  readonly supplierSiteId: string | null;
  readonly itemId: string | null;
  readonly categoryId: string | null;
  readonly day: string;
}

/** A list that has not heard yet that its supplier delivered on a day. */
export interface Unheard {
  readonly aslHeaderId: string;
  readonly supplierId: string;
  readonly day: string;
}

/** The lists to be told of deliveries. Most receipts tell nobody: the day is known after the first one, so lists are seldom locked. */
export async function unheardOf(find: Find, supplied: readonly Supplied[]): Promise<readonly Unheard[]> {
  const found = await Promise.all(
    supplied.map(async (entry): Promise<Unheard[]> => {
      const { line } = await aslFor(find, { ...entry, onDate: entry.day });
      return line && (line.lastSupplyDate ?? "") < entry.day
        ? [{ aslHeaderId: line.parentId, supplierId: entry.supplierId, day: entry.day }]
        : [];
    }),
  );
  const byList = Map.groupBy(found.flat(), (unheard) => `${unheard.aslHeaderId}|${unheard.supplierId}`);
  return [...byList.values()].map((same) => same.reduce((last, unheard) => (unheard.day > last.day ? unheard : last)));
}

export const tellLists = (unheard: readonly Unheard[]): Effect[] =>
  unheard.map((entry) => run(aslHeader, entry.aslHeaderId, "doSupplied", { supplierId: entry.supplierId, supplyDate: entry.day }));
