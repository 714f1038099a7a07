import { expect, test } from "vitest";
import { firstOf } from "./ship-rows.ts";

test("a button that several areas name is shipped once, in the words of the first", () => {
  const named = firstOf([
    ["btnReply", "Reply"],
    ["btnClose", "Close"],
    ["btnReply", "Answer"],
  ]);
  expect(named).toEqual([
    ["btnReply", "Reply"],
    ["btnClose", "Close"],
  ]);
});
