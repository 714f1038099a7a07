import { describe, expect, test } from "vitest";
import { houseZone } from "./time.ts";
import {
  checkCell,
  checkValueProblem,
  editedNumber,
  htmlText,
  readDate,
  readMoment,
  readNumber,
  settleNumber,
  showMoment,
  showNumber,
  type CellRules,
} from "./cell.ts";

describe("numbers", () => {
  test("the worked roundings", () => {
    expect(settleNumber("2.345", 2)).toBe("2.35");
    expect(settleNumber("1.005", 2)).toBe("1.01");
    expect(settleNumber("-2.345", 2)).toBe("-2.35");
    expect(settleNumber("2.3", 2)).toBe("2.3");
  });

  test("an editor begins without idle zeros and keeps every digit the scale allows", () => {
    expect(["13.0000", "12.5000", "0.1234", 8, null, "abc"].map(editedNumber)).toEqual(["13", "12.5", "0.1234", "8", "", "abc"]);
    expect(settleNumber("13.1234", 4)).toBe("13.1234");
    expect(settleNumber("13.12345", 4)).toBe("13.1235");
  });

  test("shown with thousands, a true minus, no digits beyond the precision", () => {
    expect(showNumber("1234567.8", { thousands: true, least: 2 })).toBe("1,234,567.80");
    expect(showNumber("-12.80000", { precision: 6 })).toBe("−12.8");
    expect(showNumber("0.12345", { precision: 3 })).toBe("0.123");
    expect(showNumber(1e21, { thousands: true })).toBe("1,000,000,000,000,000,000,000");
    expect(showNumber("")).toBe("");
    expect(showNumber("abc")).toBe("abc");
  });

  test("read as people type and paste them", () => {
    expect(["1,234.50", " ￥１２．５ ", "−3", ".5", "5.", "007", "12%", "+4"].map(readNumber)).toEqual([
      "1234.50",
      "12.5",
      "-3",
      "0.5",
      "5",
      "7",
      "12",
      "4",
    ]);
    expect(["", "abc", "1e3", "1.2.3", "--1"].map(readNumber)).toEqual([null, null, null, null, null]);
  });
});

describe("dates", () => {
  const day = (typed: string): string | null => readDate(typed, "date", "2026-11-14");

  test("read in the spellings people use", () => {
    for (const typed of ["2026-11-28", "2026/11/28", "2026.11.28", "20261128", "2026年11月28日", "11-28", "1128", "11/28"])
      expect(day(typed)).toBe("2026-11-28");
    expect(day("2026-2-3")).toBe("2026-02-03");
    expect(["2026-13-01", "2026-02-30", "abc", "", "2026-11-28 10:00"].map(day)).toEqual([null, null, null, null, null]);
  });

  test("months, years, times", () => {
    expect(readDate("202603", "month", "")).toBe("2026-03");
    expect(readDate("2026/3", "month", "")).toBe("2026-03");
    expect(readDate("2026-13", "month", "")).toBeNull();
    expect(readDate("2026", "year", "")).toBe("2026");
    expect(readDate("2026-11-14 9:05", "datetime", "")).toBe("2026-11-14 09:05:00");
    expect(readDate("2026-11-14", "datetime", "")).toBe("2026-11-14 00:00:00");
    expect(readDate("2026-11-14 25:00", "datetime", "")).toBeNull();
  });

  test("a moment on the wall clock and back, over a change of the clocks", () => {
    expect(showMoment("2026-11-15T04:29:00.123Z", houseZone)).toBe("2026-11-15 12:29:00");
    expect(readMoment("2026-11-15 12:29:00", houseZone)).toBe("2026-11-15T04:29:00.000Z");
    expect(readMoment("2026-07-01 12:00:00", "Europe/Berlin")).toBe("2026-07-01T10:00:00.000Z");
    expect(readMoment("2026-12-01 12:00:00", "Europe/Berlin")).toBe("2026-12-01T11:00:00.000Z");
    expect(showMoment("2026-11-15", houseZone)).toBe("2026-11-15");
  });
});

describe("checks", () => {
  const qty: CellRules = { key: "qty", title: ["数量", "Quantity"], editType: "number", min: 0, max: 100, validate: { required: true } };

  test("table 7: a check cell with a third value is an error", () => {
    const rules: CellRules = { key: "gift", title: ["赠品", "Gift"], editType: "checkbox", trueValue: "Y" };
    expect(checkCell(rules, { gift: "X" })).toEqual({
      code: "TABLE_CHECK_VALUE",
      text: ["值应为Y或N", "Value should be Y or N"],
      level: "error",
    });
    expect(checkCell(rules, { gift: "N" })).toBeNull();
    expect(checkValueProblem({ trueValue: 1, falseValue: 0 }, 2)?.text[1]).toBe("Value should be 1 or 0");
  });

  test("required and range speak of the column", () => {
    expect(checkCell(qty, { qty: "" })).toMatchObject({ code: "TABLE_REQUIRED", text: ["数量必填", "Quantity is required"] });
    expect(checkCell(qty, { qty: "100.01" })).toMatchObject({
      code: "TABLE_RANGE",
      text: ["数量应在0至100之间", "Quantity must be between 0 and 100"],
    });
    expect(checkCell({ ...qty, max: undefined } as CellRules, { qty: "-1" })?.text[0]).toBe("数量不能小于0");
    expect(checkCell(qty, { qty: "abc" })?.code).toBe("TABLE_NUMBER");
    expect(checkCell(qty, { qty: "100" })).toBeNull();
  });

  test("pattern, length, own rule, warning, dates", () => {
    const text = (validate: CellRules["validate"]): CellRules => ({
      key: "t",
      title: ["文本", "Text"],
      editType: "text",
      ...(validate === undefined ? {} : { validate }),
    });
    expect(checkCell(text({ pattern: /^\d+$/ }), { t: "a" })?.code).toBe("TABLE_PATTERN");
    expect(checkCell(text({ maxLength: 2 }), { t: "abc" })?.text[0]).toBe("文本最多 2 个字符");
    expect(checkCell(text({ fn: () => ["不行", "No"] }), { t: "a" })).toMatchObject({ code: "TABLE_RULE", level: "error" });
    expect(checkCell(text({ fn: () => ({ code: "W", level: "warning", text: ["看", "Look"] }) }), { t: "a" })?.level).toBe("warning");
    expect(checkCell({ key: "d", title: ["日", "Day"], editType: "date" }, { d: "morgen" })?.code).toBe("TABLE_DATE");
    expect(checkCell({ key: "d", title: ["日", "Day"], editType: "datetime" }, { d: "2026-11-15T04:29:00.123Z" })).toBeNull();
  });

  test("required may depend on the row", () => {
    const rules: CellRules = {
      key: "why",
      title: ["原因", "Reason"],
      editType: "text",
      validate: { required: (row) => row["price"] !== "1" },
    };
    expect(checkCell(rules, { price: "2" })?.code).toBe("TABLE_REQUIRED");
    expect(checkCell(rules, { price: "1" })).toBeNull();
  });
});

test("html is only ever its words", () => {
  expect(htmlText('<p>甲<br>乙</p><script>alert(1)</script><img src=x onerror="y()">&lt;b&gt;&nbsp;丙 &amp; 丁')).toBe("甲 乙 <b> 丙 & 丁");
  expect(htmlText("<scr<script>ipt>alert(1)")).not.toContain("<script");
});
