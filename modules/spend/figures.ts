import { add, cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";

/** A part of a whole in percent with two decimals; null of nothing. */
export const percentOf = (part: string, whole: string): string | null => (isZero(whole) ? null : round(div(mul(part, "100"), whole, 8), 2));

/** How much more than the base, in percent; null without a base. */
export const growth = (now: string, base: string): string | null => (isZero(base) ? null : percentOf(sub(now, base), base));

export { sharesOf } from "#kernel/report.ts";

/** Class A until 80 % of the whole are reached, B until 95 %, C the rest; amounts come from the greatest down. */
export function classesOf(amounts: readonly string[]): { readonly cumulative: string | null; readonly cls: "A" | "B" | "C" }[] {
  const whole = sum(amounts);
  let before = "0";
  return amounts.map((amount, i) => {
    const begun = isZero(whole) ? "100" : percentOf(before, whole)!;
    before = add(before, amount);
    const cumulative = isZero(whole) ? null : i === amounts.length - 1 ? "100.00" : percentOf(before, whole);
    return { cumulative, cls: cmp(begun, "80") < 0 ? "A" : cmp(begun, "95") < 0 ? "B" : "C" };
  });
}

/** How concentrated shares in percent are: one holder is 10,000. */
export const concentration = (shares: readonly (string | null)[]): string =>
  round(
    shares.reduce<string>((all, share) => (share === null ? all : add(all, mul(share, share))), "0"),
    0,
  );

export const ages = [
  [7, "0–7"],
  [15, "8–15"],
  [30, "16–30"],
  [60, "31–60"],
  [Infinity, "> 60"],
] as const;

/** The bucket an age in days belongs to. */
export const ageBucket = (days: number): string => ages.find(([most]) => days <= most)![1];

/** The mean of some figures with so many decimals; null of none. */
export const mean = (values: readonly number[], decimals = 1): string | null =>
  values.length === 0 ? null : round(div(sum(values.map(String)), String(values.length), 6), decimals);
