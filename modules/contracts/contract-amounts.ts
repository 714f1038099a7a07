import { add, cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";

export interface Money {
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
}

interface Priced {
  readonly qty: string | null;
  readonly unitPrice: string | null;
  readonly unitPriceIncl: string | null;
}

/** A line of a contract: the price that was entered counts, the other one and the amounts follow from it. */
export function lineMoney(line: Priced, taxPercent: string, isInclusive: boolean, digits: number) {
  const rate = mul(taxPercent, "0.01");
  const [price, incl] = isInclusive
    ? [div(line.unitPriceIncl ?? "0", add("1", rate), 8), round(line.unitPriceIncl ?? "0", 8)]
    : [round(line.unitPrice ?? "0", 8), round(mul(line.unitPrice ?? "0", add("1", rate)), 8)];
  const qty = line.qty ?? "0";
  const entered = round(mul(qty, isInclusive ? (line.unitPriceIncl ?? "0") : (line.unitPrice ?? "0")), digits);
  const amountExcl = isInclusive ? div(entered, add("1", rate), digits) : entered;
  const amountIncl = isInclusive ? entered : add(entered, round(mul(entered, rate), digits));
  return { unitPrice: price, unitPriceIncl: incl, amountExcl, taxAmount: sub(amountIncl, amountExcl), amountIncl };
}

export const sumOf = (lines: readonly Money[]): Money => ({
  amountExcl: sum(lines.map((line) => line.amountExcl)),
  taxAmount: sum(lines.map((line) => line.taxAmount)),
  amountIncl: sum(lines.map((line) => line.amountIncl)),
});

/** The amounts of payment stages: each rounded, the last one takes what is left, so that they add up to the contract. */
export function stageAmounts(amountIncl: string, percents: readonly string[], digits: number): readonly string[] {
  const first = percents.slice(0, -1).map((percent) => round(div(mul(amountIncl, percent), "100", digits + 4), digits));
  return percents.length ? [...first, sub(amountIncl, sum(first))] : [];
}

const figures = "零壹贰叁肆伍陆柒捌玖";
const places = ["", "拾", "佰", "仟"];

/** A group of four digits; a zero between two others is read once. */
function four(group: string): string {
  let text = "";
  let gap = false;
  for (let i = 0; i < group.length; i++) {
    const digit = Number(group[i]);
    if (digit === 0) gap = text !== "";
    else {
      text += `${gap ? "零" : ""}${figures[digit]!}${places[group.length - 1 - i]!}`;
      gap = false;
    }
  }
  return text;
}

function wholeOf(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(digits.slice(Math.max(0, end - 4), end));
  let text = "";
  groups.forEach((group, i) => {
    const words = four(group.replace(/^0+/, ""));
    if (words === "") return;
    const skipped = text !== "" && (group.startsWith("0") || Number(groups[i - 1]) === 0);
    text += `${skipped ? "零" : ""}${words}${["", "万", "亿", "万亿"][groups.length - 1 - i]!}`;
  });
  return text;
}

/** An amount in Chinese capitals, as it stands in contracts and on cheques. */
export function amountInCapitals(amount: string): string {
  const [whole, cents] = round(amount, 2).split(".") as [string, string];
  const [jiao, fen] = [Number(cents[0]), Number(cents[1])];
  const yuan = wholeOf(whole.replace(/^-/, "").replace(/^0+/, ""));
  const head = `${amount.startsWith("-") ? "负" : ""}${yuan ? `${yuan}元` : ""}`;
  if (jiao === 0 && fen === 0) return `${head || "零元"}整`;
  const small = `${jiao ? `${figures[jiao]!}角` : yuan ? "零" : ""}${fen ? `${figures[fen]!}分` : "整"}`;
  return `${head}${small}`;
}

/** Whether the steps of a ladder begin at nought and rise in quantity. */
export const isLadder = (ladder: readonly { readonly fromQty: string }[]): boolean =>
  ladder.length === 0 ||
  (isZero(ladder[0]!.fromQty) && ladder.every((step, i) => i === 0 || cmp(step.fromQty, ladder[i - 1]!.fromQty) > 0));
