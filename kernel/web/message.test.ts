// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { addToast } from "./message.ts";
import type { Toast } from "./message.ts";

const one = (id: number, text: string, level: Toast["level"] = "info") => ({ id, text, level, details: null, until: id });

test("equal messages merge with a counter, the oldest makes room for a fourth", () => {
  let shown: Toast[] = [];
  for (const [i, text] of ["a", "b", "a", "c", "d"].entries()) shown = addToast(shown, one(i, text));
  expect(shown.map((toast) => [toast.text, toast.count])).toEqual([
    ["b", 1],
    ["c", 1],
    ["d", 1],
  ]);
  shown = addToast(shown, one(9, "c"));
  expect(shown.map((toast) => [toast.text, toast.count])).toEqual([
    ["b", 1],
    ["c", 2],
    ["d", 1],
  ]);
});

test("the same words as an error are another message", () => {
  expect(addToast(addToast([], one(1, "a")), one(2, "a", "error"))).toHaveLength(2);
});
