import { mul, round } from "#kernel/decimal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { houseDay } from "#kernel/time.ts";
import { getRate, groupCurrency } from "#modules/base/index.ts";
import type { Definition } from "./engine/definition.ts";
import { amountOf, dimension, factOf, type Matter } from "./matter.ts";
import type { InstanceDoc } from "./stored.ts";

/** What a document is worth: in its own currency, and in the group's by its own rate, or that of the day it was submitted. */
export interface Money {
  readonly amount: string | null;
  readonly currency: string | null;
  readonly amountBase: string | null;
  readonly baseCurrency: string | null;
  readonly baseRate: string | null;
}

const byAmount = new Set(["LEVEL_CHAIN", "BPM_ROLE", "FORMULA"]);

/** Does the way through a process depend on how much the document is worth? */
const asksAmount = ({ nodes, flows }: Definition): boolean =>
  nodes.some((n) => byAmount.has(n.settings?.approverRule ?? "")) || flows.some((f) => /\bamount|^NODE_/.test(f.condition?.trim() ?? ""));

/** An amount of one currency in another by the corporate rate of the day. */
export async function converted(find: Find, amount: string, from: string, to: string, day: string, orgId: string | null): Promise<string> {
  if (from === to) return amount;
  const { exact } = await getRate(find, { rateType: "CORPORATE", from, to, day, orgId });
  return round(mul(amount, exact), 2);
}

const valueOf = ({ row }: Matter, key: string | undefined): string | null => {
  const value = key === undefined ? null : row[key];
  return typeof value === "string" && value !== "" ? value : null;
};

interface Worth {
  readonly exact: string;
  readonly rate: string;
}

/** One of a document's currency in the group's: by the rate the document keeps, else by that of its day. Sheet and document never show two rates. */
async function rateFor(find: Find, matter: Matter, from: string, to: string, day: string): Promise<Worth> {
  const orgId = factOf(matter, "org");
  const { rate: keeps } = matter.shape;
  const asked = { rateType: "CORPORATE", to, day: valueOf(matter, keeps?.day) ?? day, orgId };
  const own = valueOf(matter, keeps?.field);
  if (own === null) return getRate(find, { ...asked, from });
  const functional = (await find.maybe(organization, orgId))?.functionalCurrency ?? to;
  if (functional === to) return { exact: own, rate: own };
  const exact = mul(own, (await getRate(find, { ...asked, from: functional })).exact);
  return { exact, rate: round(exact, 8) };
}

/** The worth of a document on a day. A missing rate refuses where the way depends on it; elsewhere the amount stays in its own currency and says so. */
export async function moneyOf(find: Find, matter: Matter, day: string, definition: Definition | null): Promise<Money> {
  const [amount, currency] = [amountOf(matter), factOf(matter, "currency")];
  if (amount === null) return { amount, currency, amountBase: null, baseCurrency: null, baseRate: null };
  const to = await groupCurrency(find);
  if (currency === null || currency === to) return { amount, currency, amountBase: amount, baseCurrency: to, baseRate: null };
  try {
    const { exact, rate } = await rateFor(find, matter, currency, to, day);
    return { amount, currency, amountBase: round(mul(amount, exact), 2), baseCurrency: to, baseRate: rate };
  } catch (error) {
    if (!(error instanceof Refusal) || definition === null || asksAmount(definition)) throw error;
    return { amount, currency, amountBase: amount, baseCurrency: currency, baseRate: null };
  }
}

/** What a document is worth once it is changed in approval, by the rate of the day it was submitted; null where the change leaves it. */
export async function newWorth(
  find: Find,
  doc: InstanceDoc,
  matter: Matter,
  after: Readonly<Record<string, unknown>>,
  definition: Definition,
): Promise<Money | null> {
  const keys = [dimension(matter, "amount"), dimension(matter, "currency")];
  if (!keys.some((key) => key !== null && key in after)) return null;
  const submitted = doc.deeds.findLast((d) => d.action === "RESUBMIT")?.at ?? doc.startedAt ?? doc.creationDate;
  return moneyOf(find, { ...matter, row: { ...matter.row, ...after } }, houseDay(new Date(submitted)), definition);
}
