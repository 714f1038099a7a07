import { expect, test } from "vitest";
import { causesOf, countsOf, fits, itemsOf, placesText, rowsOf, withAbove } from "./findings.ts";
import type { CheckedRow, ImportAnswer } from "./importCall.ts";

const answer = {
  importId: "i",
  total: 10,
  ok: 7,
  failed: 3,
  inserts: 2,
  updates: 4,
  same: 1,
  sheets: [
    { path: "", label: "订单", name: "订单", columns: [] },
    { path: "lines", label: "明细", name: "明细", columns: [] },
  ],
  errors: [
    { sheet: "明细", row: 9, column: "qty", value: "-1", code: "E", msg: "数量须大于 0" },
    { sheet: "明细", row: 4, column: "qty", value: "0", code: "E", msg: "数量须大于 0" },
    { sheet: "订单", row: 5, column: "item", value: "M-9", code: "E", msg: "物料不存在" },
  ],
  warnings: [{ sheet: "订单", row: 6, column: "price", code: "W", msg: "涨幅超过 5%" }],
} as unknown as ImportAnswer;

const row = (path: string, number: number, result: CheckedRow["result"]): CheckedRow => ({
  sheet: path || "订单",
  row: number,
  path,
  result,
  values: {},
});

test("counters add up: new, changed, same and wrong make all; warnings are a part of what is written", () => {
  const counts = countsOf(answer);
  expect(counts).toEqual({ all: 10, new: 2, changed: 4, same: 1, wrong: 3, warned: 1 });
  expect(counts.new + counts.changed + counts.same + counts.wrong).toBe(counts.all);
});

test("problems are grouped by cause, the most frequent first, rows in order with their sheet, warnings last", () => {
  expect(causesOf(answer).map((c) => [c.msg, placesText(c.rows, true, "、"), c.level])).toEqual([
    ["数量须大于 0", "明细 4、9", "error"],
    ["物料不存在", "订单 5", "error"],
    ["涨幅超过 5%", "订单 6", "warning"],
  ]);
  expect(
    placesText(
      [
        { sheet: "a", row: 1 },
        { sheet: "a", row: 2 },
      ],
      false,
      ", ",
      1,
    ),
  ).toBe("1 …");
});

test("without described rows the wrong ones are drawn as far as errors tell", () => {
  expect(rowsOf(answer).map((r) => [r.path, r.row, r.result])).toEqual([
    ["lines", 9, "wrong"],
    ["lines", 4, "wrong"],
    ["", 5, "wrong"],
  ]);
  expect(fits(row("", 6, "changed"), "warned", new Set(["6 订单"]))).toBe(true);
});

test("a changed line is shown under its document, which itself is the same; headings stand above the lines of each document", () => {
  const rows = [
    row("", 1, "same"),
    row("lines", 1, "same"),
    row("lines/rows", 1, "changed"),
    row("lines", 2, "same"),
    row("", 2, "same"),
    row("", 3, "new"),
  ];
  const checkedRows = withAbove(rows, (checkedRow) => checkedRow.result !== "same");
  expect(checkedRows.map((checkedRow) => [checkedRow.path, checkedRow.row])).toEqual([
    ["", 1],
    ["lines", 1],
    ["lines/rows", 1],
    ["", 3],
  ]);
  expect(itemsOf(checkedRows).map((item) => ("head" in item ? `[${item.head}]` : item.row.path))).toEqual([
    "",
    "[lines]",
    "lines",
    "[lines/rows]",
    "lines/rows",
    "",
  ]);
});
