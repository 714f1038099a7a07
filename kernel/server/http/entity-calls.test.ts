import { expect, test } from "vitest";
import { longtext, rows, text } from "../../field.ts";
import { inputIn } from "./entity-calls.ts";

const body = { id: "1", versionNum: 3, reason: "late", rows: [{ part: "a" }], requestId: "r", language: "EN", more: "x" };

test("what an action asks for reaches it, also where the envelope uses the same word", () => {
  const input = { reason: longtext("原因", "Reason"), rows: rows("行", "Rows", { part: text("部分", "Part") }) };
  expect(inputIn(body, { input })).toEqual({ reason: "late", rows: [{ part: "a" }], more: "x" });
});

test("what it does not ask for stays with the envelope", () => {
  expect(inputIn(body, {})).toEqual({ more: "x" });
});
