import { expect, test } from "vitest";
import { concentration, flowOf, growth, mainOf, percentOf, quantile, type Passage } from "./report-figures.ts";

test("median and ninetieth percentile lie between neighbours by proportion", () => {
  expect([quantile([], 0.5), quantile([7], 0.9)]).toEqual([null, "7.0"]);
  // 10, 20, 30, 40: the median is 25; 0.9 × 3 = 2.7 steps, 30 + 0.7 × 10 = 37.
  expect([quantile([40, 10, 30, 20], 0.5), quantile([40, 10, 30, 20], 0.9)]).toEqual(["25.0", "37.0"]);
  expect(quantile([12, 18, 45], 0.5)).toBe("18.0");
});

test("pass rate: 3 of 3 + 1 is 75.00 percent, of nothing there is none", () => {
  expect([percentOf(3, 4), percentOf(1, 3), percentOf(0, 0)]).toEqual(["75.00", "33.33", null]);
});

test("opening plus introduced minus exited is closing in every month, and closing is who is in", () => {
  const moves: Passage[] = [
    { supplierId: "a", day: "2024-05-01", way: "IN" },
    { supplierId: "b", day: "2025-11-30", way: "IN" },
    { supplierId: "gone", day: "2025-02-01", way: "IN" },
    { supplierId: "gone", day: "2025-03-01", way: "OUT" },
    { supplierId: "c", day: "2026-01-10", way: "IN" },
    { supplierId: "c", day: "2026-02-10", way: "IN" },
    { supplierId: "a", day: "2026-02-20", way: "OUT" },
    { supplierId: "a", day: "2026-02-21", way: "OUT" },
    { supplierId: "never", day: "2026-02-25", way: "OUT" },
    { supplierId: "d", day: "2026-04-01", way: "OUT" },
    { supplierId: "d", day: "2026-04-01", way: "IN" },
    { supplierId: "a", day: "2026-12-31", way: "IN" },
    { supplierId: "later", day: "2027-01-01", way: "IN" },
  ];
  const { months, neverIn } = flowOf(moves, "2026");
  expect(months.map((m) => [m.opening, m.introduced, m.exited, m.closing])).toEqual([
    [2, 1, 0, 3],
    [3, 0, 1, 2],
    [2, 0, 0, 2],
    [2, 1, 1, 2],
    ...Array.from({ length: 7 }, () => [2, 0, 0, 2]),
    [2, 1, 0, 3],
  ]);
  for (const m of months) expect(m.opening + m.introduced - m.exited).toBe(m.closing);
  expect(neverIn).toEqual(["never"]);
});

test("main suppliers: ranked until the running share reaches 80, the one that crosses it counts", () => {
  const amounts = [
    { supplierId: "a", amount: "500.00" },
    { supplierId: "b", amount: "250.00" },
    { supplierId: "c", amount: "150.00" },
    { supplierId: "d", amount: "100.00" },
  ];
  expect(mainOf(amounts, "80").map((m) => [m.rank, m.supplierId, m.share, m.cumulative])).toEqual([
    [1, "a", "50.00", "50.00"],
    [2, "b", "25.00", "75.00"],
    [3, "c", "15.00", "90.00"],
  ]);
  expect(mainOf(amounts, "75").map((m) => m.supplierId)).toEqual(["a", "b"]);
  expect(mainOf([], "80")).toEqual([]);
});

test("concentration and growth", () => {
  // 50² + 30² + 20² = 3800.
  expect([concentration(["500", "300", "200"]), concentration(["7"]), concentration([])]).toEqual(["3800", "10000", null]);
  expect([growth("120", "100"), growth("90", "120"), growth("5", "0")]).toEqual(["20.00", "-25.00", null]);
});
