import { expect, test } from "vitest";
import { causesOf, countsOf, fits, rowsOf } from "./findings.ts";
import type { ImportAnswer } from "./importCall.ts";

const answer = {
  importId: "i",
  total: 10,
  ok: 7,
  failed: 3,
  inserts: 2,
  updates: 4,
  errors: [
    { row: 9, column: "qty", value: "-1", code: "E", msg: "数量须大于 0" },
    { row: 4, column: "qty", value: "0", code: "E", msg: "数量须大于 0" },
    { row: 5, column: "item", value: "M-9", code: "E", msg: "物料不存在" },
  ],
  warnings: [{ row: 6, column: "price", code: "W", msg: "涨幅超过 5%" }],
} as unknown as ImportAnswer;

test("counters add up: new, changed, same and wrong make all; warnings are a part of what is written", () => {
  const counts = countsOf(answer);
  expect(counts).toEqual({ all: 10, new: 2, changed: 4, same: 1, wrong: 3, warned: 1 });
  expect(counts.new + counts.changed + counts.same + counts.wrong).toBe(counts.all);
});

test("problems are grouped by cause, the most frequent first, rows in order, warnings last", () => {
  expect(causesOf(answer).map((c) => [c.msg, c.rows, c.level])).toEqual([
    ["数量须大于 0", [4, 9], "error"],
    ["物料不存在", [5], "error"],
    ["涨幅超过 5%", [6], "warning"],
  ]);
});

test("without described rows the wrong ones are drawn as far as errors tell", () => {
  expect(rowsOf(answer).map((r) => [r.row, r.result])).toEqual([
    [4, "wrong"],
    [5, "wrong"],
    [9, "wrong"],
  ]);
  expect(fits({ row: 6, result: "changed", values: {} }, "warned", new Set([6]))).toBe(true);
});
