import { div, mul } from "#kernel/decimal.ts";
import { amounts, minus, noAmounts, plus, taxed, type Amounts } from "../common.ts";
import type { ComposeFacts, NextLine, StmtDetail, StmtLine } from "./compose.ts";

/** The parts of an adjustment: an amount at a rate. A rate that changes needs one part for each rate. */
interface Part extends Amounts {
  readonly taxRate: string;
}

/** The line at the other side's price, less the line. */
const atPrice = (line: NextLine, price: string, digits: number): Part => ({
  ...minus(taxed(line.priceBasis, div(mul(line.qty, price), line.priceUnit ?? "1", 12), line.taxPercent, digits), line),
  taxRate: line.taxRate,
});

/** The line is taken out at our rate, and its net comes in at theirs. */
const atRate = (line: NextLine, rate: string, percent: string, digits: number): Part[] => [
  { ...minus(noAmounts, line), taxRate: line.taxRate },
  { ...taxed("EXCL", line.amountExcl, percent, digits), taxRate: rate },
];

/** What a settled difference adds to the statement; goods lines themselves are never priced again. */
export function partsOf(detail: StmtDetail, line: NextLine | undefined, { digits, taxes }: Pick<ComposeFacts, "digits" | "taxes">): Part[] {
  if (detail.detailStatus !== "SETTLED") return [];
  const { resolution, diffType, theirValue, taxRate, adjustEx } = detail;
  if (resolution === "ADJUST" && adjustEx && taxRate) return [{ ...taxed("EXCL", adjustEx, taxes.get(taxRate) ?? "0", digits), taxRate }];
  if (resolution !== "ACCEPT" || !line) return [];
  if (diffType === "PRICE" && theirValue) return [atPrice(line, theirValue, digits)];
  if (diffType === "TAX" && taxRate) return atRate(line, taxRate, taxes.get(taxRate) ?? "0", digits);
  return [];
}

/** The lines of the adjustments, each with its own number, known by its difference. */
export function adjustLines(
  old: readonly StmtLine[],
  details: readonly StmtDetail[],
  goods: readonly NextLine[],
  facts: ComposeFacts,
): NextLine[] {
  const known = new Map(old.map((line) => [line.groupKey, line.lineNum]));
  let last = Math.max(0, ...old.map((line) => line.lineNum ?? 0), ...goods.map((line) => line.lineNum));
  return details.flatMap((detail) => {
    const line = goods.find((candidate) => candidate.lineNum === detail.lineNum);
    return partsOf(detail, line, facts).map((part, i): NextLine => {
      const groupKey = `A|${detail.id}|${i}`;
      return {
        ...amounts(part.amountExcl, part.taxAmount),
        groupKey,
        lineNum: known.get(groupKey) ?? ++last,
        lineKind: "ADJUST",
        qty: "0",
        taxRate: part.taxRate,
        taxPercent: facts.taxes.get(part.taxRate) ?? "0",
        priceBasis: "EXCL",
        price: null,
        priceUnit: null,
        roundShare: "0",
        slices: 1,
        of: line?.of ?? null,
        text: detail.reason.slice(0, 500),
      };
    });
  });
}

/** What one difference comes to. */
export const adjustmentOf = (detail: StmtDetail, line: NextLine | undefined, facts: ComposeFacts): Amounts =>
  partsOf(detail, line, facts).reduce<Amounts>(plus, noAmounts);
