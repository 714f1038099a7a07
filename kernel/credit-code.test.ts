import { expect, test } from "vitest";
import { isCreditCode } from "./credit-code.ts";

test("supplier 1: the check character of a credit code is proven", () => {
  expect(isCreditCode("91350100M000100Y43")).toBe(true);
  expect(isCreditCode("91350100M000100Y44")).toBe(false);
  expect(isCreditCode("91350100M000100I43")).toBe(false);
  expect(isCreditCode("")).toBe(false);
});
