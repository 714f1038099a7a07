import { expect, test } from "vitest";
import { hotness, slowest } from "./heat.ts";

test("the longest wait is darkest, no wait is pale, and nothing is darker than darkest", () => {
  expect([0, 1.9, 2, 5, 9.99, 10].map((hours) => hotness(hours, 10))).toEqual([0, 0, 1, 2, 4, 4]);
  expect(hotness(0, 0)).toBe(0);
});

test("the slowest step is one that came up often enough", () => {
  const rows = [
    { nodeId: "once", count: 1, meanHours: "99.00" },
    { nodeId: "quick", count: 30, meanHours: "1.00" },
    { nodeId: "slow", count: 3, meanHours: "10.50" },
  ];
  expect(slowest(rows)?.["nodeId"]).toBe("slow");
  expect(slowest([rows[0]!])).toBeNull();
  expect(slowest([{ nodeId: "none", count: 9, meanHours: "0.00" }])).toBeNull();
});
