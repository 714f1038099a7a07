import { expect, test } from "vitest";
import { findAll } from "./find.ts";

test("finds every place on every page, whatever the case", () => {
  expect(findAll(["abs abs 上盖", "pc", "abs"], " ABS ")).toEqual([
    { page: 0, nth: 0 },
    { page: 0, nth: 1 },
    { page: 2, nth: 0 },
  ]);
  expect(findAll(["aaa"], "aa")).toHaveLength(1);
  expect(findAll(["abs"], "  ")).toEqual([]);
});
