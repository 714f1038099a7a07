import { abs, add, cmp, div, mul, round, sub, sum } from "#kernel/decimal.ts";
import { noAmounts, plus, type Amounts } from "../common.ts";

/** A line as far as its tax is concerned. */
export interface TaxedLine extends Amounts {
  readonly lineNum: number;
  readonly lineKind: string;
  readonly taxRate: string;
  readonly taxPercent: string;
  readonly priceBasis: string;
  /** Slices ever cut from its transactions, those of cancelled statements included. */
  readonly slices: number;
}

/** How a line's net and tax change where tax is reckoned per document. */
interface Share {
  readonly lineNum: number;
  readonly net: string;
  readonly tax: string;
}

/** The difference is larger than rounding can make it. */
export class RoundingAlarm extends Error {}

const unitOf = (digits: number): string => round(div("1", `1${"0".repeat(digits)}`, digits), digits);

const largest = (lines: readonly TaxedLine[]): TaxedLine =>
  lines.reduce((best, line) => {
    const order = cmp(abs(line.amountExcl), abs(best.amountExcl));
    return order > 0 || (order === 0 && line.lineNum < best.lineNum) ? line : best;
  });

function shareOf(lines: readonly TaxedLine[], digits: number): Share | null {
  const { priceBasis, taxPercent } = lines[0]!;
  const rate = mul(taxPercent, "0.01");
  const total = (key: keyof Amounts): string => sum(lines.map((line) => line[key]));
  const isGross = priceBasis === "INCL";
  const difference = isGross
    ? sub(div(total("amountIncl"), add("1", rate), digits), total("amountExcl"))
    : sub(round(mul(total("amountExcl"), rate), digits), total("taxAmount"));
  if (cmp(difference, "0") === 0) return null;
  const bound = mul(unitOf(digits), String(2 * lines.reduce((all, line) => all + line.slices, 0)));
  if (cmp(abs(difference), bound) > 0) throw new RoundingAlarm(`${difference} exceeds ${bound}`);
  const { lineNum } = largest(lines);
  return isGross ? { lineNum, net: difference, tax: sub("0", difference) } : { lineNum, net: "0", tax: difference };
}

/** Where tax is reckoned per document: the difference of each rate and basis to the sum of its lines, on the largest line. */
export const sharesOf = (lines: readonly TaxedLine[], digits: number): Share[] =>
  [
    ...Map.groupBy(
      lines.filter((line) => line.lineKind === "GOODS"),
      (line) => `${line.taxRate}|${line.priceBasis}`,
    ).values(),
  ].flatMap((group) => shareOf(group, digits) ?? []);

/** Net, tax and gross of some lines. */
export const totalOf = (lines: readonly Amounts[]): Amounts => lines.reduce<Amounts>(plus, noAmounts);
