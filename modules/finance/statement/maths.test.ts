import { expect, test } from "vitest";
import { add, cmp, div, isZero, mul, neg, round } from "#kernel/decimal.ts";
import { amounts, taxed, type Amounts } from "../common.ts";
import { sliceOf, type Sliced } from "./slices.ts";
import { sharesOf, totalOf, type TaxedLine } from "./totals.ts";

/** Random figures that are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const fresh = (qty: string, posted: Amounts): Sliced => ({
  qty,
  amountExcl: posted.amountExcl,
  taxAmount: posted.taxAmount,
  liveQty: "0",
  liveExcl: "0.00",
  liveTax: "0.00",
});
const after = (of: Sliced, qty: string, slice: Amounts): Sliced => ({
  ...of,
  liveQty: add(of.liveQty, qty),
  liveExcl: add(of.liveExcl, slice.amountExcl),
  liveTax: add(of.liveTax, slice.taxAmount),
});
const inPieces = (of: Sliced, pieces: readonly string[]): { readonly last: Sliced; readonly net: string[] } => {
  const net: string[] = [];
  const last = pieces.reduce((now, piece) => {
    const slice = sliceOf(now, piece, 2);
    net.push(slice.amountExcl);
    return after(now, piece, slice);
  }, of);
  return { last, net };
};

test("finance 2: slices close exactly", () => {
  const { net, last } = inPieces(fresh("3", taxed("EXCL", mul("3", "0.335"), "13", 2)), ["1", "1", "1"]);
  expect(net).toEqual(["0.34", "0.33", "0.34"]);
  expect(last.liveExcl).toBe("1.01");
});

test("finance 27: the price unit is carried, the slices are cut from the posted amounts", () => {
  const posted = taxed("EXCL", div(mul("3300", "125"), "1000", 6), "13", 2);
  expect(posted).toEqual({ amountExcl: "412.50", taxAmount: "53.63", amountIncl: "466.13" });
  expect(inPieces(fresh("3300", posted), ["1000", "2300"]).net).toEqual(["125.00", "287.50"]);
});

test("a slice that is cancelled leaves the figures, and the last one still closes", () => {
  let of = fresh("10", amounts("0.15", "0.00"));
  const pieces = Array.from({ length: 10 }, () => {
    const slice = sliceOf(of, "1", 2);
    of = after(of, "1", slice);
    return slice;
  });
  expect(pieces.map((piece) => piece.amountExcl).slice(0, 3)).toEqual(["0.02", "0.01", "0.02"]);
  for (const piece of pieces.filter(({ amountExcl }) => amountExcl === "0.01"))
    of = after(of, "-1", amounts(neg(piece.amountExcl), "0.00"));
  expect([of.liveQty, of.liveExcl]).toEqual(["5", "0.10"]);
  const next = sliceOf(of, "1", 2);
  expect(next.amountExcl).toBe("0.00");
  of = after(of, "1", next);
  const rest = sliceOf(of, "4", 2);
  expect(rest.amountExcl).toBe("0.05");
});

test("any slicing closes to the posted cent, whatever is cancelled on the way", () => {
  const roll = dice(7);
  for (let round_ = 0; round_ < 2_000; round_++) {
    const isReturn = roll(3) === 0;
    const total = 1 + roll(60);
    const sign = (value: string): string => (isReturn ? neg(value) : value);
    const posted = taxed("EXCL", sign(div(String(roll(200_000)), "1000", 3)), ["0", "6", "9", "13"][roll(4)]!, 2);
    let of = fresh(sign(String(total)), posted);
    let left = total;
    const live: { qty: string; slice: Amounts }[] = [];
    while (left > 0) {
      if (live.length && roll(4) === 0) {
        const [gone] = live.splice(roll(live.length), 1);
        left += Math.abs(Number(gone!.qty));
        of = after(of, neg(gone!.qty), amounts(neg(gone!.slice.amountExcl), neg(gone!.slice.taxAmount)));
      }
      const qty = 1 + roll(left);
      const slice = sliceOf(of, sign(String(qty)), 2);
      for (const [part, whole] of [
        [slice.amountExcl, posted.amountExcl],
        [slice.taxAmount, posted.taxAmount],
      ] as const)
        expect(isZero(part) || part.startsWith("-") === whole.startsWith("-")).toBe(true);
      live.push({ qty: sign(String(qty)), slice });
      of = after(of, sign(String(qty)), slice);
      left -= qty;
    }
    expect([cmp(of.liveExcl, posted.amountExcl), cmp(of.liveTax, posted.taxAmount)]).toEqual([0, 0]);
  }
});

const line = (lineNum: number, posted: Amounts, more: Partial<TaxedLine> = {}): TaxedLine => ({
  ...posted,
  ...{ lineNum, lineKind: "GOODS", taxRate: "T13", taxPercent: "13", priceBasis: "EXCL", slices: 1 },
  ...more,
});

test("finance 3: tax per line and per document", () => {
  const lines = [1, 2, 3].map((num) => line(num, taxed("EXCL", "10.04", "13", 2)));
  expect(totalOf(lines).taxAmount).toBe("3.93");
  const [share, ...others] = sharesOf(lines, 2);
  expect([share, others]).toEqual([{ lineNum: 1, net: "0", tax: "-0.01" }, []]);
  expect(add(totalOf(lines).amountIncl, share!.tax)).toBe("34.04");
});

test("finance 4: a gross price", () => {
  expect(taxed("INCL", mul("7", "1.13"), "13", 2)).toEqual({ amountExcl: "7.00", taxAmount: "0.91", amountIncl: "7.91" });
});

test("where prices are gross, the difference moves between net and tax of one line", () => {
  const lines = [1, 2, 3].map((num) => line(num, taxed("INCL", "10.04", "13", 2), { priceBasis: "INCL" }));
  const [share] = sharesOf(lines, 2);
  expect(add(share!.net, share!.tax)).toBe("0.00");
});

test("tax per document is that of the rounded total, and its difference to the lines stays within the bound", () => {
  const roll = dice(11);
  const wrong: string[] = [];
  for (let document = 0; document < 20_000; document++) {
    const basis = roll(2) === 0 ? "EXCL" : "INCL";
    const [percent, digits] = [["3", "6", "9", "13"][roll(4)]!, roll(5) === 0 ? 0 : 2];
    const lines = Array.from({ length: 1 + roll(6) }, (_, i) =>
      line(i + 1, taxed(basis, div(String(roll(10_000_000)), "1000", 3), percent, digits), { taxPercent: percent, priceBasis: basis }),
    );
    const [share] = sharesOf(lines, digits);
    const total = totalOf(lines);
    const [net, tax] = [add(total.amountExcl, share?.net ?? "0"), add(total.taxAmount, share?.tax ?? "0")];
    const rate = mul(percent, "0.01");
    const isRight =
      basis === "EXCL"
        ? cmp(tax, round(mul(net, rate), digits)) === 0
        : cmp(net, div(total.amountIncl, add("1", rate), digits)) === 0 && cmp(add(net, tax), total.amountIncl) === 0;
    if (!isRight) wrong.push(`${document}: ${net} + ${tax}`);
  }
  expect(wrong).toEqual([]);
});
