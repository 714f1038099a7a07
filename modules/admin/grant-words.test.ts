import { expect, test } from "vitest";
import { grantWords } from "./grant-words.ts";

test("a change of grants is said with the word of its status", () => {
  const change = { op: "Security", user: "Operations", responsibility: "Developer", status: "PENDING" };
  expect(grantWords(change)).toEqual([
    "Security → Operations：Developer（待复核）",
    "Security → Operations: Developer (Awaiting second person)",
  ]);
  expect(grantWords({ ...change, status: "CHANGED" })[1]).toBe("Security → Operations: Developer (Changed)");
});
