import { expect, test } from "vitest";
import {
  abs,
  add,
  cmp,
  div,
  format,
  isDecimal,
  isNonNegative,
  isPositive,
  isZero,
  max,
  min,
  mul,
  neg,
  round,
  sub,
  sum,
  trim,
} from "./decimal.ts";

/** A number as a fraction of whole numbers: the plainest exact model there is. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const rounds = 500;

/** The same numbers on every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

function decimals(seed: number): () => string {
  const roll = dice(seed);
  const digits = (count: number) => Array.from({ length: count }, () => roll(10)).join("");
  return () => {
    const fraction = roll(3) === 0 ? "" : `.${digits(1 + roll(8))}`;
    return `${roll(2) === 0 ? "-" : ""}${digits(1 + roll(25))}${fraction}`;
  };
}

function exact(text: string): Fraction {
  const [whole = "", fraction = ""] = text.split(".");
  return { top: BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) };
}

const same = (a: Fraction, b: Fraction): boolean => a.top * b.bottom === b.top * a.bottom;

const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** Not further than half a step from the true value, and a tie lies away from zero. */
function isRoundedHalfUp(shown: string, truth: Fraction, scale: number): boolean {
  const { top, bottom } = exact(shown);
  const truthTop = truth.bottom < 0n ? -truth.top : truth.top;
  const truthBottom = size(truth.bottom);
  const distance = size(top * truthBottom - truthTop * bottom) * 2n * 10n ** BigInt(scale);
  const step = bottom * truthBottom;
  if (distance === step) return size(top) * truthBottom > size(truthTop) * bottom;
  return distance < step;
}

test("sums, differences and products are exact", () => {
  const next = decimals(1);
  for (let i = 0; i < rounds; i += 1) {
    const [a, b] = [next(), next()];
    const [x, y] = [exact(a), exact(b)];
    expect(same(exact(add(a, b)), { top: x.top * y.bottom + y.top * x.bottom, bottom: x.bottom * y.bottom }), `${a} + ${b}`).toBe(true);
    expect(same(exact(sub(a, b)), { top: x.top * y.bottom - y.top * x.bottom, bottom: x.bottom * y.bottom }), `${a} - ${b}`).toBe(true);
    expect(same(exact(mul(a, b)), { top: x.top * y.top, bottom: x.bottom * y.bottom }), `${a} * ${b}`).toBe(true);
  }
});

test("what was added can be taken away again", () => {
  const next = decimals(2);
  for (let i = 0; i < rounds; i += 1) {
    const [a, b] = [next(), next()];
    expect(cmp(sub(add(a, b), b), a)).toBe(0);
    expect(cmp(add(a, b), add(b, a))).toBe(0);
    expect(add(a, neg(a))).toMatch(/^0(\.0+)?$/);
  }
});

test("quotients and rounded values lie within half a step, ties away from zero", () => {
  const next = decimals(3);
  const roll = dice(4);
  for (let i = 0; i < rounds; i += 1) {
    const [a, b, scale] = [next(), next(), roll(9)];
    expect(isRoundedHalfUp(round(a, scale), exact(a), scale), `round ${a} to ${scale}`).toBe(true);
    if (isZero(b)) continue;
    const [x, y] = [exact(a), exact(b)];
    expect(isRoundedHalfUp(div(a, b, scale), { top: x.top * y.bottom, bottom: x.bottom * y.top }, scale), `${a} / ${b} to ${scale}`).toBe(
      true,
    );
  }
});

test("a value rounded to a scale has exactly its digits and no minus before zero", () => {
  const next = decimals(5);
  const roll = dice(6);
  for (let i = 0; i < rounds; i += 1) {
    const scale = roll(9);
    const shown = round(next(), scale);
    expect(shown).toMatch(scale === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${scale}}$`));
    if (isZero(shown)) expect(shown).not.toContain("-");
  }
});

test("order agrees with the exact values", () => {
  const next = decimals(7);
  for (let i = 0; i < rounds; i += 1) {
    const [a, b] = [next(), next()];
    const [x, y] = [exact(a), exact(b)];
    const difference = x.top * y.bottom - y.top * x.bottom;
    expect(cmp(a, b)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    expect([max(a, b), min(a, b)].toSorted()).toEqual([a, b].toSorted());
    expect(cmp(max(a, b), min(a, b))).toBeGreaterThanOrEqual(0);
    expect(cmp(abs(a), "0")).toBeGreaterThanOrEqual(0);
    expect(cmp(trim(a), a)).toBe(0);
  }
});

test("table 17: rounding is half up on the magnitude, big numbers are shown in full", () => {
  expect(round("2.345", 2)).toBe("2.35");
  expect(round("1.005", 2)).toBe("1.01");
  expect(round("-2.345", 2)).toBe("-2.35");
  expect(round("-0.004", 2)).toBe("0.00");
  expect(format("1000000000000000000000", { thousands: false })).toBe("1000000000000000000000");
  expect(format("1000000000000000000000")).toBe("1,000,000,000,000,000,000,000");
});

test("table 17: the footer sums and means exactly", () => {
  expect(sum(["12.5", "7.25"])).toBe("19.75");
  expect(div(sum(["8.1", "9"]), "2", 2)).toBe("8.55");
  expect(sum([])).toBe("0");
});

test("table 7.1: non-negative and positive decimals as people type them", () => {
  for (const good of ["0", "0.5", "12.30"]) expect(isNonNegative(good), good).toBe(true);
  for (const bad of ["", "-1", "1e3", "1.", ".5", "+1", " 1", "1\n", "１", "0x10"]) expect(isNonNegative(bad), bad).toBe(false);
  expect(isPositive("0.01")).toBe(true);
  for (const bad of ["0", "0.00", "-1", ""]) expect(isPositive(bad), bad).toBe(false);
});

test("table 7.1: an inverse conversion rate has eight decimals", () => {
  expect(div("1", "12", 8)).toBe("0.08333333");
  expect(div("1", "3", 8)).toBe("0.33333333");
});

test("what is no decimal is refused loudly", () => {
  expect(() => add("1", "x")).toThrow(RangeError);
  expect(() => mul("", "1")).toThrow(RangeError);
  expect(() => round("1e3", 2)).toThrow(RangeError);
  expect(() => div("1", "0.00", 2)).toThrow("division by zero");
  expect(isDecimal(1)).toBe(false);
  expect(isDecimal(null)).toBe(false);
});

test("format groups the whole part only", () => {
  expect(format("1234567.1234")).toBe("1,234,567.1234");
  expect(format("-123456.5", { scale: 2 })).toBe("-123,456.50");
  expect(format("999.995", { scale: 2 })).toBe("1,000.00");
  expect(format("1234.5", { scale: 2, thousands: false })).toBe("1234.50");
});

test("meaningless zeros go, meaningful ones stay", () => {
  expect(trim("12.500")).toBe("12.5");
  expect(trim("3.00")).toBe("3");
  expect(trim("100")).toBe("100");
  expect(neg("0.00")).toBe("0.00");
});

test("figures without end are no decimals, so that nothing is computed with them", () => {
  expect(isDecimal("9".repeat(100))).toBe(true);
  expect(isDecimal("9".repeat(101))).toBe(false);
  expect(isDecimal(`0.${"0".repeat(500_000)}1`)).toBe(false);
  // What was computed exactly may be longer than what may be sent.
  expect(mul("9".repeat(90), "9".repeat(90))).toHaveLength(180);
});
