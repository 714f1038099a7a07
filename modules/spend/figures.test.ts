import { expect, test } from "vitest";
import { ageBucket, classesOf, concentration, growth, mean, sharesOf } from "./figures.ts";

test("shares show 100.00 together, the last one taking what rounding left", () => {
  expect(sharesOf(["1", "1", "1"])).toEqual(["33.33", "33.33", "33.34"]);
  expect(sharesOf(["0", "0"])).toEqual([null, null]);
});

test("growth without a base is not told", () => {
  expect(growth("150", "100")).toBe("50.00");
  expect(growth("150", "0")).toBeNull();
  expect(growth("50", "200")).toBe("-75.00");
});

test("what reaches 80 % of the whole is A, what reaches 95 % is B", () => {
  expect(classesOf(["70", "15", "8", "5", "2"]).map((entry) => entry.cls)).toEqual(["A", "A", "B", "B", "C"]);
  expect(classesOf(["70", "15", "8", "5", "2"]).at(-1)!.cumulative).toBe("100.00");
  expect(classesOf(["100"])).toEqual([{ cumulative: "100.00", cls: "A" }]);
});

test("one holder of everything is 10,000, two halves are 5,000", () => {
  expect(concentration(["100.00"])).toBe("10000");
  expect(concentration(["50.00", "50.00"])).toBe("5000");
});

test("ages fall into their buckets, and the mean of nothing is not told", () => {
  expect([0, 7, 8, 15, 16, 30, 31, 60, 61].map(ageBucket)).toEqual([
    "0–7",
    "0–7",
    "8–15",
    "8–15",
    "16–30",
    "16–30",
    "31–60",
    "31–60",
    "> 60",
  ]);
  expect(mean([])).toBeNull();
  expect(mean([1, 2])).toBe("1.5");
});
