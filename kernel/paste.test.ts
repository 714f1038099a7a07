import { describe, expect, test } from "vitest";
import { houseZone } from "./time.ts";
import { matchChoice, planPaste, readBlock, writeBlock, type PasteColumn } from "./paste.ts";

const at = { today: "2026-11-14", zone: houseZone };
const units = [
  { value: "PCS", label: "件" },
  { value: "KG", label: "千克" },
  { value: "OLD", label: "旧", disabled: true },
  { value: "A1", label: "同名" },
  { value: "A2", label: "同名" },
];
const columns: readonly PasteColumn[] = [
  { key: "name", title: ["名称", "Name"], editType: "text", editable: true },
  { key: "uom", title: ["单位", "Unit"], editType: "select", editable: true, choices: units },
  { key: "qty", title: ["数量", "Quantity"], editType: "number", precision: 2, editable: true },
  { key: "amount", title: ["金额", "Amount"], cellType: "money", editable: false },
  { key: "day", title: ["日期", "Date"], editType: "date", editable: true },
  { key: "gift", title: ["赠品", "Gift"], editType: "checkbox", editable: true },
];

describe("blocks", () => {
  test("cells with tabs, lines and quotes survive a round trip", () => {
    const block = [
      ["a", 'b "x"', "two\nlines"],
      ["", "tab\there", "c"],
    ];
    expect(readBlock(writeBlock(block))).toEqual(block);
    expect(readBlock("a\tb\r\nc\td\r\n")).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });
});

describe("paste", () => {
  test("values go by position; lookups by code or meaning; numbers are rounded; dates and checks are read", () => {
    const plan = planPaste("甲\t件\t1,234.567\t\t2026/11/28\t是\n乙\tKG\t2\t\t11-29\tN", columns, 9, at);
    expect(plan.unmatched).toEqual([]);
    expect(plan.cells.filter((cell) => cell.row === 0).map((cell) => cell.value)).toEqual(["甲", "PCS", "1234.57", "2026-11-28", "Y"]);
    expect(plan.cells.filter((cell) => cell.row === 1).map((cell) => cell.value)).toEqual(["乙", "KG", "2", "2026-11-29", "N"]);
  });

  test("what does not match is reported, never guessed", () => {
    const plan = planPaste("甲\t箱\tabc\t9.99\tgestern\tvielleicht\textra", columns, 1, at);
    expect(plan.cells).toEqual([{ row: 0, key: "name", value: "甲" }]);
    expect(plan.unmatched.map(({ key, typed, why }) => [key, typed, why[1]])).toEqual([
      ["uom", "箱", "No such option"],
      ["qty", "abc", "Not a number"],
      ["amount", "9.99", "This cell is read-only"],
      ["day", "gestern", "Not a date"],
      ["gift", "vielleicht", "No such option"],
      [null, "extra", "Past the last column"],
    ]);
  });

  test("a disabled choice and an ambiguous meaning are no match", () => {
    expect(matchChoice(units, "旧")).toBeNull();
    expect(matchChoice(units, "同名")).toBeNull();
    expect(matchChoice(units, "a1")?.value).toBe("A1");
  });

  test("our own header line is left out, rows beyond the table are reported", () => {
    const plan = planPaste("名称\t单位\n甲\tPCS\n乙\tKG", columns, 1, at);
    expect(plan.cells.map((cell) => cell.value)).toEqual(["甲", "PCS"]);
    expect(plan.unmatched.map((unmatched) => [unmatched.row, unmatched.typed])).toEqual([
      [1, "乙"],
      [1, "KG"],
    ]);
  });

  test("an empty cell empties, a closed cell stays", () => {
    const plan = planPaste("\tPCS", columns, 1, at, (_row, key) => key !== "uom");
    expect(plan.cells).toEqual([{ row: 0, key: "name", value: null }]);
    expect(plan.unmatched).toHaveLength(1);
  });
});
