import { expect, test } from "vitest";
import { horizonOf, readBook } from "./forecast-book.ts";

const sheet = (...rows: readonly (readonly (string | null)[])[]) => rows.map((cells, at) => ({ row: at + 1, cells }));

test("a sheet of a planner: one column for each period, titles of either language, a heading above", () => {
  const { starts, lines, errors } = readBook(
    sheet(
      ["二季度预测"],
      ["供应商编码", "组织编码", "Item code", "单位", "2026-03-02", "2026/3/9", "合计"],
      ["S1", "BU1", "M-100", "件", "1,000", "", "1000"],
      [null, null, null, null, null, null, null],
      ["S2", "BU1", "", "", "abc", "5", ""],
    ),
  );
  expect(starts).toEqual(["2026-03-02", "2026-03-09"]);
  expect(lines.map((line) => [line.row, line.supplier, line.item, line.uom, [...line.qtys]])).toEqual([
    [3, "S1", "M-100", "件", [["2026-03-02", "1000"]]],
    [5, "S2", "", "", [["2026-03-09", "5"]]],
  ]);
  expect(errors.map((error) => error.text[0])).toEqual(["第5行：2026-03-02 的数量不是数字", "第5行：物料编码必填"]);
});

test("the rhythm of the columns is the horizon: days, weeks from Monday, months; gaps are none", () => {
  expect(horizonOf(["2026-03-09", "2026-03-02"])).toEqual({ periodType: "WEEK", startPeriod: "2026-03-02", periodCount: 2 });
  expect(horizonOf(["2026-03-01", "2026-04-01"])).toEqual({ periodType: "MONTH", startPeriod: "2026-03-01", periodCount: 2 });
  expect(horizonOf(["2026-03-03", "2026-03-04"])).toEqual({ periodType: "DAY", startPeriod: "2026-03-03", periodCount: 2 });
  expect(horizonOf(["2026-03-01"])).toMatchObject({ periodType: "MONTH" });
  expect(horizonOf(["2026-03-02", "2026-03-16"])).toBeNull();
  expect(horizonOf([])).toBeNull();
});
