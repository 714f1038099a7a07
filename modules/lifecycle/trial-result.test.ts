import { expect, test } from "vitest";
import { resultWords } from "./trial-result.ts";

test("a message says a result in both languages, not by its code", () => {
  expect(resultWords("FAIL")).toEqual({ result: "不合格", resultEn: "Fail" });
  expect(resultWords("CONDITIONAL")).toEqual({ result: "有条件合格", resultEn: "Conditional" });
  expect(resultWords(null)).toEqual({ result: "", resultEn: "" });
});
