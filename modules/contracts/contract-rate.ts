import { trim } from "#kernel/decimal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { run, set, type Effect, type Find } from "#kernel/rule.ts";
import { exchangeRate, getRate, groupCurrency, type Rated } from "#modules/base/index.ts";
import type { Contract } from "./contract-text-of.ts";

/** What one of the contract's currency is on a day in that of its organisation. */
export async function ratedOn(find: Find, doc: Pick<Contract, "orgId" | "currency">, day: string): Promise<Rated> {
  const to = (await find.maybe(organization, doc.orgId ?? null))?.functionalCurrency ?? (await groupCurrency(find));
  if (to === doc.currency) return { rate: "1", exact: "1", path: "SAME", rows: [] };
  return getRate(find, { rateType: "CORPORATE", from: doc.currency, to, day, orgId: doc.orgId });
}

/** The rate of the day of submission, and those of its rows that no document has used yet. */
export async function rateFacts(find: Find, doc: Contract, day: string) {
  const rated = await ratedOn(find, doc, day);
  const ids = rated.rows.map((row) => row.id);
  const unused = ids.length ? await find.where(exchangeRate, { id: ids, usedFlag: "N" }, ids.length) : [];
  return { rated, unused: unused.map((row) => row.id as string) };
}

/** The rate is kept with the rows it was read from; a new submission reads it again. */
export const rateKept = (doc: Contract, { rated, unused }: Awaited<ReturnType<typeof rateFacts>>): Effect[] => [
  set(doc, {
    rate: trim(rated.rate),
    exchangeRateId: (rated.rows[0]?.id ?? null) as never,
    crossRateId: (rated.rows[1]?.id ?? null) as never,
  }),
  ...unused.map((id) => run(exchangeRate, id, "doMarkUsed", {})),
];
