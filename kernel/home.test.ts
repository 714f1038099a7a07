import { expect, test } from "vitest";
import { groupTodos, isNought, lateness, moveWidget, placeWidgets, todoGroup, withoutNumber } from "./home.ts";
import type { TodoRow, Widget } from "./home.ts";

const asOf = "2026-11-14 09:42:10";
const row = (id: string, dueAt: string | null): TodoRow => ({ id, dueAt, kind: "APPROVAL", matter: id, number: id, from: "x" });
const widget = (widgetCode: string, widgetType: Widget["widgetType"], seq: number, more: Partial<Widget> = {}): Widget => ({
  widgetCode,
  widgetType,
  seq,
  nameCn: "",
  nameEn: "",
  span: 1,
  visible: "Y",
  ...more,
});

test("to-dos are overdue, due today or later by the server's clock", () => {
  expect(todoGroup(row("a", "2026-11-14 09:42:09"), asOf)).toBe("overdue");
  expect(todoGroup(row("a", "2026-11-14 09:42:10"), asOf)).toBe("today");
  expect(todoGroup(row("a", "2026-11-15 00:00:00"), asOf)).toBe("later");
  expect(todoGroup(row("a", null), asOf)).toBe("later");
});

test("the nearest limit comes first, no limit last, empty groups are left out", () => {
  const groups = groupTodos(
    [row("free", null), row("soon", "2026-11-20 12:00:00"), row("late", "2026-11-13 06:00:00"), row("later still", "2026-11-10 06:00:00")],
    asOf,
  );
  expect(groups.map(([group, rows]) => [group, rows.map((todoRow) => todoRow.id)])).toEqual([
    ["overdue", ["later still", "late"]],
    ["later", ["soon", "free"]],
  ]);
});

test("lateness is counted in whole days, hours and minutes", () => {
  expect(lateness("2026-11-13 06:30:00", asOf)).toEqual({ days: 1, hours: 3, minutes: 12 });
  expect(lateness("2026-11-14 09:00:00", asOf)).toEqual({ days: 0, hours: 0, minutes: 42 });
});

test("figures make the strip, wide blocks the left, narrow ones the right; hidden ones nothing", () => {
  const board = placeWidgets([
    widget("n", "NOTICE", 30),
    widget("t", "TODO", 20, { span: 3 }),
    widget("f2", "FIGURE", 12),
    widget("f1", "FIGURE", 11),
    widget("x", "LINKS", 5, { visible: "N" }),
  ]);
  expect(board.strip.map((entry) => entry.widgetCode)).toEqual(["f1", "f2"]);
  expect(board.wide.map((entry) => entry.widgetCode)).toEqual(["t"]);
  expect(board.narrow.map((entry) => entry.widgetCode)).toEqual(["n"]);
});

test("a widget moves among its own kind", () => {
  const list = [widget("f1", "FIGURE", 10), widget("t", "TODO", 20), widget("f2", "FIGURE", 30)];
  expect(moveWidget(list, "f2", -1).map((entry) => [entry.widgetCode, entry.seq])).toEqual([
    ["f2", 10],
    ["t", 20],
    ["f1", 30],
  ]);
  expect(moveWidget(list, "t", 1).map((entry) => entry.widgetCode)).toEqual(["f1", "t", "f2"]);
});

test("a figure of nothing is hidden, a word or an amount is not", () => {
  expect(["0", "0.0", "0.00"].map((value) => isNought({ value }))).toEqual([true, true, true]);
  expect(["1", "10", "0.5", "–", "1,000.0"].map((value) => isNought({ value }))).toEqual([false, false, false, false, false]);
  expect(isNought(null)).toBe(false);
});

test("a line says what it is about without the number that stands beside it", () => {
  expect(withoutNumber("采购订单 PO1 · 玄武五金 · 冷轧板等 3 行", "PO1")).toBe("采购订单 · 玄武五金 · 冷轧板等 3 行");
  expect(withoutNumber("请补充审查ZS1的资料", "ZS1")).toBe("请补充审查的资料");
  expect(withoutNumber("PO1", "PO1")).toBe("PO1");
  expect(withoutNumber("Verify the bank account of change BG1", "BG1")).toBe("Verify the bank account");
  expect(withoutNumber("Prepare for inspection KC1", "KC1")).toBe("Prepare for inspection");
  expect(withoutNumber("盘点", "")).toBe("盘点");
});
