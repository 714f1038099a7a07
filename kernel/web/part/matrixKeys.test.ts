import { expect, test } from "vitest";
import { stepOf } from "./matrixKeys.ts";

const place = { at: 4, column: 2, columns: 6, page: 10, isParent: false, isOpen: false, parentAt: 1 };

test("arrows, pages and ends walk the squares", () => {
  expect(stepOf("ArrowDown", false, place)).toEqual({ kind: "go", at: 5, column: 2 });
  expect(stepOf("ArrowLeft", false, place)).toEqual({ kind: "go", at: 4, column: 1 });
  expect(stepOf("PageUp", false, place)).toEqual({ kind: "go", at: -6, column: 2 });
  expect(stepOf("Home", false, place)).toEqual({ kind: "go", at: 4, column: -1 });
  expect(stepOf("End", false, place)).toEqual({ kind: "go", at: 4, column: 5 });
});

test("on a name, left and right close and open, or lead to the folder above", () => {
  const name = { ...place, column: -1, isParent: true };
  expect(stepOf("ArrowRight", false, name)).toEqual({ kind: "turn", open: true });
  expect(stepOf("ArrowRight", false, { ...name, isOpen: true })).toEqual({ kind: "go", at: 4, column: 0 });
  expect(stepOf("ArrowLeft", false, { ...name, isOpen: true })).toEqual({ kind: "turn", open: false });
  expect(stepOf("ArrowLeft", false, name)).toEqual({ kind: "go", at: 1, column: -1 });
  expect(stepOf("ArrowLeft", false, { ...name, parentAt: null })).toBeNull();
});

test("space sets a square, with shift the row; enter sets on a leaf and turns a folder", () => {
  expect(stepOf(" ", false, place)).toEqual({ kind: "press", column: 2 });
  expect(stepOf(" ", true, place)).toEqual({ kind: "press", column: -1 });
  expect(stepOf("Enter", false, place)).toEqual({ kind: "press", column: 2 });
  expect(stepOf("Enter", false, { ...place, isParent: true })).toEqual({ kind: "turn", open: true });
  expect(stepOf("x", false, place)).toBeNull();
});
