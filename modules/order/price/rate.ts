import { trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { run, type Effect, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { exchangeRate, getRate, type Rated } from "#modules/base/index.ts";
import type { order } from "../order.entity.ts";

type Order = Doc<typeof order>;
type Priced = Pick<Order, "orgId" | "currency">;

/** What one of the order's currency is in that of its organisation on a day, and the rows that say so. */
export async function ratedOn(find: Find, doc: Priced, day: string): Promise<Rated> {
  const to = (await find.maybe(organization, doc.orgId))?.functionalCurrency ?? doc.currency;
  if (to === doc.currency) return { rate: "1", exact: "1", path: "SAME", rows: [] };
  return getRate(find, { rateType: "CORPORATE", from: doc.currency, to, day, orgId: doc.orgId });
}

/** The same, or why nobody knows it. */
export const knownRate = (find: Find, doc: Priced, day: string): Promise<Rated | Refusal> =>
  ratedOn(find, doc, day).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });

/** The rows of a rate that no document has used yet. */
export async function unusedRows(find: Find, rated: Rated | Refusal | null): Promise<readonly string[]> {
  const ids = rated === null || rated instanceof Refusal ? [] : rated.rows.map((row) => row.id);
  return ids.length ? (await find.where(exchangeRate, { id: ids, usedFlag: "N" }, ids.length)).map((row) => row.id as string) : [];
}

/** A row that a document keeps is voided from now on, never changed. */
export const marksUsed = (ids: readonly string[]): Effect[] => ids.map((id) => run(exchangeRate, id, "doMarkUsed", {}));

const describe = (rated: Rated): string => rated.rows.map((row) => `${row.pair} ${trim(row.rate)} (${row.date})`).join(" × ");
const noted = ([rateNote, rateNoteEn]: Text) => ({ rateNote, rateNoteEn });

const none = { exchangeRate: null, exchangeRateId: null, crossRateId: null, draftRate: null, rateNote: null, rateNoteEn: null } as const;

/** A draft is shown at the rate of the day it is saved, and says so: the one that counts is read when it is submitted. */
export function preliminary(rated: Rated | Refusal, today: string): Partial<Order> {
  if (rated instanceof Refusal) return { ...none, ...noted(rated.text) };
  if (rated.path === "SAME") return { ...none, draftRate: "1" };
  const text: Text = [
    `暂定：按${today}汇率折算，${describe(rated)}；提交时按下单日期取定`,
    `Preliminary, at the rate of ${today}: ${describe(rated)}. Fixed for the order date when submitted`,
  ];
  return { ...none, draftRate: trim(rated.rate), ...noted(text) };
}

/** The rate of the order date, with the rows it was read from: for limits, plans, caps and books from now on. */
export function fixedRate(rated: Rated, orderDate: string): Partial<Order> {
  const [first, second] = rated.rows;
  const text: Text = [`下单日期${orderDate}的汇率：${describe(rated)}`, `Rate of the order date ${orderDate}: ${describe(rated)}`];
  return {
    ...none,
    exchangeRate: trim(rated.rate),
    exchangeRateId: first?.id ?? null,
    crossRateId: second?.id ?? null,
    ...(rated.path === "SAME" ? {} : noted(text)),
  };
}

/** Back with its buyer: what was fixed is only a first idea again. */
export const unfixed = (doc: Pick<Order, "exchangeRate" | "liveId">): Partial<Order> =>
  doc.liveId || doc.exchangeRate === null
    ? {}
    : {
        ...none,
        draftRate: trim(doc.exchangeRate),
        ...(doc.exchangeRate === "1"
          ? {}
          : noted([
              "暂定：按上次提交的汇率折算；再次提交时重新取定",
              "Preliminary, at the rate of the last submission. Read again when submitted",
            ])),
      };
