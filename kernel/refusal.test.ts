import { expect, test } from "vitest";
import { Refusal, refuse, refuseField } from "./refusal.ts";
import { fill, joinText, say } from "./text.ts";

test("a refusal carries code and both languages and answers with 200 unless told otherwise", () => {
  const no = refuse("PUR-1001", "订单没有行", "The order has no lines");
  expect(no).toBeInstanceOf(Error);
  expect(no).toMatchObject({
    code: "PUR-1001",
    text: ["订单没有行", "The order has no lines"],
    http: 200,
    fieldErrors: [],
    data: undefined,
  });
  expect(no.message).toBe("PUR-1001: The order has no lines");
  expect(refuse("X", "无", "None", { http: 401, data: { left: 2 } })).toMatchObject({ http: 401, data: { left: 2 } });
});

test("a refused field names its place", () => {
  const no = refuseField("lines[2].qty", "REQUIRED", "必填", "Required");
  expect(no).toBeInstanceOf(Refusal);
  expect(no.fieldErrors).toEqual([{ path: "lines[2].qty", code: "REQUIRED", text: ["必填", "Required"] }]);
});

test("texts are said in the reader's language and filled in both", () => {
  const text = fill(["共 {count} 行，{unknown}", "{count} lines, {unknown}"], { count: 3 });
  expect(say(text, "CN")).toBe("共 3 行，{unknown}");
  expect(say(text, "EN")).toBe("3 lines, {unknown}");
  expect(
    joinText([
      ["甲", "a"],
      ["乙", "b"],
    ]),
  ).toEqual(["甲，乙", "a, b"]);
});
