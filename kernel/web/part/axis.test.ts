import { expect, test } from "vitest";
import { axisText, axisUnit, beginsNear, drawnSeries, fullText, isPercentSide, markTones, percentEnds } from "./axis.ts";
import type { Series } from "./drawing.ts";

const series = (values: Series["values"], more: Partial<Series> = {}): Series => ({ label: "x", tone: "dark", values, ...more });

test("all labels of an axis are read in the unit of its greatest figure, stacked marks together", () => {
  const unit = axisUnit([series([1_200_000, 300_000])], "CN");
  expect([0, 300_000, 1_200_000].map((value) => axisText(value, unit, false))).toEqual(["0", "30 万", "120 万"]);
  expect(axisText(1_500_000, axisUnit([series([1_500_000])], "EN"), false)).toBe("1.5 M");
  expect(axisUnit([series([6_000], { stack: "all" }), series([7_000], { stack: "all" })], "CN").word).toBe("万");
});

test("prices keep their digits, shares their sign", () => {
  const unit = axisUnit([series([3.93, 4])], "CN");
  expect(axisText(3.85, unit, false)).toBe("3.85");
  expect(axisText(-5.46, unit, true)).toBe("−5.46%");
  expect(isPercentSide([series([1], { percent: true }), series([2], { axis: "right" })])).toBe(true);
  expect([fullText(1234567.891, false), fullText(12.345, true), fullText(null, true)]).toEqual(["1,234,567.891", "12.35%", "–"]);
});

test("shares go from 0 to 100, growth has ends of its own", () => {
  expect(percentEnds([series([18.5, 100])])).toEqual({ min: 0, max: 100, interval: 25 });
  expect(percentEnds([series([0, null])]), "nothing of everything is still a share").toMatchObject({ max: 100 });
  expect(percentEnds([series([-44.69, 126.62])])).toEqual({});
  expect(percentEnds([series([3.1, 6.7])])).toEqual({});
});

test("lines of prices begin near the least, bars and other lines at zero", () => {
  const prices = series([3.93, 4], { line: true });
  expect(beginsNear({ near: true, series: [prices] })).toBe(true);
  expect(beginsNear({ near: true, series: [prices, series([1])] })).toBe(false);
  expect(beginsNear({ series: [prices] })).toBe(false);
});

test("a line of nothing is not drawn", () => {
  expect(drawnSeries({ series: [series([null, 1]), series([null, null])] })).toHaveLength(1);
});

test("one bar is dark, the greatest unless another was pressed; a fall below nothing is warm", () => {
  const drawing = { shape: "bars", labels: ["a", "b", "c"], series: [series([3, 9, -2])] } as const;
  expect(markTones(drawing)).toEqual([["pale", "dark", "warm"]]);
  expect(markTones({ ...drawing, pressed: 0 })).toEqual([["dark", "pale", "warm"]]);
  const two = { ...drawing, series: [series([1, 2, 3]), series([1, 2, 3])] };
  expect(markTones(two), "two series are told apart by their own tones").toEqual([[], []]);
});
