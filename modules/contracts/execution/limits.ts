import { add, div, mul, round, type Decimal } from "#kernel/decimal.ts";

/** What the limits of a contract are reckoned from. */
export interface Limited {
  readonly amountMode: string;
  readonly amountIncl: Decimal | null;
  readonly overRunPct: Decimal | null;
}

/** A value with the overrun that a contract allows. */
export const withOverrun = (value: Decimal, { overRunPct }: Limited): Decimal => add(value, div(mul(value, overRunPct ?? "0"), "100", 6));

/** The same for an amount, as it is stored. */
const amountWithOverrun = (doc: Limited): Decimal => round(withOverrun(doc.amountIncl ?? "0", doc), 2);

const isOrdered = ({ amountMode }: Limited): boolean => amountMode === "SUM" || amountMode === "CAP";

/** How much may be ordered under a contract; null where nothing limits it. */
export const orderLimitOf = (doc: Limited): Decimal | null => (isOrdered(doc) ? amountWithOverrun(doc) : null);

/** How much may be asked for over all stages; a contract without an amount of its own only counts. */
export const payLimitOf = (doc: Limited): Decimal | null =>
  doc.amountMode === "NONE" ? null : isOrdered(doc) ? amountWithOverrun(doc) : (doc.amountIncl ?? "0");

/** How much of an item may be ordered; its quantity counts where the amount is the sum of the items. */
export const itemLimitOf = ({ qty }: { readonly qty: Decimal | null }, doc: Limited): Decimal | null =>
  doc.amountMode === "SUM" && qty !== null ? withOverrun(qty, doc) : null;

/** How much may be asked for of a stage: its amount where the contract states an amount. Others follow what is received. */
export const stageLimitOf = ({ amount }: { readonly amount: Decimal | null }, { amountMode }: Limited): Decimal | null =>
  amountMode === "SUM" || amountMode === "FIXED" ? (amount ?? "0") : null;
